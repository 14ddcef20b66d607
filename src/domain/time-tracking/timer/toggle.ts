// The action `toggle`: starts when nothing runs and stops when something does. A tag of a task switches that task.
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import { chosenTask } from './choose-task.ts';
import { isForAnother } from './is-for-another.ts';
import { isOffline, momentOf } from './moment.ts';
import { runningOf } from './neighbours.ts';
import { passCheckpoint } from './pass-checkpoint.ts';
import { tooEarlyClaim } from './post-date.ts';
import { startOn } from './start-on.ts';
import { answeredBefore, startNow } from './start.ts';
import { stopRunning } from './stop.ts';
import { lastAt, ranUntil, storyFrom, type Tracking } from './story.ts';
import { tagModes, tagOf, taskAfterwards } from './tag.ts';
import { zoneOf, type Timing } from './timing.ts';
import { saidBy } from './uploads.ts';
import { personOf } from './whose.ts';

/** Starts or stops; answers the tracking that it started or stopped. */
export function toggle(call: Call<'timeTrackings'>, view: ActionView): ActionAnswer {
  const tag = tagOf(call, view);
  const timing = { call, view, userId: personOf(call, tag, 'create'), tag };
  const known = answeredBefore(timing);
  if (known !== null) return known;
  if (tag?.mode_id === tagModes.checkpoint) return passCheckpoint(timing, tag);
  const running = ranThen(timing);
  if (running === undefined && isWaiting(timing)) return stopRunning(timing);
  if (running === undefined || isForAnother(timing, running)) return startNow(timing);
  if (isOffline(call)) refuseTooEarly(timing);
  const answer = stopRunning(timing);
  return isOffline(call) ? answer : startAfterwards(timing, running, answer);
}

/** What begins once the tag has ended something is a start like any other. */
function refuseTooEarly(timing: Timing): void {
  const { call, tag, userId, view } = timing;
  if (taskAfterwards(tag) === null) return;
  const at = momentOf(call, { side: 'start', zone: zoneOf(userId, view), view });
  const refusal = tooEarlyClaim(timing, at);
  if (refusal !== null) throw refusal;
}

/** What ran when the client toggled: an upload may come late. */
function ranThen(timing: Timing): Tracking | undefined {
  const { call, userId, view } = timing;
  if (!isOffline(call)) return runningOf(userId, view);
  const at = momentOf(call, { side: 'start', zone: zoneOf(userId, view), view });
  const story = storyFrom(timing, { instant: at.instant, name: null });
  return ranUntil(story, at.instant, lastAt(story, at.instant - 1));
}

/** An upload that has no task to start is the stop of something that is uploaded after it. */
function isWaiting(timing: Timing): boolean {
  const { call, userId, view } = timing;
  if (saidBy(timing) === null) return false;
  const at = momentOf(call, { side: 'start', zone: zoneOf(userId, view), view });
  return chosenTask(timing, at) === null;
}

/**
 * Begins the task that the tag names for what comes after; the one that was ended is in `Affected` then. Without connection
 * it has begun as what the toggle meant.
 */
function startAfterwards(timing: Timing, { id }: Tracking, answer: ActionAnswer): ActionAnswer {
  const { call, tag, userId, view } = timing;
  const afterwards = taskAfterwards(tag);
  const isEnded = view.get('timeTrackings', id)?.end_instant !== null;
  // What was only requested to end runs on, and nothing can begin before it does.
  if (afterwards === null || !isEnded) return answer;
  view.affected('timeTrackings', id);
  const at = momentOf(call, { side: 'start', zone: zoneOf(userId, view), view });
  return startOn(timing, at, afterwards);
}
