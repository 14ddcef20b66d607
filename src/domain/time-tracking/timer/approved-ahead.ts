// What is recorded without connection comes late, and days behind its start may be approved by then: it ends before them.
import type { Row, View } from '#resource/rule.ts';
import { earliestInstant, localText } from '#values/time-zone.ts';

/** The midnight with which the first approved day of the person behind the instant's date begins; `null`: there is none. */
export function approvedAhead(
  { userId, view }: { readonly userId: number; readonly view: View },
  { instant, zone }: { readonly instant: number; readonly zone: string },
): number | null {
  const date = localText(instant, zone).slice(0, 10);
  const dates: string[] = [];
  for (const column of ['approved_by_user', 'approved_by_admin'] as const) {
    const [day] = view.find(
      'timesheetAccountings',
      [
        { column: 'user_id', is: '=', value: userId },
        { column: 'date', is: '>', value: date },
        { column, is: '=', value: 1 },
      ],
      { orderBy: ['date'], limit: 1 },
    );
    if (day !== undefined) dates.push(day.date);
  }
  const [first] = dates.toSorted();
  return first === undefined ? null : earliestInstant(`${first} 00:00:00`, zone);
}

/** Where the tracking ends at the latest when it runs on from the instant, which it may just have reached. */
export function wallBehind(
  person: { readonly userId: number; readonly view: View },
  tracking: Pick<Row<'timeTrackings'>, 'start_instant' | 'start_time_timezone'>,
  from: number,
): number | null {
  const { start_instant: start, start_time_timezone: zone } = tracking;
  return approvedAhead(person, { instant: Math.max(start, from - 1), zone });
}
