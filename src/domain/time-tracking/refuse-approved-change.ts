// Approved trackings are frozen: an administrator reopens them before anything else can change.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { differs } from '../change.ts';
import { mayApprove } from '../users/may-approve.ts';
import { isMarked } from './timer-marks.ts';

/** Refuses changes of approved trackings, and approvals by those who may not approve. */
export const refuseApprovedChange: Rule<'timeTrackings'> = (change, view) => {
  if (change.before?.approved_by_admin === 1) {
    refuseFrozen(change);
    return;
  }
  if (change.verb !== 'delete' && change.after.approved_by_admin === 1) checkApproval(change, view);
};

/** The refusal of any change of an approved tracking. */
export function lockedTracking(row: Row): ApiError {
  const message =
    `id is ${row.id}; this time tracking is approved and frozen, ` +
    'and an administrator must first set approved_by_admin to 0.';
  return new ApiError('locked', message, { field: 'id', data: trackingFacts(row) });
}

/** What a refusal tells about the tracking it collides with. */
export function trackingFacts(row: Row): Readonly<Record<string, unknown>> {
  return { id: row.id, start_time: row.start_time, end_time: row.end_time ?? null };
}

function refuseFrozen(change: Change<'timeTrackings'>): void {
  const { before, after, given, accessContext } = change;
  if (before === null) return;
  const others = [...given].some((name) => name !== 'approved_by_admin' && differs<Row>(change, name));
  const reopens = after.approved_by_admin !== 1;
  if (change.verb === 'delete' || others || (reopens && !accessContext.administrator))
    throw lockedTracking(before);
}

function checkApproval(change: Change<'timeTrackings'>, view: View): void {
  const { after, accessContext } = change;
  if (!isMarked(change, 'approves') && !mayApprove(accessContext, after.user_id, view)) {
    const message = `approved_by_admin is 1; you may not approve times of user ${after.user_id}.`;
    throw new ApiError('field_not_allowed', message, { field: 'approved_by_admin' });
  }
  if (after.end_time != null) return;
  const message = `approved_by_admin is 1; time tracking ${after.id} is running and must be stopped first.`;
  throw new ApiError('rule_broken', message, { field: 'approved_by_admin' });
}
