// Trackings on approved days are frozen: none is booked there, changed, moved in, moved out or deleted.
import type { Row, Rule, View } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import { isApproved } from '../days/day-account.ts';
import { lockedDay } from '../days/refuse-approved-day.ts';
import { anyDiffers } from '../change.ts';
import { intervalOf } from '../resolve-times.ts';

/** No zone's date is further ahead of the present moment than this. */
const furthestAhead = 2 * 86_400;

/** What tells whether a day is approved, and which it is. */
const approvalColumns = ['id', 'user_id', 'date', 'approved_by_admin', 'approved_by_user'] as const;

/** Refuses what would change approved days, where the tracking was and where it would be. */
export const refuseChangeOnApprovedDays: Rule<'timeTrackings'> = (change, view) => {
  const { verb, before, after, now } = change;
  if (before !== null && verb === 'update' && !changesTracking(before, after)) return;
  if (before !== null) refuseApprovedDays(before, now, view);
  const moves = anyDiffers(change, ['start_instant', 'end_instant', 'start_time_timezone']);
  if (verb !== 'delete' && moves) refuseApprovedDays(after, now, view);
};

/** Refuses a tracking that touches an approved day of its person, on the clocks of its start. */
export function refuseApprovedDays(tracking: Row<'timeTrackings'>, now: number, view: View): void {
  const zone = tracking.start_time_timezone;
  const { start, end } = intervalOf(tracking);
  const dateAt = (instant: number): string => localText(instant, zone).slice(0, 10);
  const days = view.find(
    'timesheetAccountings',
    [
      { column: 'user_id', is: '=', value: tracking.user_id },
      { column: 'date', is: '>=', value: dateAt(start) },
      { column: 'date', is: '<=', value: dateAt((end ?? now + furthestAhead) - 1) },
    ],
    { columns: approvalColumns, orderBy: ['date'], asStored: true },
  );
  const approved = days.find(isApproved);
  if (approved === undefined) return;
  throw lockedDay(approved, { field: 'start_time', value: tracking.start_time });
}

/** The mark of approval is not part of what is approved. */
function changesTracking(before: Row, after: Row): boolean {
  return Object.entries(after).some(
    ([name, value]) => name !== 'approved_by_admin' && (value ?? null) !== (before[name] ?? null),
  );
}
