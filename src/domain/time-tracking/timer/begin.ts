// Beginning a tracking between those that are there: what runs ends where the new one starts, and what came late takes
// the place that it would have in order.
import { ApiError } from '#errors/api-error.ts';
import type { Row } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import { refuseClosed } from '../check-open.ts';
import { bookableTask } from '../copy-task.ts';
import { trackingFacts } from '../keep-approved.ts';
import { isInsertedInto } from '../make-room.ts';
import { markedAs, type TimerMark } from '../timer-marks.ts';
import { checkLiveStart } from './check-live-start.ts';
import { asCalled, endAfter, isEndKnown, isToggled, type End } from './ended-by.ts';
import { givenValues } from './given-values.ts';
import { isOffline, noEnd, sideAt, type Moment } from './moment.ts';
import { endOf, isTimed, neighboursOf, runningOf } from './neighbours.ts';
import { endedBy, kept, saidAtEnd, saidThen } from './said.ts';
import type { Timing } from './timing.ts';
import { byRank, ledTo, nameIn, remember, rememberEnd, saidBy, uploadsAt } from './uploads.ts';

/** What is begun; `changed` takes the ids of trackings that end for it. */
export interface Beginning {
  readonly taskId: number;
  readonly changed: Set<number>;
  /** Further columns. */
  readonly more?: Row;
  /** Where it is said to end, unless something ends it before. */
  readonly until?: Until;
  /** How what has an end from its beginning on is written. */
  readonly mark?: TimerMark;
}

/** A moment at which a tracking is said to end, and the columns that say so. */
export interface Until extends Pick<Moment, 'instant' | 'zone'> {
  readonly values: Row;
}

/** Begins a tracking on the task at the moment; answers its id. */
export async function begin(timing: Timing, asked: Moment, beginning: Beginning): Promise<number> {
  const { userId, view } = timing;
  const { taskId, more, mark = 'stops' } = beginning;
  const at = await notBeforeRunning(timing, asked);
  const { last } = await neighboursOf(userId, at.instant, view);
  if (last !== undefined && last['start_instant'] === at.instant) {
    if (isOffline(timing.call) && isTimed(last)) return meet(timing, at, { last, taskId });
    if (isInFirstSecond(last, timing.call.now)) return takeOver(timing, at, { last, taskId });
    if (!isInsertedInto(timing.call.parameters)) throw taken(last, at);
  }
  await makePlace(timing, at, { last, ...beginning });
  const values = { ...newTracking(timing, at, taskId), ...more };
  const end = isOffline(timing.call) ? await endOfNew(timing, values, { at, ...beginning }) : null;
  const whole = end === null ? values : { ...values, ...end.values, ...sideAt('end', end) };
  const { parameters } = insertion(timing);
  // Where it ends is what stopped it: as when that comes after it, no length is too long.
  const written = { parameters: { ...parameters, ...(end === null ? {} : markedAs(mark).parameters) } };
  const id = await view.create('timeTrackings', whole, written);
  for (const upload of end?.uploads ?? []) await ledTo(upload, id, view);
  return id;
}

/** Where it ends from its beginning on: where it is said to, or what is there already ends it before. */
async function endOfNew(
  timing: Timing,
  values: Row,
  { at, until }: Pick<Beginning, 'until'> & { readonly at: Moment },
): Promise<(End & { readonly values?: Row }) | null> {
  // What is inserted stays whole: what is in its way gives way.
  const isWhole = until !== undefined && isInsertedInto(timing.call.parameters);
  const end = isWhole ? null : await endAfter(timing, values, at.instant);
  if (until === undefined || (end !== null && end.instant < until.instant))
    return end === null ? null : { ...end, values: await saidAtEnd(timing, end.uploads) };
  return { ...until, uploads: end?.instant === until.instant ? end.uploads : [] };
}

/** The columns of a tracking that a call begins. */
export function newTracking({ call, userId, tag }: Timing, at: Moment, taskId: number): Row {
  const name = call.values['client_unique_id'];
  return {
    user_id: userId,
    task_id: taskId,
    ...sideAt('start', at),
    ...givenValues(call, 'start', tag !== null),
    ...(typeof name === 'string' ? { client_unique_id: name } : {}),
    ...(isOffline(call) ? { is_offline_tracking: 1 } : {}),
  };
}

/** A clock that was set back cannot start anything before what it started already. */
async function notBeforeRunning({ userId, view }: Timing, at: Moment): Promise<Moment> {
  if (at.claimed) return at;
  const running = await runningOf(userId, view);
  const instant = Math.max(at.instant, (running?.['start_instant'] as number | undefined) ?? at.instant);
  return { ...at, instant };
}

