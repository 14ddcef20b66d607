// What is left of bookings when another one takes their place, as the server cuts them. Knows moments, no zones and no rows.
import type { Span } from './spans.ts';

/** From its start to just before its end; `null` while it runs. */
export type Stretch = Pick<Span, 'start' | 'end'>;

/** A booking in the way, and the parts that would be left of it, in order: none, one or two. */
export interface Yielding<Booking> {
  readonly span: Booking;
  readonly left: readonly Stretch[];
}

/** The bookings that a stretch of time overlaps, in order of time, with what would be left of each. */
export function givingWay<Booking extends Stretch>(
  bookings: readonly Booking[],
  wanted: Stretch,
): readonly Yielding<Booking>[] {
  const until = endOf(wanted);
  return bookings
    .filter((span) => span.start < until && wanted.start < endOf(span))
    .sort((a, b) => a.start - b.start)
    .map((span) => {
      const before = span.start < wanted.start ? [{ start: span.start, end: wanted.start }] : [];
      const after = until < endOf(span) ? [{ start: until, end: span.end }] : [];
      return { span, left: [...before, ...after] };
    });
}

function endOf({ end }: Stretch): number {
  return end ?? Infinity;
}
