// Beginning a tracking with connection, or in the second in which another one begins.
import { ApiError } from '#errors/api-error.ts';
import type { Row } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';
import { knownRow } from '../../known-row.ts';
import { refuseClosed } from '../check-open.ts';
import { bookableTask } from '../copy-task.ts';
import { trackingFacts } from '../keep-approved.ts';
import { isInsertedInto } from '../make-room.ts';
import { markedAs } from '../timer-marks.ts';
import { checkLiveStart } from '../check-live-start.ts';
import { asCalled } from './ending.ts';
import type { Beginning, Folding } from './folding.ts';
import { givenValues } from './given-values.ts';
import { isOffline, noEnd, sideAt, type Moment } from './moment.ts';
import { endOf, isTimed, neighboursOf } from './neighbours.ts';
import { kept, saidAtEnd } from './said.ts';
import { endedBy, eventsAt, isToggled } from './story.ts';
import type { Timing } from './timing.ts';
import { byRank, nameIn, remember, saidBy } from './uploads.ts';

/** The id of a tracking that has begun, and those of others that have changed for it. */
export interface Begun {
  readonly id: number;
  readonly changed: ReadonlySet<number>;
}

/** Begins a tracking with connection: what runs ends where it starts. */
export function begin(timing: Timing, at: Moment, taskId: number): Begun {
  const { userId, view } = timing;
  const over = takeOver(timing, at, taskId);
  if (over !== null) return { id: over, changed: new Set() };
  const { last } = neighboursOf(userId, at.instant, view);
  const runs = last?.end_instant === null;
  if (runs) view.change('timeTrackings', last.id, sideAt('end', at), markedAs('stops'));
  const id = view.create('timeTrackings', newTracking(timing, at, taskId), insertion(timing));
  return { id, changed: new Set(runs ? [last.id] : []) };
}

/** The columns of a tracking that a call begins. */
export function newTracking({ call, userId, tag }: Timing, at: Moment, taskId: number): Row {
  const name = nameIn(call);
  return {
    user_id: userId,
    task_id: taskId,
    ...sideAt('start', at),
    ...givenValues(call, 'start', tag !== null),
    ...(name === null ? {} : { client_unique_id: name }),
    ...(isOffline(call) ? { is_offline_tracking: 1 } : {}),
  };
}

/** Whether what is there gives way to what is begun. */
export function insertion({ call }: Timing) {
  return { parameters: { _insert_into_conflicting: call.parameters['_insert_into_conflicting'] ?? 0 } };
}

/**
 * In the second in which a tracking began, another start means that one: of two starts in one second the later counts,
 * and nothing lasts for no time at all. Answers its id; `null`: nothing begins in that second.
 */
export function takeOver(timing: Timing, at: Moment, taskId: number): number | null {
  const { call, userId, view } = timing;
  const { last } = neighboursOf(userId, at.instant, view);
  if (last?.start_instant !== at.instant) return null;
  if (!isInFirstSecond(last, call.now)) {
    if (isInsertedInto(call.parameters)) return null;
    throw taken(last, at);
  }
  const { id, client_unique_id: own } = last;
  const { client_unique_id: name, ...values } = newTracking(timing, at, taskId);
  const isNamed = name !== undefined && own === null;
  view.change('timeTrackings', id, {
    ...differing(last, { ...values, ...(isNamed ? { client_unique_id: name } : {}) }),
    ...(last.end_instant === null ? {} : noEnd),
  });
  checkLiveStart(knownRow(view, 'timeTrackings', id), view);
  if (typeof name === 'string' && !isNamed) remember({ userId, kind: 'start', name, tracking: id, at }, view);
  return id;
}

/** Whether what began then has lasted for no time so far: it runs, or was stopped by the timer in that very second. */
function isInFirstSecond(last: Row<'timeTrackings'>, now: number): boolean {
  if (last.end_instant === null) return true;
  return isTimed(last) && endOf(last) > now && endOf(last) === last.start_instant + 1;
}

/**
 * Starts without connection in one second are one tracking: what the last of them says holds, by name, and what it does not
 * say the one before it. What was started live in that second holds against all of them, and any start against a toggle.
 * Writes what has come to differ in the tracking that begins then.
 */
export function meet(
  { timing, story }: Folding,
  last: Row<'timeTrackings'>,
  { at, taskId }: Pick<Beginning, 'at' | 'taskId'>,
): void {
  const { call, view } = timing;
  const events = eventsAt(story, at.instant);
  const led = events.filter((event) => event.time_tracking_id === last.id);
  const kind = call.action === 'toggle' ? ('toggle' as const) : ('start' as const);
  const mine = { kind, client_unique_id: nameIn(call), said: saidBy(timing)?.text ?? null };
  if (led.some((event) => event.kind === kind && byRank(event, mine) === 0)) return;
  refuseUnbookable(timing, at, taskId);
  if (last.is_start_live === 1 || (kind === 'toggle' && !isToggled(last, events))) return;
  const values: Record<string, Row[string]> = { ...newTracking(timing, at, taskId) };
  const outdone = new Set<string>();
  const started = new Set<string>();
  for (const event of led) {
    const said = Object.keys(newTracking(asCalled(timing, event), at, taskId));
    for (const name of byRank(event, mine) > 0 ? said : []) delete values[name];
    for (const name of said) (event.kind === 'toggle' ? outdone : started).add(name);
  }
  // Of a toggle nothing holds against a start.
  for (const name of kind === 'start' ? outdone : [])
    if (!started.has(name) && !kept.includes(name)) values[name] ??= null;
  for (const name of Object.keys(saidAtEnd(timing, endedBy(story, last)))) delete values[name];
  const changes = differing(last, values);
  if (Object.keys(changes).length > 0) view.change('timeTrackings', last.id, changes);
}

function differing(row: Row, values: Row): Row {
  return Object.fromEntries(Object.entries(values).filter(([column, value]) => row[column] !== value));
}

/** Whether or not it comes to show: what cannot be booked is refused, whichever start of its second comes first. */
function refuseUnbookable({ userId, view }: Timing, at: Moment, taskId: number): void {
  const start_date = localText(at.instant, at.zone).slice(0, 10);
  const tracking = { user_id: userId, task_id: taskId, start_date };
  bookableTask({ after: tracking }, view);
  refuseClosed(tracking, view);
}

function taken(last: Row<'timeTrackings'>, at: Moment): ApiError {
  const { start_time } = sideAt('start', at);
  const message = `start_time is ${start_time}; time tracking ${last.id} of user ${last.user_id} starts then already.`;
  return new ApiError('conflict', message, { field: 'start_time', data: trackingFacts(last) });
}
