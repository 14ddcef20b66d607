// What holds when somebody starts as it happens, by whichever action: they may start at all, and stand inside the fences.
import { ApiError } from '#errors/api-error.ts';
import type { Row, Rule, View } from '#resource/rule.ts';
import { refuseOutside } from '../../geofences/refuse-outside.ts';

/** Before a tracking is created live. */
export const checkLiveCreate: Rule = async ({ verb, after }, view) => {
  if (verb === 'create') await checkLiveStart(after, view);
};

/** Refuses a tracking that is started live by a person who may not, or outside the geofences of its task. */
export async function checkLiveStart(tracking: Row, view: View): Promise<void> {
  if (tracking['is_start_live'] !== 1 || tracking['end_instant'] !== null) return;
  const user = await view.get('users', tracking['user_id'] as number);
  if (user?.['allow_start_task'] === 0) {
    const message = `user_id is ${user['id']}; live starts of this user are not allowed (users.allow_start_task is 0).`;
    throw new ApiError('rule_broken', message, { field: 'user_id' });
  }
  await refuseOutside(tracking, view);
}
