// The actions `start`, and `toggle`: it starts when nothing runs and stops when something does. A tag of a task switches that.
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import { requestNamed } from '../../requests/request-named.ts';
import { chosenTask, taskOf } from '../choose-task.ts';
import { nameIn } from '../events.ts';
import { isOffline, momentOf, type Moment } from '../moment.ts';
import { runningOf } from '../neighbours.ts';
import { answeredAs, barrierIn, lastAt, ranUntil, sheetOf, startedAs, storyAt } from '../story.ts';
import { isForAnother, tagModes, taskAfterwards, timerCall, type TimerCall } from '../timer-call.ts';
import { answerRequest, tooEarlyClaim } from './claim.ts';
import { barred, stopLate } from './late.ts';
import { passCheckpoint } from './pass-checkpoint.ts';
import { startOn } from './live.ts';
import { stopRunning } from './stop.ts';

/** Starts a tracking; one that runs ends where it begins. A repeated upload answers what it led to before. */
export function start(sent: Call<'timeTrackings'>, view: ActionView): ActionAnswer {
  const call = timerCall(sent, view, 'create');
  return answeredBefore(call) ?? startNow(call);
}

/** Starts or stops; answers the tracking that it started or stopped. */
export function toggle(sent: Call<'timeTrackings'>, view: ActionView): ActionAnswer {
  const call = timerCall(sent, view, 'create');
  const known = answeredBefore(call);
  if (known !== null) return known;
  if (isOffline(call)) return toggleLate(call, momentOf(call, 'start'));
  const running = runningOf(call.userId, view);
  if (running === undefined || isForAnother(call, running)) return startNow(call);
  const answer = stopRunning(call);
  const afterwards = taskAfterwards(call.tag);
  const isEnded = view.get('timeTrackings', running.id)?.end_instant !== null;
  // What was only requested to end runs on, and nothing can begin before it does.
  if (afterwards === null || !isEnded) return answer;
  view.affected('timeTrackings', running.id);
  return startOn(call, momentOf(call, 'start'), afterwards);
}

/** An upload means what ran when the client toggled; without a task to start it is the stop of something that comes after it. */
function toggleLate(call: TimerCall, at: Moment): ActionAnswer {
  const sheet = sheetOf(call, { name: null, instant: at.instant });
  const ran = ranUntil(sheet, at.instant, lastAt(sheet, at.instant - 1));
  if (ran === undefined && chosenTask(call, at) === null) return stopLate(call);
  if (ran === undefined || isForAnother(call, ran)) return startNow(call);
  // What begins once the tag has ended something is a start like any other.
  const refusal = taskAfterwards(call.tag) === null ? null : tooEarlyClaim(call, at);
  if (refusal !== null) throw refusal;
  return stopLate(call);
}

/** What is answered to a name that is known, or a tag that stands for a checkpoint; `null`: it starts or stops something. */
function answeredBefore(call: TimerCall): ActionAnswer | null {
  const { tag, userId, view } = call;
  const name = nameIn(call);
  const sheet = sheetOf(call, { name });
  const tracking = startedAs(sheet, name);
  if (tracking !== undefined) return { ids: [tracking.id] };
  const ids = answeredAs(sheet, name, ['start', 'toggle']);
  if (ids !== null) return (ids.length === 0 ? barredBefore(call) : null) ?? { ids };
  const request = requestNamed(userId, name, view);
  if (request !== undefined) return answerRequest(view, request);
  return tag?.mode_id === tagModes.checkpoint ? passCheckpoint(call, tag) : null;
}

/** The answer to an upload that did nothing before, and falls inside what it may not change; `null`: it falls inside nothing. */
function barredBefore(call: TimerCall): ActionAnswer | null {
  if (!isOffline(call)) return null;
  const at = momentOf(call, 'start');
  const barrier = barrierIn(storyAt(call, at.instant), at.instant);
  return barrier === undefined ? null : barred(call, at, barrier);
}

/** Starts the tracking that the call asks for. */
function startNow(call: TimerCall): ActionAnswer {
  const at = momentOf(call, 'start');
  return startOn(call, at, taskOf(call, at));
}
