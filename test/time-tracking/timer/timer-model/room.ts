// The model's half-open intervals: which overlap, and which an insert trims.
import type { Around, Booked } from './sheet.ts';

type Span = Pick<Booked, 'start' | 'end'>;

/** Whether both have time in common. */
export function overlap(a: Span, b: Span): boolean {
  return a.start < endOf(b) && b.start < endOf(a);
}

/** The exclusive end; what runs reaches to infinity. */
export function endOf({ end }: Span): number {
  return end ?? Infinity;
}

/** All trackings with this one inserted; an overlap is refused (`null`) or, if not approved, trimmed. */
export function put(
  others: readonly Booked[],
  span: Booked,
  { insert, now, idAt }: Around & { insert: boolean },
): readonly Booked[] | null {
  const hit = others.filter((other) => overlap(other, span));
  if (hit.length > 0 && (!insert || hit.some(({ approved }) => approved))) return null;
  const parts = others.flatMap((other) => (hit.includes(other) ? cut(other, span, idAt) : [other]));
  if (parts.some(({ start, end }) => end === null && start > now)) return null;
  return [...parts, span].toSorted((a, b) => a.start - b.start);
}

/** All but one. */
export function without(booked: readonly Booked[], one: Booked): readonly Booked[] {
  return booked.filter((other) => other !== one);
}

/** The first part that is left keeps the id and the name. */
function cut(other: Booked, hole: Span, idAt: Around['idAt']): readonly Booked[] {
  const left = { ...other, end: hole.start };
  const right = { ...other, start: endOf(hole), live: false };
  if (left.start >= left.end) return right.start < endOf(right) ? [right] : [];
  return right.start < endOf(right) ? [left, { ...right, id: idAt(right.start), name: null }] : [left];
}
