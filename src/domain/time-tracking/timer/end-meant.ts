// What is remembered of a second ends what ran up to it, or does so no more.
import type { Row } from '#resource/rule.ts';
import { markedAs } from '../timer-marks.ts';
import { endAfter, isEndKnown } from './ended-by.ts';
import { noEnd, sideAt } from './moment.ts';
import { endOf, isTimed } from './neighbours.ts';
import { endedBy, saidThen } from './said.ts';
import type { Settling } from './settling.ts';
import { ledTo, rememberEnd } from './uploads.ts';

/** What there is around a second. */
export interface Around {
  readonly second: number;
  readonly uploads: readonly Row[];
  /** What reaches up to the second or over it, and can be told by the timer where to end. */
  readonly ran: Row | undefined;
  /** What begins in it. */
  readonly started: Row | undefined;
}

/** The same, when something ran. */
export interface Running extends Around {
  readonly ran: Row;
}

/** What ran ends in the second; what a toggle had started there goes. */
export async function endThere(
  settling: Settling,
  { second, ran, started, ending }: Running & { readonly ending: readonly Row[] },
): Promise<boolean> {
  const { timing } = settling;
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
  const was = await endedBy(timing, ran);
  if (isOver || started !== undefined || areOthers(was, ending)) {
    const values = await saidThen(timing, ran, { was, now: ending });
    const zone = ending[0]?.['zone'] as string;
    const end = isOver ? sideAt('end', { instant: second, zone }) : {};
    await changeEnd(settling, ran, { ...end, ...values });
  }
  await tellLed(settling, ran, { was: isOver ? [] : was, now: ending });
  return isOver || started !== undefined;
}

/** What ends a tracking where another one begins; `beginning`: the toggle of these that began that. */
interface Ending {
  readonly ending: readonly Row[];
  readonly beginning?: Row;
}

/** What ends where another tracking begins is also said to end there. */
export async function tellEnd(settling: Settling, ran: Row, { ending, beginning }: Ending): Promise<void> {
  const was = await endedBy(settling.timing, ran);
  if (!areOthers(was, ending)) return;
  await changeEnd(settling, ran, await saidThen(settling.timing, ran, { was, now: ending }));
  const now = ending.filter(({ id }) => id !== beginning?.['id']);
  await tellLed(settling, ran, { was: was.filter(({ id }) => id !== beginning?.['id']), now });
}

function areOthers(some: readonly Row[], others: readonly Row[]): boolean {
  return some.length !== others.length || some.some(({ id }) => others.every((other) => other['id'] !== id));
}

/** Notes which uploads end the tracking where it ends now, and which do so no more. */
async function tellLed(
  { timing: { view } }: Settling,
  ran: Row,
  { was, now }: { readonly was: readonly Row[]; readonly now: readonly Row[] },
): Promise<void> {
  for (const upload of was) if (now.every(({ id }) => id !== upload['id'])) await ledTo(upload, null, view);
  for (const upload of now) await ledTo(upload, ran['id'] as number, view);
}

/** What had ended it has come to mean something else: it runs on. */
export async function runOn(
  { timing, changed }: Settling,
  { second, ran, uploads }: Running,
): Promise<boolean> {
  const { view } = timing;
  const id = ran['id'] as number;
  const wasEnded = endOf(ran) === second && uploads.some((upload) => upload['time_tracking_id'] === id);
  if (!wasEnded || ran['approved_by_admin'] === 1) return false;
  const end = await endAfter(timing, ran, second);
  const side = end === null ? noEnd : sideAt('end', end);
  const was = await endedBy(timing, ran);
  const said = await saidThen(timing, ran, { was, now: end?.uploads ?? [] });
  await view.change('timeTrackings', id, { ...side, ...said }, markedAs('stops', { late: true }));
  for (const upload of uploads) if (upload['time_tracking_id'] === id) await ledTo(upload, null, view);
  for (const upload of end?.uploads ?? []) await ledTo(upload, id, view);
  changed.add(id);
  return true;
}

/** What a toggle had started goes: nothing ran that it could follow. */
export async function beginNothing(
  settling: Settling,
  { started, uploads }: { readonly started: Row; readonly uploads: readonly Row[] },
): Promise<boolean> {
  if (started['approved_by_admin'] === 1 || !isTimed(started)) return false;
  await takeBack(settling, started);
  for (const upload of uploads)
    if (upload['time_tracking_id'] === started['id']) await ledTo(upload, null, settling.timing.view);
  return true;
}

/** What is gone has not ended anything, but a stop that ended it may end something else. */
export async function takeBack({ timing, removed, changed }: Settling, started: Row): Promise<void> {
  const { userId, view } = timing;
  const id = started['id'] as number;
  const isKnown = await isEndKnown(timing, started);
  await view.delete('timeTrackings', id);
  removed.add(id);
  changed.add(id);
  if (isKnown) return;
  await rememberEnd(userId, { instant: endOf(started), zone: started['end_time_timezone'] as string }, view);
}

/** Writes what is new at the end of a tracking, if anything is. */
export async function changeEnd({ timing, changed }: Settling, ran: Row, values: Row): Promise<void> {
  if (Object.entries(values).every(([column, value]) => ran[column] === value)) return;
  const id = ran['id'] as number;
  await timing.view.change('timeTrackings', id, values, markedAs('stops', { late: true }));
  changed.add(id);
}
