// The right to book time after the fact. Those who lead others have it; for oneself `users.manual_timetracking` says.
import { ApiError } from '#errors/api-error.ts';
import type { AccessContext } from '#resource/access.ts';
import type { Change, Rule, View } from '#resource/rule.ts';
import { anyDiffers } from '../../change.ts';
import { startsNow, stopsNow, toleranceIn } from '../note-origin.ts';

/** Whether the caller may book, move and delete times of the person after the fact. */
export function mayPostDate(accessContext: AccessContext, userId: number, view: View): boolean {
  if (leadsOthers(accessContext, userId)) return true;
  return view.get('users', userId)?.manual_timetracking === 1;
}

/** A start on local clocks, `YYYY-MM-DD HH:MM:SS`, that somebody enters after the fact. */
export interface EnteredStart {
  readonly userId: number;
  readonly start: string;
}

/**
 * The refusal of a start earlier in the day than `users.time_tracking_ex_post_earliest_working_time` lets the person enter
 * after the fact by themselves; `null`: it is late enough, or somebody enters it who leads them.
 */
export function tooEarlyToEnter(
  accessContext: AccessContext,
  { userId, start }: EnteredStart,
  view: View,
): ApiError | null {
  if (leadsOthers(accessContext, userId)) return null;
  const earliest = view.get('users', userId)?.time_tracking_ex_post_earliest_working_time;
  if (typeof earliest !== 'string' || start.slice(11) >= earliest) return null;
  const message =
    `start_time is ${start}; you may not book time after the fact that starts before ${earliest}, ` +
    'send _request_user_comment to request it from those who lead you.';
  return new ApiError('rule_broken', message, { field: 'start_time' });
}

/** Whether the change of a tracking, its times derived, books time otherwise than by starting or stopping it now. */
export function isPostDated(change: Change<'timeTrackings'>, view: View): boolean {
  const tolerance = toleranceIn(view);
  if (change.before === null) return !startsNow(change, tolerance);
  if (anyDiffers(change, ['start_instant', 'start_date', 'task_id'])) return true;
  return anyDiffers(change, ['end_instant']) && !stopsNow(change, tolerance);
}

/** Refuses to delete a tracking without the right: what was worked would be gone without anybody being asked. */
export const refuseDeletion: Rule<'timeTrackings'> = ({ verb, accessContext, after }, view) => {
  if (verb !== 'delete' || mayPostDate(accessContext, after.user_id, view)) return;
  const message = `You may not delete your time tracking ${after.id}; ask somebody who leads you.`;
  throw new ApiError('not_allowed', message, { field: 'id' });
};

function leadsOthers({ administrator, hrManager, userId }: AccessContext, person: number): boolean {
  return administrator || hrManager || userId !== person;
}
