// A line over time as an SVG path: scales and ticks. Pure numbers and text.

/** A drawn line: its path, and where its ticks lie. */
export interface Plot {
  readonly path: string;
  readonly area: string;
  readonly zero: number | null;
  readonly points: readonly { readonly x: number; readonly y: number; readonly value: number }[];
  readonly ticks: readonly { readonly y: number; readonly value: number }[];
}

/**
 * Draws values at equal distances into a box. Zero is in it unless it lies far from all values, where it would flatten
 * the line. `null` values are left out.
 */
export function plotLine(values: readonly (number | null)[], width: number, height: number): Plot {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const [least, most] = [
    Math.min(...known.map(({ value }) => value)),
    Math.max(...known.map(({ value }) => value)),
  ];
  const isFar = Math.min(Math.abs(least), Math.abs(most)) > 2 * (most - least) + 8;
  const low = known.length === 0 ? 0 : isFar ? least : Math.min(0, least);
  const high = known.length === 0 ? 0 : isFar ? most : Math.max(0, most);
  const ticks = ticksOf(low, high);
  const [bottom, top] = [Math.min(low, ticks[0] ?? low), Math.max(high, ticks.at(-1) ?? high)];
  const range = top - bottom === 0 ? 1 : top - bottom;
  const y = (value: number): number => round(height - ((value - bottom) / range) * height);
  const x = (index: number): number => round((index / Math.max(1, values.length - 1)) * width);
  const points = known.map(({ value, index }) => ({ x: x(index), y: y(value), value }));
  const path = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${point.x} ${point.y}`).join('');
  const [first, last] = [points[0], points.at(-1)];
  const zero = Math.max(0, Math.min(height, y(0)));
  const area =
    first === undefined || last === undefined ? '' : `${path}L${last.x} ${zero}L${first.x} ${zero}Z`;
  return {
    path,
    area,
    zero: isFar ? null : zero,
    points,
    ticks: ticks.map((value) => ({ value, y: y(value) })),
  };
}

/** Three to five round values from the lowest to the highest. */
export function ticksOf(low: number, high: number): readonly number[] {
  const range = high - low;
  if (range === 0) return [0];
  const rough = range / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? 10 * power;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, index) => round((first + index) * step));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
