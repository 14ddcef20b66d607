// The action `start`.
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { isAskedFor } from '../../requests/request-instead.ts';
import { begin, newTracking } from './begin.ts';
import { isLiveRequestable } from './check-live-start.ts';
import { taskOf } from './choose-task.ts';
import { echoOf } from './given-values.ts';
import { isOffline, momentOf, type Moment } from './moment.ts';
import { mayClaim, requestClaim, tooEarlyClaim } from './post-date.ts';
import { passCheckpoint } from './pass-checkpoint.ts';
import { settleToggles } from './settle-toggles.ts';
import { tagModes, tagOf } from './tag.ts';
import { zoneOf, type Timing } from './timing.ts';
import { remember, repeated, toggledBy, trackingNamed } from './uploads.ts';
import { personOf } from './whose.ts';

/** Starts a tracking; one that runs ends where it begins. A repeated upload answers what it led to before. */
export async function start(call: Call, view: ActionView): Promise<ActionAnswer> {
  const tag = await tagOf(call, view);
  const userId = personOf(call, tag, 'create');
  const timing = { call, view, userId, tag };
  const known = await answeredBefore(timing);
  if (known !== null) return { ...known, ...echoOf(call) };
  if (tag?.['mode_id'] === tagModes.checkpoint) return passCheckpoint(timing, tag);
  return startNow(timing);
}

/** What an upload of this name led to before; `null`: it is new. */
export async function answeredBefore({
  call,
  view,
  userId,
}: Timing): Promise<{ ids: readonly number[] } | null> {
  const name = call.values['client_unique_id'];
  const tracking = await trackingNamed(userId, name, view);
  if (tracking !== undefined) return { ids: [tracking['id'] as number] };
  // A stop of the same name that has found nothing yet waits for this start.
  const known = await repeated(userId, name, view);
  return known === null || known.ids.length === 0 ? null : known;
}

/** Starts the tracking that the call asks for. */
export async function startNow(timing: Timing): Promise<ActionAnswer> {
  const { call, userId, view } = timing;
  const at = await momentOf(call, { side: 'start', zone: await zoneOf(userId, view), view });
  const taskId = await taskOf(timing, at);
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
