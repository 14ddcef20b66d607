// Half-open stretches of time, [start, end): those that only touch do not overlap. Pure; no rows, no zones.
import type { EpochSeconds } from '#values/time-zone.ts';

/** From `start` to just before `end`; `null` reaches to infinity (a running tracking). */
export interface Interval {
  readonly start: EpochSeconds;
  readonly end: EpochSeconds | null;
}

/** Whether both have at least one second in common. */
export function overlaps(a: Interval, b: Interval): boolean {
  return a.start < endOf(b) && b.start < endOf(a);
}

/** What is left of an interval when a hole is cut into it: none, one or two parts, in order. */
export function cutOut(interval: Interval, hole: Interval): readonly Interval[] {
  if (!overlaps(interval, hole)) return [interval];
  const parts: Interval[] = [];
  if (interval.start < hole.start) parts.push({ start: interval.start, end: hole.start });
  if (hole.end !== null && hole.end < endOf(interval)) parts.push({ start: hole.end, end: interval.end });
  return parts;
}

/** Seconds between start and end; `null` while open. */
export function lengthOf(interval: Interval): number | null {
  return interval.end === null ? null : interval.end - interval.start;
}

function endOf(interval: Interval): number {
  return interval.end ?? Infinity;
}
