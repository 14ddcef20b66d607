// The right to book time after the fact. Those who lead others have it; for oneself `users.manual_timetracking` says.
import { ApiError } from '#errors/api-error.ts';
import type { Sight } from '#resource/access.ts';
import type { Change, Rule, View } from '#resource/rule.ts';
import { anyDiffers } from '../change.ts';
import { startsNow, stopsNow, toleranceIn } from '../time-tracking/note-origin.ts';

/** Whether the caller may book, move and delete times of the person after the fact. */
export async function mayPostDate(sight: Sight, userId: number, view: View): Promise<boolean> {
  if (sight.administrator || sight.hrManager || sight.userId !== userId) return true;
  return (await view.get('users', userId))?.['manual_timetracking'] === 1;
}

/** Whether the change of a tracking, its times derived, books time otherwise than by starting or stopping it now. */
export async function isPostDated(change: Change, view: View): Promise<boolean> {
  const tolerance = await toleranceIn(view);
  if (change.before === null) return !startsNow(change, tolerance);
  if (anyDiffers(change, ['start_instant', 'start_date', 'task_id'])) return true;
  return anyDiffers(change, ['end_instant']) && !stopsNow(change, tolerance);
}

/** Refuses to delete a tracking without the right: what was worked would be gone without anybody being asked. */
export const refuseDeletion: Rule = async ({ verb, sight, after }, view) => {
  if (verb !== 'delete' || (await mayPostDate(sight, after['user_id'] as number, view))) return;
  const message = `You may not delete your time tracking ${after['id']}; ask somebody who leads you.`;
  throw new ApiError('not_allowed', message, { field: 'id' });
};
