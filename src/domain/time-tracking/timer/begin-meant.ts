// A toggle begins what it names as things stand now. It changes the story and writes nothing.
import { ApiError } from '#errors/api-error.ts';
import { chosenTask, isBookable } from './choose-task.ts';
import { beginIn, type Around, type Folding } from './folding.ts';
import { isForAnother } from './is-for-another.ts';
import type { Moment } from './moment.ts';
import { changeEvent, endedBy, lastAt, lead, startedAs, tellLed, type Tracking } from './story.ts';
import { tagModes, taskAfterwards } from './tag.ts';
import type { Timing } from './timing.ts';
import { nameIn, type Event } from './uploads.ts';

/** A toggle that begins something. */
interface Beginner {
  readonly toggle: Event;
  /** As it was called. */
  readonly own: Timing;
  /** The task that its tag begins once something has ended; `null`: it begins what it names itself. */
  readonly afterwards: number | null;
}

/** What the toggle begins, if what ran leaves it something to begin; otherwise it only ends that. */
export function beginnerOf(toggle: Event, own: Timing, ran: Tracking | undefined): Beginner | null {
  const afterwards = taskAfterwards(own.tag);
  // A checkpoint is passed while something runs, or begins nothing.
  if (ran === undefined && own.tag?.mode_id === tagModes.checkpoint) return null;
  if (ran === undefined || isForAnother(own, ran)) return { toggle, own, afterwards: null };
  return afterwards === null ? null : { toggle, own, afterwards };
}

/** Whether what began there is meant: the task for afterwards, or the one that the toggle names. */
export function isMeant(
  folding: Folding,
  { toggle, own, afterwards }: Beginner,
  { task_id: task }: Tracking,
): boolean {
  if (afterwards !== null) return task === afterwards;
  if (own.tag === null || task !== own.tag.start_task_afterwards) return true;
  if (own.tag.mode_id !== tagModes.user) return !isForAnother(own, { task_id: task });
  const at = momentOf(toggle);
  return chosenTask(own, at, lastTask(folding, at.instant - 1)) === task;
}

/**
 * The toggle starts what it names, unless what it had started was deleted. What cannot be booked any more waits, and
 * the day is marked: what is uploaded now is not refused for it.
 */
export function beginThere(folding: Folding, { toggle, own, afterwards }: Beginner): Tracking | undefined {
  const { story } = folding;
  const { time_tracking_id: led } = toggle;
  if (led !== null && !story.removed.has(led) && !story.trackings.has(led)) return undefined;
  const at = momentOf(toggle);
  const taskId = afterwards ?? taskIfAny(folding, own, at);
  if (taskId === null) return undefined;
  if (!isBookable(taskId, { userId: own.userId, at, view: own.view })) {
    folding.contradicted.push(at);
    lead(story, toggle, null);
    return undefined;
  }
  const { client_unique_id: _name, ...unnamed } = own.call.values;
  const isTaken = startedAs(story, nameIn(own.call)) !== undefined;
  const timing = isTaken ? { ...own, call: { ...own.call, values: unnamed } } : own;
  return beginIn(folding, { timing, at, taskId });
}

/** Notes what the toggle has begun; what it has ended before, with a task for afterwards, is said to end there. */
export function noteBegun(
  { story }: Folding,
  { toggle, afterwards }: Beginner,
  { ran, ending }: Around,
  begun: Tracking,
): void {
  if (afterwards === null || ran === undefined) return lead(story, toggle, begun.id);
  const others = (events: readonly Event[]): readonly Event[] => events.filter(({ id }) => id !== toggle.id);
  const was = endedBy(story, story.trackings.get(ran.id) ?? ran);
  if (ran.approved_by_admin !== 1) tellLed(story, ran, { was: others(was), now: others(ending) });
  changeEvent(story, toggle, { time_tracking_id: begun.id, about_id: ran.id });
}

function momentOf({ instant, zone }: Event): Moment {
  return { instant, zone, claimed: true, late: true };
}

/** A toggle that was to stop something names no task, and waits for what it stops. */
function taskIfAny(folding: Folding, own: Timing, at: Moment): number | null {
  try {
    return chosenTask(own, at, lastTask(folding, at.instant));
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

function lastTask({ story }: Folding, instant: number): number | null {
  return lastAt(story, instant)?.task_id ?? null;
}
