// The action `start`.
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import { requestNamed } from '../../requests/request-named.ts';
import { taskOf } from '../choose-task.ts';
import { nameIn } from '../events.ts';
import { isOffline, momentOf } from '../moment.ts';
import { answeredAs, sheetOf, startedAs, storyAt } from '../story.ts';
import { tagModes, timerCall, type TimerCall } from '../timer-call.ts';
import { answerRequest } from './claim.ts';
import { barred, barrierIn } from './late.ts';
import { passCheckpoint } from './pass-checkpoint.ts';
import { startOn } from './start-on.ts';

/** Starts a tracking; one that runs ends where it begins. A repeated upload answers what it led to before. */
export async function start(sent: Call<'timeTrackings'>, view: ActionView): Promise<ActionAnswer> {
  const call = await timerCall(sent, view, 'create');
  return (await answeredBefore(call)) ?? startNow(call);
}

/** What is answered to a name that is known, or a tag that stands for a checkpoint; `null`: it starts or stops something. */
export async function answeredBefore(call: TimerCall): Promise<ActionAnswer | null> {
  const { tag, userId, view } = call;
  const name = nameIn(call);
  const sheet = await sheetOf(call, { name });
  const tracking = startedAs(sheet, name);
  if (tracking !== undefined) return { ids: [tracking.id] };
  const ids = answeredAs(sheet, name, ['start', 'toggle']);
  if (ids !== null) return (ids.length === 0 ? await barredBefore(call) : null) ?? { ids };
  const request = await requestNamed(userId, name, view);
  if (request !== undefined) return answerRequest(view, request);
  return tag?.mode_id === tagModes.checkpoint ? passCheckpoint(call, tag) : null;
}

/** The answer to an upload that did nothing before, and falls inside what it may not change; `null`: it falls inside nothing. */
async function barredBefore(call: TimerCall): Promise<ActionAnswer | null> {
  if (!isOffline(call)) return null;
  const at = await momentOf(call, 'start');
  const barrier = barrierIn(await storyAt(call, at.instant), at.instant);
  return barrier === undefined ? null : barred(call, at, barrier);
}

/** Starts the tracking that the call asks for. */
export async function startNow(call: TimerCall): Promise<ActionAnswer> {
  const at = await momentOf(call, 'start');
  return startOn(call, at, await taskOf(call, at));
}
