// A stop that comes after a later tracking was booked contradicts it: the day is marked for who looks after it.
import type { Row, View } from '#resource/rule.ts';
import { knownRow } from '../../known-row.ts';
import { findDay, isApproved } from '../../days/day-account.ts';
import { isAccounted } from '../../days/employment.ts';
import { openDay } from '../../timesheets/open-day.ts';
import type { Moment } from './moment.ts';
import { endOf, neighboursOf } from './neighbours.ts';
import type { Timing } from './timing.ts';

const resource = 'timesheetAccountings';

type Tracking = Row<'timeTrackings'>;

/** Marks the day of a tracking that ended where the next one begins, when a stop says that it ended later. */
export function noteIfContradicted({ userId, view }: Timing, named: Tracking, at: Moment): void {
  const { next } = neighboursOf(userId, named.start_instant, view);
  if (next === undefined || next.start_instant !== named.end_instant || at.instant <= endOf(named)) return;
  noteContradiction(named, view);
}

/** Marks the day of the tracking; a day without a row gets one if it counts. Approved days stay as they are. */
export function noteContradiction(
  { user_id: userId, start_date: date }: Pick<Tracking, 'user_id' | 'start_date'>,
  view: View,
): void {
  const day = findDay(view, { userId, date });
  if (day !== undefined && isApproved(day)) return;
  const user = knownRow(view, 'users', userId);
  if (day === undefined && !isAccounted(user, date)) return;
  const id = day?.id ?? openDay(view, user, date);
  view.update(resource, id, { plausibility_conflict_violation: 1 });
  view.affected(resource, id);
}
