// A toggle begins what it names as things stand now. It changes the story and writes nothing.
import { ApiError } from '#errors/api-error.ts';
import { chosenTask, isBookable } from './choose-task.ts';
import { asCalled, nameIn, wasRecorded, type Event } from './events.ts';
import type { Moment } from './moment.ts';
import { barrierIn, beginIn, changeEvent, lastAt, lead, relinkEvents, startedAs } from './story.ts';
import type { Around, Story, Tracking } from './story.ts';
import { isForAnother, tagModes, taskAfterwards, type TimerCall } from './timer-call.ts';

/** A toggle that begins something. */
interface Beginner {
  readonly toggle: Event;
  /** As it was called. */
  readonly own: TimerCall;
  /** The task that its tag begins once something has ended; `null`: it begins what it names itself. */
  readonly afterwards: number | null;
}

/** The toggle that begins something in the second, if what ran leaves it something; otherwise it only ends that. */
export function beginnerOf(
  { call }: Story,
  { events, ran }: Pick<Around, 'events' | 'ran'>,
): Beginner | null {
  const toggle = events.findLast((event) => event.kind === 'toggle' && wasRecorded(event));
  if (toggle === undefined) return null;
  const own = asCalled(call, toggle);
  // A checkpoint is passed while something runs, or begins nothing.
  if (ran === undefined && own.tag?.mode_id === tagModes.checkpoint) return null;
  if (ran === undefined || isForAnother(own, ran)) return { toggle, own, afterwards: null };
  const afterwards = taskAfterwards(own.tag);
  return afterwards === null ? null : { toggle, own, afterwards };
}

/** Whether what began there is meant: the task for afterwards, or the one that the toggle names. */
export function isMeant(beginner: Beginner | null, begun: Tracking | undefined): boolean {
  if (beginner === null || begun === undefined) return false;
  const { toggle, afterwards } = beginner;
  return afterwards === null ? toggle.about_id === null : begun.task_id === afterwards;
}

/**
 * The toggle starts what it names, unless what it had started was deleted. What cannot be booked any more waits, and
 * the day is marked: what is uploaded now is not refused for it.
 */
export function beginThere(story: Story, beginner: Beginner | null): Tracking | undefined {
  if (beginner === null) return undefined;
  const { toggle, own, afterwards } = beginner;
  const { time_tracking_id: led } = toggle;
  if (led !== null && led > 0 && !story.stored.trackings.has(led)) return undefined;
  if (barrierIn(story, toggle.instant) !== undefined) return undefined;
  const at: Moment = { instant: toggle.instant, zone: toggle.zone, claimed: true, late: true };
  const taskId = afterwards ?? taskIfAny(story, own, at);
  if (taskId === null) return undefined;
  if (!isBookable(taskId, own, at)) {
    story.contradicted.push(at);
    lead(story, toggle, null);
    return undefined;
  }
  const { client_unique_id: _name, ...unnamed } = own.values;
  const isTaken = startedAs(story, nameIn(own)) !== undefined;
  return beginIn(story, { call: isTaken ? { ...own, values: unnamed } : own, at, taskId });
}

/** Records what the toggle has begun; what it has ended before, with a task for afterwards, is said to end there. */
export function recordBegun(
  story: Story,
  { toggle, afterwards }: Beginner,
  { ran, ending }: Pick<Around, 'ran' | 'ending'>,
  begun: Tracking,
): void {
  if (afterwards === null || ran === undefined) return lead(story, toggle, begun.id);
  if (ran.approved_by_admin !== 1) relinkEvents(story, ran, ending);
  changeEvent(story, toggle, { time_tracking_id: begun.id, about_id: ran.id });
}

/** A toggle that was to stop something names no task, and waits for what it stops. */
function taskIfAny(story: Story, own: TimerCall, at: Moment): number | null {
  try {
    return chosenTask(own, at, lastAt(story, at.instant)?.task_id ?? null);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