/** Ends what reaches into the new tracking, as far as the timer may. */
async function makePlace(
  timing: Timing,
  at: Moment,
  { last, changed }: Pick<Beginning, 'changed'> & { readonly last: Row | undefined },
): Promise<void> {
  const { userId, view } = timing;
  if (last === undefined || endOf(last) <= at.instant) return;
  const runs = last['end_instant'] === null;
  if (!runs && !(isOffline(timing.call) && isTimed(last))) return;
  if (!(await isEndKnown(timing, last)))
    await rememberEnd(userId, { instant: endOf(last), zone: last['end_time_timezone'] as string }, view);
  const id = last['id'] as number;
  const said = await saidThen(timing, last, { was: await endedBy(timing, last), now: [] });
  await view.change(
    'timeTrackings',
    id,
    { ...sideAt('end', at), ...said },
    markedAs('stops', { late: isOffline(timing.call) }),
  );
  changed.add(id);
}

/**
 * Starts without connection in one second are one tracking: what the last of them says holds, by name, and what it does not
 * say the one before it. What was started live in that second holds against all of them, and any start against a toggle.
 */
async function meet(
  timing: Timing,
  at: Moment,
  { last, taskId }: { last: Row; taskId: number },
): Promise<number> {
  const { call, userId, view } = timing;
  const id = last['id'] as number;
  const uploads = await uploadsAt(userId, at.instant, view);
  const led = uploads.filter((upload) => upload['time_tracking_id'] === id);
  const isStart = call.action !== 'toggle';
  const mine = { kind: isStart ? 'start' : 'toggle', client_unique_id: nameIn(call), said: textOf(timing) };
  if (led.some((upload) => upload['kind'] === mine.kind && byRank(upload, mine) === 0)) return id;
  await refuseUnbookable(timing, at, taskId);
  if (last['is_start_live'] === 1 || (!isStart && !isToggled(last, uploads))) return id;
  const values: Record<string, Row[string]> = { ...newTracking(timing, at, taskId) };
  const outdone = new Set<string>();
  const started = new Set<string>();
  for (const upload of led) {
    const said = Object.keys(newTracking(await asCalled(timing, upload), at, taskId));
    for (const name of byRank(upload, mine) > 0 ? said : []) delete values[name];
    for (const name of said) (upload['kind'] === 'toggle' ? outdone : started).add(name);
  }
  // Of a toggle nothing holds against a start.
  for (const name of isStart ? outdone : [])
    if (!started.has(name) && !kept.includes(name)) values[name] ??= null;
  for (const name of Object.keys(await saidAtEnd(timing, await endedBy(timing, last)))) delete values[name];
  const differing = Object.entries(values).filter(([column, value]) => last[column] !== value);
  if (differing.length > 0) await view.change('timeTrackings', id, Object.fromEntries(differing));
  return id;
}

/** Whether what began then has lasted for no time so far: it runs, or was stopped by the timer in that very second. */
function isInFirstSecond(last: Row, now: number): boolean {
  if (last['end_instant'] === null) return true;
  return isTimed(last) && endOf(last) > now && endOf(last) === (last['start_instant'] as number) + 1;
}

/** Whether or not it comes to show: what cannot be booked is refused, whichever start of its second comes first. */
async function refuseUnbookable({ userId, view }: Timing, at: Moment, taskId: number): Promise<void> {
  const start_date = localText(at.instant, at.zone).slice(0, 10);
  const tracking = { user_id: userId, task_id: taskId, start_date };
  await bookableTask({ after: tracking }, view);
  await refuseClosed(tracking, view);
}

function textOf(timing: Timing): string | null {
  return saidBy(timing)?.text ?? null;
}

/**
 * In the second in which a tracking began, another start means that one: of two starts in one second the later counts,
 * and nothing lasts for no time at all.
 */
async function takeOver(
  timing: Timing,
  at: Moment,
  { last, taskId }: { last: Row; taskId: number },
): Promise<number> {
  const { userId, view } = timing;
  const id = last['id'] as number;
  const { client_unique_id: name, ...values } = newTracking(timing, at, taskId);
  const unnamed = name === undefined || last['client_unique_id'] !== null;
  const after = { ...last, ...values, ...(unnamed ? {} : { client_unique_id: name }) };
  await view.change('timeTrackings', id, {
    ...Object.fromEntries(Object.entries(after).filter(([column, value]) => last[column] !== value)),
    ...(last['end_instant'] === null ? {} : noEnd),
  });
  await checkLiveStart((await view.get('timeTrackings', id)) as Row, view);
  if (unnamed && typeof name === 'string')
    await remember({ userId, kind: 'start', name, tracking: id, at }, view);
  return id;
}

function insertion({ call }: Timing) {
  return { parameters: { _insert_into_conflicting: call.parameters['_insert_into_conflicting'] ?? 0 } };
}

function taken(last: Row, at: Moment): ApiError {
  const { start_time } = sideAt('start', at);
  const message = `start_time is ${start_time}; time tracking ${last['id']} of user ${last['user_id']} starts then already.`;
  return new ApiError('conflict', message, { field: 'start_time', data: trackingFacts(last) });
}
