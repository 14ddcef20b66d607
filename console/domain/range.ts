// A cell of a grid and a range of cells: walking by keys, and which rows of a long table are in sight.

/** Row and column, from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** From where a range reaches to where the walker stands. */
export interface Range {
  readonly anchor: Cell;
  readonly at: Cell;
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/** How many rows and columns there are. */
export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** Where a key leads; `null` for other keys. With Shift the anchor stays. */
export function walkRange(
  range: Range,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  { rows, columns }: Size,
): Range | null {
  const step = steps[key];
  if (step === undefined) return null;
  const at = {
    row: clamp(range.at.row + step[0], rows),
    column: clamp(range.at.column + step[1], columns),
  };
  return { anchor: shiftKey ? range.anchor : at, at };
}

/**
 * The range where its rows stand now, by their names. Who walks stays at the place of a row that is gone; an anchor whose row is
 * gone joins them.
 */
export function followed({ anchor, at }: Range, was: readonly string[], now: readonly string[]): Range {
  const find = ({ row, column }: Cell): Cell => ({ row: now.indexOf(was[row] ?? ''), column });
  const [from, to] = [find(anchor), find(at)];
  const stays = to.row < 0 ? { ...to, row: clamp(at.row, now.length) } : to;
  return { anchor: from.row < 0 ? stays : from, at: stays };
}

/** Whether a cell lies in the rectangle. */
export function isIn({ anchor, at }: Range, row: number, column: number): boolean {
  return between(row, anchor.row, at.row) && between(column, anchor.column, at.column);
}

/** The rows from `first` up to `last` (not included) that a window of a scrolled table shows, and some around them. */
export function rowsInSight(
  scrolled: number,
  height: number,
  rowHeight: number,
  count: number,
): { readonly first: number; readonly last: number } {
  // In steps of six rows, so that most frames of a scroll render nothing.
  const step = 6;
  const begin = Math.floor(Math.min(count, scrolled / rowHeight) / step) - 1;
  const end = Math.ceil((scrolled + height) / rowHeight / step) + 1;
  const first = Math.max(0, begin * step);
  const last = Math.min(count, end * step);
  return { first: Math.min(first, last), last };
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value));
}

function between(value: number, one: number, other: number): boolean {
  return value >= Math.min(one, other) && value <= Math.max(one, other);
}
