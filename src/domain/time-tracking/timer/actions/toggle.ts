// The action `toggle`: starts when nothing runs and stops when something does. A tag of a task switches that task.
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import { chosenTask } from '../choose-task.ts';
import { isOffline, momentOf, type Moment } from '../moment.ts';
import { runningOf } from '../neighbours.ts';
import { lastAt, ranUntil, sheetOf } from '../story.ts';
import { isForAnother, taskAfterwards, timerCall, type TimerCall } from '../timer-call.ts';
import { tooEarlyClaim } from './claim.ts';
import { stopLate } from './late.ts';
import { startOn } from './start-on.ts';
import { answeredBefore, startNow } from './start.ts';
import { stopRunning } from './stop.ts';

/** Starts or stops; answers the tracking that it started or stopped. */
export async function toggle(sent: Call<'timeTrackings'>, view: ActionView): Promise<ActionAnswer> {
  const call = await timerCall(sent, view, 'create');
  const known = await answeredBefore(call);
  if (known !== null) return known;
  if (isOffline(call)) return toggleLate(call, await momentOf(call, 'start'));
  const running = await runningOf(call.userId, view);
  if (running === undefined || (await isForAnother(call, running))) return startNow(call);
  const answer = await stopRunning(call);
  const afterwards = taskAfterwards(call.tag);
  const isEnded = (await view.get('timeTrackings', running.id))?.end_instant !== null;
  // What was only requested to end runs on, and nothing can begin before it does.
  if (afterwards === null || !isEnded) return answer;
  view.affected('timeTrackings', running.id);
  return startOn(call, await momentOf(call, 'start'), afterwards);
}

/** An upload means what ran when the client toggled; without a task to start it is the stop of something that comes after it. */
async function toggleLate(call: TimerCall, at: Moment): Promise<ActionAnswer> {
  const sheet = await sheetOf(call, { name: null, instant: at.instant });
  const ran = ranUntil(sheet, at.instant, lastAt(sheet, at.instant - 1));
  if (ran === undefined && (await chosenTask(call, at)) === null) return stopLate(call);
  if (ran === undefined || (await isForAnother(call, ran))) return startNow(call);
  // What begins once the tag has ended something is a start like any other.
  const refusal = taskAfterwards(call.tag) === null ? null : await tooEarlyClaim(call, at);
  if (refusal !== null) throw refusal;
  return stopLate(call);
}
