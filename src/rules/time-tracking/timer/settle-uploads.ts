// What was recorded without connection means what it would have meant in order. When something from before it is uploaded
// after it, it is taken as it is meant now: what a toggle started goes, what it stopped is begun anew, a stop ends what it
// names; and so on with what is remembered behind it, until nothing changes any more.
import { ApiError } from '#errors/api-error.ts';
import type { Row } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import { markedAs } from '../timer-marks.ts';
import { begin } from './begin.ts';
import { isBookable, taskOf } from './choose-task.ts';
import { asCalled, endAfter, endingIn, isEndKnown, isToggled, ranUntil } from './ended-by.ts';
import { givenValues } from './given-values.ts';
import { isForAnother } from './is-for-another.ts';
import { sideAt } from './moment.ts';
import { endOf, isSteered, isTimed, neighboursOf } from './neighbours.ts';
import { noteContradiction } from './note-contradiction.ts';
import type { Timing } from './timing.ts';
import {
  ledTo,
  nextSecond,
  rememberEnd,
  trackingNamed,
  uploadsAt,
  uploadsNamed,
  waitingToggles,
} from './uploads.ts';

/** One upload, and what has come of it so far. */
export interface Settling {
  readonly timing: Timing;
  /** Ids of trackings that toggles had started, and that are gone. */
  readonly removed: Set<unknown>;
  /** Ids of trackings that are not as they were. */
  readonly changed: Set<number>;
}

/** Nothing settled yet. */
export function settlingOf(timing: Timing): Settling {
  return { timing, removed: new Set(), changed: new Set() };
}

/** Takes what is remembered behind the second as it is meant now; with `inclusive` what is of the second too. */
export async function settleFrom(
  settling: Settling,
  instant: number,
  { inclusive = false }: { readonly inclusive?: boolean } = {},
): Promise<void> {
  const { userId, view } = settling.timing;
  if (inclusive && !(await settleSecond(settling, { second: instant, from: null }))) return;
  for (let from = instant; ;) {
    const second = await nextSecond(userId, from, view);
    if (second === null || !(await settleSecond(settling, { second, from }))) return;
    from = second;
  }
}

/** Takes the stops of this name behind the second as they are meant now: the name may stand for something else. */
export async function settleNamed(settling: Settling, name: string | null, instant: number): Promise<void> {
  const { userId, view } = settling.timing;
  const named = name === null ? [] : await uploadsNamed(userId, name, view);
  const seconds = new Set(named.map((upload) => upload['instant'] as number));
  for (const second of [...seconds].toSorted((a, b) => a - b))
    if (second > instant) await settleFrom(settling, second, { inclusive: true });
}

/** Takes toggles behind the second that had no task to start: now there may be a last one. */
export async function settleWaiting(settling: Settling, instant: number): Promise<void> {
  const { userId, view } = settling.timing;
  for (const toggle of await waitingToggles(userId, instant, view))
    await settleFrom(settling, toggle['instant'] as number, { inclusive: true });
}

/** Lists what has changed, but for the tracking that the answer shows. */
export function tellChanged({ timing, changed }: Settling, answered: number | null): void {
  for (const id of changed) if (id !== answered) timing.view.affected('timeTrackings', id);
}

interface Second {
  readonly second: number;
  /** When what goes before it has changed; `null`: it is to be looked at in any case. */
  readonly from: number | null;
}

/** What there is around a second. */
interface Around {
  readonly second: number;
  readonly uploads: readonly Row[];
  /** What reaches up to the second or over it, and can be told by the timer where to end. */
  readonly ran: Row | undefined;
  /** What begins in it. */
  readonly started: Row | undefined;
}

/** Whether anything had to be taken otherwise. */
async function settleSecond(settling: Settling, { second, from }: Second): Promise<boolean> {
  const { userId, view } = settling.timing;
  const { last: before } = await neighboursOf(userId, second - 1, view);
  const { last } = await neighboursOf(userId, second, view);
  const started = last?.['start_instant'] === second ? last : undefined;
  // Somebody changed by hand what was there.
  if (from !== null && !follows(settling, before, from)) return false;
  if (before !== undefined && endOf(before) > second && !isSteered(before)) return false;
  const uploads = await uploadsAt(userId, second, view);
  const ran = await ranUntil(settling.timing, second);
  return takeAs(settling, { second, uploads, ran, started });
}

async function takeAs(settling: Settling, around: Around): Promise<boolean> {
  const { timing } = settling;
  const { uploads, ran, started } = around;
  if (started !== undefined && !isToggled(started, uploads)) {
    const ended = (ran ?? started)['id'] as number;
    for (const upload of uploads) if (upload['kind'] === 'toggle') await ledTo(upload, ended, timing.view);
    return false;
  }
  const toggle = uploads.findLast(({ kind, said }) => kind === 'toggle' && said !== null);
  const ending = ran === undefined ? [] : await endingIn(timing, uploads, ran);
  const own = toggle === undefined ? null : await asCalled(timing, toggle);
  if (toggle !== undefined && own !== null && (ran === undefined || (await isForAnother(own, ran))))
    return started === undefined && startThere(settling, { toggle, own });
  if (ran === undefined) return false;
  return ending.length > 0
    ? endThere(settling, { ...around, ran, ending })
    : runOn(settling, { ...around, ran });
}

