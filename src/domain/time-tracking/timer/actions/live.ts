// Starting and stopping as it happens, or at a moment that is claimed: what runs ends, at once.
import { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { knownRow } from '../../../known-row.ts';
import { checkLiveStart } from '../../check-live-start.ts';
import { trackingFacts } from '../../keep-approved.ts';
import { isInsertedInto } from '../../make-room.ts';
import { markedAs } from '../../timer-marks.ts';
import { differing, insertion, newTracking, reportAffected } from '../apply.ts';
import { placeCheckpoints } from '../checkpoint-events.ts';
import { eventOf } from '../events.ts';
import { noEnd, sideAt, type Moment } from '../moment.ts';
import { endOf, isTimed, neighboursOf } from '../neighbours.ts';
import { givenValues, standing } from '../payload.ts';
import { recordContradiction } from '../record-contradiction.ts';
import type { TimerCall } from '../timer-call.ts';
import { mayClaim, requestClaim } from './claim.ts';

type Tracking = Row<'timeTrackings'>;

/** Begins a tracking; what runs ends where it starts. Answers its id. */
export async function startLive(call: TimerCall, at: Moment, taskId: number): Promise<number> {
  const { userId, view } = call;
  const { last } = await neighboursOf(userId, at.instant, view);
  const over = last?.start_instant === at.instant ? await takeOver(call, at, { taskId, last }) : null;
  const ended = over === null && last?.end_instant === null ? [last.id] : [];
  for (const id of ended) await view.change('timeTrackings', id, sideAt('end', at), markedAs('stops'));
  const id = over ?? (await view.create('timeTrackings', newTracking(call, at, taskId), insertion(call)));
  if (at.late) await placeCheckpoints(call, at.instant, new Set([...ended, id]));
  reportAffected(call, new Set(ended), id);
  return id;
}

/**
 * In the second in which a tracking began, another start means that one: of two starts in one second the later counts.
 * Answers its id; `null`: what began then gives way.
 */
export async function takeOver(
  call: TimerCall,
  at: Moment,
  { taskId, last }: { readonly taskId: number; readonly last: Tracking },
): Promise<number | null> {
  const { id, client_unique_id: own } = last;
  // It has lasted for no time so far: it runs, or was stopped by the timer in that very second.
  const isStopped = isTimed(last) && endOf(last) > call.now && endOf(last) === last.start_instant + 1;
  if (last.end_instant !== null && !isStopped) {
    if (isInsertedInto(call.parameters)) return null;
    const { start_time } = sideAt('start', at);
    const message = `start_time is ${start_time}; time tracking ${id} of user ${last.user_id} starts then already.`;
    throw new ApiError('conflict', message, { field: 'start_time', data: trackingFacts(last) });
  }
  const { client_unique_id: name, ...values } = newTracking(call, at, taskId);
  const isNamed = name !== undefined && own === null;
  await call.view.change('timeTrackings', id, {
    ...differing(last, { ...values, ...(isNamed ? { client_unique_id: name } : {}) }),
    ...(last.end_instant === null ? {} : noEnd),
  });
  await checkLiveStart(await knownRow(call.view, 'timeTrackings', id), call.view);
  if (typeof name === 'string' && !isNamed) {
    const event = eventOf(call, at, { kind: 'start', said: null, tag_id: null, time_tracking_id: id });
    await call.view.insert('timerUploads', event);
  }
  return id;
}

/** Ends the tracking that runs. What says or names something is remembered: it may come to end what comes later. */
export async function stopAt(call: TimerCall, target: Tracking, at: Moment): Promise<ActionAnswer> {
  const { row, tag, userId, view } = call;
  const values = givenValues(call, 'end', tag !== null);
  const { id, start_instant: start } = target;
  // Zero-length trackings are not created: what ends in its first second, or before it by another clock, lasts that second.
  const earliest = Math.max(at.instant, start + 1);
  const { next } = await neighboursOf(userId, start, view);
  const isCut = next !== undefined && next.start_instant < earliest;
  const end = { instant: isCut ? next.start_instant : earliest, zone: at.zone };
  const columns = { ...sideAt('end', end), ...values };
  if (!(await mayClaim(call, at))) return requestClaim(call, { tracking: target, values: columns });
  await view.change('timeTrackings', id, columns, markedAs('stops'));
  if (isCut) await recordContradiction(target, view);
  const stood = JSON.stringify(standing(target, values));
  const event = eventOf(call, end, { time_tracking_id: id, stood });
  const isTold = event.client_unique_id !== null || row !== null || Object.keys(values).length > 0;
  if (isTold) await view.insert('timerUploads', event);
  return { ids: [id] };
}
