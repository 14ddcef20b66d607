// What holds when somebody starts as it happens, by whichever action: they may start at all, and stand inside the fences.
import { ApiError } from '#errors/api-error.ts';
import type { Row, Rule, View } from '#resource/rule.ts';
import { fenceObstacle, type FenceObstacle, type PlacedTracking } from '../geofences/fence-obstacle.ts';
import { numberIn, sentNumber } from '../sent-values.ts';

type Tracking = Row<'timeTrackings'>;

/** Before a tracking is created live. */
export const checkLiveCreate: Rule<'timeTrackings'> = ({ verb, after }, view) => {
  if (verb === 'create') checkLiveStart(after, view);
};

/** Refuses a tracking that is started live by a person who may not, or outside the geofences of its task. */
export function checkLiveStart(tracking: Tracking, view: View): void {
  if (tracking.is_start_live !== 1 || tracking.end_instant !== null) return;
  const obstacle = liveObstacle(tracking, view);
  if (obstacle !== null) throw obstacle.refusal;
}

/** Whether a tracking that may not be started live can be requested instead. */
export function isLiveRequestable(tracking: Row, view: View): boolean {
  return liveObstacle(tracking, view)?.takesRequests === true;
}

function liveObstacle(tracking: Row, view: View): FenceObstacle | null {
  const user = view.get('users', sentNumber(tracking, 'user_id'));
  if (user?.allow_start_task !== 0) return fenceObstacle(placedTracking(tracking), view);
  const message = `user_id is ${user.id}; live starts of this user are not allowed (users.allow_start_task is 0).`;
  const refusal = new ApiError('rule_broken', message, { field: 'user_id' });
  return { refusal, takesRequests: false };
}

/** What a start says, or a stored tracking has, of its place. */
function placedTracking(tracking: Row): PlacedTracking {
  return {
    task_id: sentNumber(tracking, 'task_id'),
    geo_start_lat: numberIn(tracking, 'geo_start_lat'),
    geo_start_long: numberIn(tracking, 'geo_start_long'),
    geo_start_accuracy: numberIn(tracking, 'geo_start_accuracy'),
  };
}
