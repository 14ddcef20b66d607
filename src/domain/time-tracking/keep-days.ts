// Trackings that go past midnight: how long they last on each of their days, for reports that add up days.
import type { Row, View } from '#resource/rule.ts';
import { secondsByDate } from '#values/local-days.ts';

/** What of a tracking says on which days it is. */
type LocatedTracking = Pick<
  Row<'timeTrackings'>,
  'id' | 'start_instant' | 'end_instant' | 'start_time_timezone'
>;

/** Keeps the days of a tracking that was `before` and is `after`; `null` when it was not or is no more. */
export function keepDays(before: LocatedTracking | null, after: LocatedTracking | null, view: View): void {
  // The days of a tracking that is gone went with it.
  if (after === null) return;
  const days = severalDays(after);
  if (sameDays(before === null ? [] : severalDays(before), days)) return;
  const time_tracking_id = after.id;
  const kept = view.find('trackingDays', [{ column: 'time_tracking_id', is: '=', value: time_tracking_id }]);
  for (const row of kept) view.remove('trackingDays', row.id);
  view.insertAll(
    'trackingDays',
    days.map(([date, duration]) => ({ time_tracking_id, date, duration })),
  );
}

type Day = readonly [date: string, seconds: number];

/** The days of a tracking that has ended; none if it is only one. */
function severalDays(tracking: LocatedTracking): readonly Day[] {
  const [start, end] = [tracking.start_instant, tracking.end_instant];
  if (end === null) return [];
  const days = [...secondsByDate({ start, end }, tracking.start_time_timezone)];
  return days.length === 1 ? [] : days;
}

function sameDays(one: readonly Day[], other: readonly Day[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
