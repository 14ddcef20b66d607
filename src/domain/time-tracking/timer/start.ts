// The action `start`.
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import { requestNamed } from '../requests/request-named.ts';
import { barred, barrierAt } from './barrier.ts';
import { taskOf } from './choose-task.ts';
import { isOffline, momentOf } from './moment.ts';
import { passCheckpoint } from './pass-checkpoint.ts';
import { answerRequest } from './post-date.ts';
import { startOn } from './start-on.ts';
import { tagModes, tagOf } from './tag.ts';
import { zoneOf, type Timing } from './timing.ts';
import { nameIn, repeated, trackingNamed } from './uploads.ts';
import { personOf } from './whose.ts';

/** Starts a tracking; one that runs ends where it begins. A repeated upload answers what it led to before. */
export function start(call: Call<'timeTrackings'>, view: ActionView): ActionAnswer {
  const tag = tagOf(call, view);
  const userId = personOf(call, tag, 'create');
  const timing = { call, view, userId, tag };
  const known = answeredBefore(timing);
  if (known !== null) return known;
  if (tag?.mode_id === tagModes.checkpoint) return passCheckpoint(timing, tag);
  return startNow(timing);
}

/** What an upload of this name led to before; `null`: it is new. */
export function answeredBefore(timing: Timing): ActionAnswer | null {
  const { call, view, userId } = timing;
  const name = nameIn(call);
  const tracking = trackingNamed(userId, name, view);
  if (tracking !== undefined) return { ids: [tracking.id] };
  const known = repeated({ userId, name, as: ['start', 'toggle'] }, view);
  if (known !== null) return known.ids.length > 0 ? known : (barredBefore(timing) ?? known);
  const request = requestNamed(userId, name, view);
  return request === undefined ? null : answerRequest(view, request);
}

/** The answer to an upload that did nothing before, and falls inside what it may not change; `null`: it falls inside nothing. */
function barredBefore(timing: Timing): ActionAnswer | null {
  const { call, userId, view } = timing;
  if (!isOffline(call)) return null;
  const at = momentOf(call, { side: 'start', zone: zoneOf(userId, view), view });
  const barrier = barrierAt(timing, at.instant);
  return barrier === undefined ? null : barred(at, barrier);
}

/** Starts the tracking that the call asks for. */
export function startNow(timing: Timing): ActionAnswer {
  const { call, userId, view } = timing;
  const at = momentOf(call, { side: 'start', zone: zoneOf(userId, view), view });
  return startOn(timing, at, taskOf(timing, at));
}
