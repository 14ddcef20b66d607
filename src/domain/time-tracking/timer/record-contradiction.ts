// A stop that comes after a later tracking was booked contradicts it: the day is marked for who looks after it.
import type { Row, View } from '#resource/rule.ts';
import { findDay, isApproved } from '../../days/day-account.ts';
import { isAccounted } from '../../days/employment.ts';
import { knownRow } from '../../known-row.ts';
import { openDay } from '../../timesheets/open-day.ts';
import { endOf, neighboursOf } from './neighbours.ts';

const resource = 'timesheetAccountings';

type Tracking = Row<'timeTrackings'>;

/** Marks the day of a tracking that ended where the next one begins, when a stop says that it ended later. */
export async function recordIfContradicted(named: Tracking, instant: number, view: View): Promise<void> {
  const { next } = await neighboursOf(named.user_id, named.start_instant, view);
  if (next?.start_instant === named.end_instant && instant > endOf(named))
    await recordContradiction(named, view);
}

/** Marks the day of the tracking; a day without a row gets one if it counts. Approved days stay as they are. */
export async function recordContradiction(
  { user_id: userId, start_date: date }: Pick<Tracking, 'user_id' | 'start_date'>,
  view: View,
): Promise<void> {
  const day = await findDay(view, { userId, date });
  if (day !== undefined && isApproved(day)) return;
  const user = await knownRow(view, 'users', userId);
  if (day === undefined && !isAccounted(user, date)) return;
  const id = day?.id ?? (await openDay(view, user, date));
  await view.update(resource, id, { plausibility_conflict_violation: 1 });
  view.affected(resource, id);
}
