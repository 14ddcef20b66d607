// Which days a change makes stale. Every day touches the rest of its ISO week (limits of the week); bookings touch the days,
// and the week, whose rest they end.
import type { Row, View } from '#resource/rule.ts';
import type { StalePart } from '#resource/stale.ts';
import { dateAfter, earlierDate, laterDate } from '#values/date-range.ts';
import type { DateRange } from '../schedules/person-days.ts';
import { bookedColumns, partsOf, type BookedPart, type Booking } from './booked-parts.ts';
import { sundayOf, weekEndedBy } from './count-days.ts';
import { restReach } from './rest.ts';

type Tracking = Booking & Pick<Row<'timeTrackings'>, 'user_id'>;

/** After bookings of a person changed; `null` when a tracking was not or is no more. */
export function staleTracking(before: Tracking | null, after: Tracking | null, view: View): void {
  const tracking = after ?? before;
  if (tracking === null || (before !== null && after !== null && !isBookedElse(before, after))) return;
  const dates = [before, after].flatMap((row) => (row === null ? [] : datesTouchedBy(row)));
  const bookings = { from: dates.reduce(earlierDate), to: dates.reduce(laterDate) };
  view.stale(tracking.user_id, { bookings });
}

/** The dates of a tracking, the rest of their weeks, the week before when its rest ends here, and the rest afterwards. */
function datesTouchedBy(tracking: Booking): readonly string[] {
  const parts = partsOf(tracking);
  const { start, end } = parts.at(-1) as BookedPart;
  const { from, to } = restReach(end ?? start);
  return [...parts.flatMap(({ date }) => [date, sundayOf(date), ...weekEndedBy(date)]), from, to];
}

function isBookedElse(before: Booking, after: Booking): boolean {
  return bookedColumns.some((name) => (before[name] ?? null) !== (after[name] ?? null));
}

/** Days that are counted again. */
export interface CountedRange extends DateRange {
  /** Up to which of them what follows from schedule and absences may have changed too; `null`: on none. */
  readonly framesTo: string | null;
}

const daysOfWeek = 7;

/** The ranges of days that are stale, in order; those that are less than a week apart are one. */
export function rangesToCount(parts: readonly StalePart[]): readonly CountedRange[] {
  const ranges = parts.flatMap(({ bookings, frames }): CountedRange[] => [
    ...(bookings === undefined ? [] : [{ ...bookings, framesTo: null }]),
    ...(frames === undefined ? [] : [{ from: frames.from, to: sundayOf(frames.to), framesTo: frames.to }]),
  ]);
  const joined: CountedRange[] = [];
  for (const range of ranges.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = joined.at(-1);
    if (last === undefined || range.from > dateAfter(last.to, daysOfWeek)) joined.push(range);
    else joined[joined.length - 1] = bothOf(last, range);
  }
  return joined;
}

function bothOf(one: CountedRange, other: CountedRange): CountedRange {
  const frames = [one.framesTo, other.framesTo].filter((date) => date !== null);
  return {
    from: one.from,
    to: laterDate(one.to, other.to),
    framesTo: frames.length === 0 ? null : frames.reduce(laterDate),
  };
}
