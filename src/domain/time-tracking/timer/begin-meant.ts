// What is remembered of a second begins what it names as things stand now.
import { ApiError } from '#errors/api-error.ts';
import type { Row } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import { referenceIn } from '../../change.ts';
import { begin } from './begin.ts';
import { chosenTask, isBookable, taskOf } from './choose-task.ts';
import { takeBack, tellEnd, type Around } from './end-meant.ts';
import { isForAnother } from './is-for-another.ts';
import type { Moment } from './moment.ts';
import { isTimed } from './neighbours.ts';
import { noteContradiction } from './note-contradiction.ts';
import type { Settling } from './settling.ts';
import { tagModes } from './tag.ts';
import type { Timing } from './timing.ts';
import { beganAfter, ledTo, trackingNamed } from './uploads.ts';

/** A toggle that begins something. */
export interface Beginner {
  readonly toggle: Row;
  /** As it was called. */
  readonly own: Timing;
  /** The task that its tag begins once something has ended; `null`: it begins what it names itself. */
  readonly afterwards: number | null;
}

/** What the toggle begins, if what ran leaves it something to begin; otherwise it only ends that. */
export async function beginnerOf(toggle: Row, own: Timing, ran: Row | undefined): Promise<Beginner | null> {
  const afterwards = own.tag === null ? null : referenceIn(own.tag, 'start_task_afterwards');
  // A checkpoint is passed while something runs, or begins nothing.
  if (ran === undefined && own.tag?.['mode_id'] === tagModes.checkpoint) return null;
  if (ran === undefined || (await isForAnother(own, ran))) return { toggle, own, afterwards: null };
  return afterwards === null ? null : { toggle, own, afterwards };
}

/** Begins what is meant, in place of what began when something else was; answers whether anything changed. */
export async function beginMeant(
  settling: Settling,
  beginner: Beginner,
  around: Around & { readonly ending: readonly Row[] },
): Promise<boolean> {
  const { started, ran } = around;
  if (started === undefined) return startThere(settling, beginner, around);
  if (!(await isOtherwiseMeant(beginner, started))) {
    const { toggle, afterwards } = beginner;
    const begun = started['id'] as number;
    if (afterwards !== null || toggle['about_id'] !== null)
      await noteBegun(settling, beginner, { ...around, begun });
    return false;
  }
  const isFrozen = [ran, started].some((row) => row?.['approved_by_admin'] === 1);
  if (isFrozen || !isTimed(started)) return false;
  await takeBack(settling, started);
  await startThere(settling, beginner, around);
  return true;
}

/** Whether what began there is the task for afterwards when the named one is meant, or the other way round. */
async function isOtherwiseMeant({ toggle, own, afterwards }: Beginner, started: Row): Promise<boolean> {
  const task = started['task_id'];
  if (afterwards !== null) return task !== afterwards;
  if (own.tag === null || task !== own.tag['start_task_afterwards']) return false;
  if (own.tag['mode_id'] !== tagModes.user) return isForAnother(own, started);
  const at = momentOf(toggle);
  return (await chosenTask(own, { ...at, instant: at.instant - 1 })) !== task;
}

/**
 * The toggle starts what it names, unless somebody deleted what it had started. What cannot be booked any more waits, and
 * the day is marked: what is uploaded now is not refused for it.
 */
async function startThere(
  settling: Settling,
  beginner: Beginner,
  { ran, ending }: Around & { readonly ending: readonly Row[] },
): Promise<boolean> {
  const { toggle, own, afterwards } = beginner;
  const { timing, removed, changed } = settling;
  const { userId, view } = timing;
  const led = toggle['time_tracking_id'];
  if (led !== null && !removed.has(led) && (await view.get('timeTrackings', led as number)) === undefined)
    return false;
  const at = momentOf(toggle);
  const taskId = afterwards ?? (await taskIfAny(own, at));
  if (taskId === null) return false;
  if (!(await isBookable(taskId, { userId, at, view }))) {
    const start_date = localText(at.instant, at.zone).slice(0, 10);
    await noteContradiction({ user_id: userId, start_date }, view);
    await ledTo(toggle, null, view);
    return false;
  }
  const { client_unique_id: name = null, ...unnamed } = own.call.values;
  const isTaken = (await trackingNamed(userId, name, view)) !== undefined;
  const as = isTaken ? { ...own, call: { ...own.call, values: unnamed } } : own;
  const id = await begin(as, at, { taskId, changed });
  changed.add(id);
  const ended = ran === undefined ? undefined : await view.get('timeTrackings', ran['id'] as number);
  await noteBegun(settling, beginner, { ran: ended, ending, begun: id });
  return true;
}

/** Notes what the toggle has begun; what it has ended before, with a task for afterwards, is said to end there. */
async function noteBegun(
  settling: Settling,
  { toggle, afterwards }: Beginner,
  { ran, ending, begun }: Pick<Around, 'ran'> & { readonly ending: readonly Row[]; readonly begun: number },
): Promise<void> {
  const { view } = settling.timing;
  if (afterwards === null || ran === undefined) return ledTo(toggle, begun, view);
  if (ran['approved_by_admin'] !== 1) await tellEnd(settling, ran, { ending, beginning: toggle });
  await beganAfter(toggle, { begun, ended: ran['id'] as number }, view);
}

function momentOf({ instant, zone }: Row): Moment {
  return { instant: instant as number, zone: zone as string, claimed: true, late: true };
}

/** A toggle that was to stop something names no task, and waits for what it stops. */
async function taskIfAny(own: Timing, at: Moment): Promise<number | null> {
  try {
    return await taskOf(own, at);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