/**
 * The toggle starts what it names, unless somebody deleted what it had started. What cannot be booked any more
 * waits, and the day is marked: what is uploaded now is not refused for it.
 */
async function startThere(
  { timing, removed, changed }: Settling,
  { toggle, own }: { readonly toggle: Row; readonly own: Timing },
): Promise<boolean> {
  const { userId, view } = timing;
  const led = toggle['time_tracking_id'];
  if (led !== null && !removed.has(led) && (await view.get('timeTrackings', led as number)) === undefined)
    return false;
  const zone = toggle['zone'] as string;
  const at = { instant: toggle['instant'] as number, zone, claimed: true, late: true };
  const taskId = await taskIfAny(own, at);
  if (taskId === null) return false;
  if (!(await isBookable(taskId, { userId, at, view }))) {
    const start_date = localText(at.instant, zone).slice(0, 10);
    await noteContradiction({ user_id: userId, start_date }, view);
    await ledTo(toggle, null, view);
    return false;
  }
  const { client_unique_id: name = null, ...unnamed } = own.call.values;
  const isTaken = (await trackingNamed(userId, name, view)) !== undefined;
  const as = isTaken ? { ...own, call: { ...own.call, values: unnamed } } : own;
  const id = await begin(as, at, { taskId, changed });
  changed.add(id);
  await ledTo(toggle, id, view);
  return true;
}

/** A toggle that was to stop something names no task, and waits for what it stops. */
async function taskIfAny(own: Timing, at: Parameters<typeof taskOf>[1]): Promise<number | null> {
  try {
    return await taskOf(own, at);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

interface Running extends Around {
  readonly ran: Row;
}

/** What ran ends in the second; what a toggle had started there goes. */
async function endThere(
  settling: Settling,
  { second, ran, started, ending }: Running & { readonly ending: readonly Row[] },
): Promise<boolean> {
  const { timing, changed } = settling;
  const { view } = timing;
  const id = ran['id'] as number;
  const isOver = endOf(ran) > second;
  // Somebody has moved its end by hand since.
  if (isOver && ending.some((upload) => upload['time_tracking_id'] === id)) return false;
  const isFrozen = [isOver ? ran : undefined, started].some((row) => row?.['approved_by_admin'] === 1);
  if (isFrozen || (started !== undefined && !isTimed(started))) return false;
  if (started !== undefined) await takeBack(settling, started);
  if (isOver && !(await isEndKnown(timing, ran)))
    await rememberEnd(timing.userId, { instant: endOf(ran), zone: ran['end_time_timezone'] as string }, view);
  const isNew = ending.some((upload) => upload['time_tracking_id'] !== id);
  if (isOver || started !== undefined || isNew) {
    const values = await saidAtEnd(timing, ending);
    const zone = ending[0]?.['zone'] as string;
    const end = isOver ? sideAt('end', { instant: second, zone }) : {};
    await view.change('timeTrackings', id, { ...end, ...values }, markedAs('stops'));
    changed.add(id);
  }
  for (const upload of ending) await ledTo(upload, id, view);
  return isOver || started !== undefined;
}

/** Remarks and positions of what ends a tracking; the last one holds. */
async function saidAtEnd(timing: Timing, ending: readonly Row[]): Promise<Row> {
  const values: Record<string, Row[string]> = {};
  for (const upload of ending) {
    const { call, tag } = await asCalled(timing, upload);
    Object.assign(values, givenValues(call, 'end', tag !== null));
  }
  return values;
}

/** What had ended it has come to mean something else: it runs on. */
async function runOn({ timing, changed }: Settling, { second, ran, uploads }: Running): Promise<boolean> {
  const { view } = timing;
  const id = ran['id'] as number;
  const wasEnded = endOf(ran) === second && uploads.some((upload) => upload['time_tracking_id'] === id);
  if (!wasEnded || ran['approved_by_admin'] === 1) return false;
  const end = await endAfter(timing, ran, second);
  const side =
    end === null ? { end_time: null, end_time_timezone: null, end_time_offset: null } : sideAt('end', end);
  await view.change('timeTrackings', id, side, markedAs('stops'));
  for (const upload of uploads) if (upload['time_tracking_id'] === id) await ledTo(upload, null, view);
  for (const upload of end?.uploads ?? []) await ledTo(upload, id, view);
  changed.add(id);
  return true;
}

/** What is gone has not ended anything, but a stop that ended it may end something else. */
async function takeBack({ timing, removed, changed }: Settling, started: Row): Promise<void> {
  const { userId, view } = timing;
  const id = started['id'] as number;
  const isKnown = await isEndKnown(timing, started);
  await view.delete('timeTrackings', id);
  removed.add(id);
  changed.add(id);
  if (isKnown) return;
  await rememberEnd(userId, { instant: endOf(started), zone: started['end_time_timezone'] as string }, view);
}

/** Whether nothing that somebody entered by hand stands between what has changed and what comes next. */
function follows({ changed }: Settling, before: Row | undefined, from: number): boolean {
  if (before === undefined) return false;
  return before['start_instant'] === from || endOf(before) === from || changed.has(before['id'] as number);
}
