// Starting on a task that is known, at a moment that is known: at once, or as a request.
import type { ActionAnswer } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { isAskedFor } from '../../requests/request-instead.ts';
import { begin, newTracking } from './begin.ts';
import { isLiveRequestable } from './check-live-start.ts';
import { echoOf } from './given-values.ts';
import { isOffline, type Moment } from './moment.ts';
import { mayClaim, requestClaim, tooEarlyClaim } from './post-date.ts';
import { settleToggles } from './settle-toggles.ts';
import type { Timing } from './timing.ts';
import { remember, toggledBy } from './uploads.ts';

/** Starts a tracking on the task at the moment; what the caller may not claim is requested instead, or refused. */
export async function startOn(timing: Timing, at: Moment, taskId: number): Promise<ActionAnswer> {
  const { call, userId, view } = timing;
  const values = newTracking(timing, at, taskId);
  const isAllowed = await mayClaim(timing, at);
  const refusal = isAllowed ? await tooEarlyClaim(timing, at) : null;
  if (!isAllowed || refusal !== null || (await isRequestedOutside(timing, at, values))) {
    return requestClaim(timing, { tracking: null, values, refusal });
  }
  const id = await begin(timing, at, taskId);
  const toggled = toggledBy(timing);
  const name = call.values['client_unique_id'];
  if (toggled !== null) {
    const upload = { userId, name: typeof name === 'string' ? name : null, tracking: id, at, toggled };
    await remember(upload, view);
  }
  if (isOffline(call)) await settleToggles(timing, { instant: at.instant, answered: id });
  return { ids: [id], ...echoOf(call) };
}

/** Whether a live start outside the geofences is asked for, where that can be requested. */
async function isRequestedOutside({ call, view }: Timing, at: Moment, values: Row): Promise<boolean> {
  return !at.late && isAskedFor(call.parameters) && (await isLiveRequestable(values, view));
}
