// Beginning a tracking between those that are there: what runs ends where the new one starts, and what came late takes
// the place that it would have in order.
import { ApiError } from '#errors/api-error.ts';
import type { Row } from '#resource/rule.ts';
import { trackingFacts } from '../keep-approved.ts';
import { isInsertedInto } from '../make-room.ts';
import { markedAs } from '../timer-marks.ts';
import { checkLiveStart } from './check-live-start.ts';
import { givenValues } from './given-values.ts';
import { isOffline, sideAt, type Moment } from './moment.ts';
import { endOf, isTimed, neighboursOf, runningOf } from './neighbours.ts';
import type { Timing } from './timing.ts';
import { remember, stopEnded, stopBetween } from './uploads.ts';

/** Begins a tracking on the task at the moment; answers its id. Trackings that it ends are in `Affected`. */
export async function begin(timing: Timing, asked: Moment, taskId: number): Promise<number> {
  const { userId, view } = timing;
  const at = await notBeforeRunning(timing, asked);
  const { last, next } = await neighboursOf(userId, at.instant, view);
  if (last !== undefined && last['start_instant'] === at.instant) {
    if (endOf(last) > timing.call.now) return takeOver(timing, at, { last, taskId });
    if (!isInsertedInto(timing.call.parameters)) throw taken(last, at);
  }
  const place = await makePlace(timing, at, { last, next });
  const values = newTracking(timing, at, taskId);
  const stop = await stopOf(timing, at, place);
  const end =
    stop === undefined ? place : { instant: stop['instant'] as number, zone: stop['zone'] as string };
  const whole = end === null ? values : { ...values, ...sideAt('end', end) };
  const id = await view.create('timeTrackings', whole, insertion(timing));
  if (stop !== undefined) await stopEnded(stop, id, view);
  return id;
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

/** Ends a tracking, whatever its length; it is in `Affected`. */
export async function endAt(
  { view }: Pick<Timing, 'view'>,
  tracking: Row,
  { at, more = {} }: { at: Pick<Moment, 'instant' | 'zone'>; more?: Row },
): Promise<void> {
  const id = tracking['id'] as number;
  await view.change('timeTrackings', id, { ...sideAt('end', at), ...more }, markedAs('stops'));
  view.affected('timeTrackings', id);
}

/** A clock that was set back cannot start anything before what it started already. */
async function notBeforeRunning({ userId, view }: Timing, at: Moment): Promise<Moment> {
  if (at.claimed) return at;
  const running = await runningOf(userId, view);
  const instant = Math.max(at.instant, (running?.['start_instant'] as number | undefined) ?? at.instant);
  return { ...at, instant };
}

/** Ends what reaches into the new tracking, as far as the timer may; answers where the new one has to end itself. */
async function makePlace(
  timing: Timing,
  at: Moment,
  { last, next }: { last: Row | undefined; next: Row | undefined },
): Promise<Pick<Moment, 'instant' | 'zone'> | null> {
  const late = isOffline(timing.call);
  if (last !== undefined && endOf(last) > at.instant) {
    if (last['end_instant'] === null) await endAt(timing, last, { at });
    else if (late && isTimed(last)) {
      await endAt(timing, last, { at });
      return { instant: endOf(last), zone: last['end_time_timezone'] as string };
    }
  }
  if (!late || next === undefined) return null;
  return { instant: next['start_instant'] as number, zone: next['start_time_timezone'] as string };
}

async function stopOf(
  { call, userId, view }: Timing,
  at: Moment,
  place: Pick<Moment, 'instant'> | null,
): Promise<Row | undefined> {
  if (!isOffline(call)) return undefined;
  return stopBetween(userId, { from: at.instant, until: place?.instant ?? null }, view);
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
    ...(last['end_instant'] === null
      ? {}
      : { end_time: null, end_time_timezone: null, end_time_offset: null }),
  });
  if (last['task_id'] !== taskId) await checkLiveStart((await view.get('timeTrackings', id)) as Row, view);
  if (unnamed && typeof name === 'string') await remember({ userId, name, tracking: id, at }, view);
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
