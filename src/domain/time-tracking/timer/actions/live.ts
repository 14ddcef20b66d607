// Starting at once or as a request, and stopping as it happens, or at a moment that is claimed: what runs ends.
import type { ActionAnswer } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { isLiveRequestable } from '../../check-live-start.ts';
import { isAskedFor } from '../../requests/request-instead.ts';
import { markedAs } from '../../timer-marks.ts';
import { insertion, newTracking, recordContradiction, reportAffected } from '../apply.ts';
import { placeCheckpoints } from '../checkpoint-events.ts';
import { eventOf } from '../events.ts';
import { isOffline, sideAt, type Moment } from '../moment.ts';
import { neighboursOf, runningOf } from '../neighbours.ts';
import { givenValues, standing } from '../payload.ts';
import type { TimerCall } from '../timer-call.ts';
import { mayClaim, requestClaim, tooEarlyClaim } from './claim.ts';
import { startLate, takeOver } from './late.ts';

/** Starts a tracking on the task at the moment; what the caller may not claim is requested instead, or refused. */
export function startOn(call: TimerCall, asked: Moment, taskId: number): ActionAnswer {
  const values = newTracking(call, asked, taskId);
  const isAllowed = mayClaim(call, asked);
  const refusal = isAllowed ? tooEarlyClaim(call, asked) : null;
  if (!isAllowed || refusal !== null || isRequestedOutside(call, asked, values))
    return requestClaim(call, asked, { tracking: null, values, refusal });
  // A clock that was set back cannot start anything before what it started already.
  const running = asked.claimed ? undefined : runningOf(call.userId, call.view);
  const at = { ...asked, instant: Math.max(asked.instant, running?.start_instant ?? asked.instant) };
  return isOffline(call) ? startLate({ call, at, taskId }) : { ids: [startLive(call, at, taskId)] };
}

/** Whether a live start outside the geofences is asked for, where that can be requested. */
function isRequestedOutside({ parameters, view }: TimerCall, at: Moment, row: Row): boolean {
  return !at.late && isAskedFor(parameters) && isLiveRequestable(row, view);
}

/** Begins a tracking; what runs ends where it starts. Answers its id. */
function startLive(call: TimerCall, at: Moment, taskId: number): number {
  const { userId, view } = call;
  const { last } = neighboursOf(userId, at.instant, view);
  const over = last?.start_instant === at.instant ? takeOver(call, at, { taskId, last }) : null;
  const ended = over === null && last?.end_instant === null ? [last.id] : [];
  for (const id of ended) view.change('timeTrackings', id, sideAt('end', at), markedAs('stops'));
  const id = over ?? view.create('timeTrackings', newTracking(call, at, taskId), insertion(call));
  if (at.late) placeCheckpoints(call, at.instant, new Set([...ended, id]));
  reportAffected(call, new Set(ended), id);
  return id;
}

/** Ends the tracking that runs. What says or names something is remembered: it may come to end what comes later. */
export function stopAt(call: TimerCall, target: Row<'timeTrackings'>, at: Moment): ActionAnswer {
  const { row, tag, userId, view } = call;
  const values = givenValues(call, 'end', tag !== null);
  const { id, start_instant: start } = target;
  // Zero-length trackings are not created: what ends in its first second, or before it by another clock, lasts that second.
  const earliest = Math.max(at.instant, start + 1);
  const { next } = neighboursOf(userId, start, view);
  const isCut = next !== undefined && next.start_instant < earliest;
  const end = { instant: isCut ? next.start_instant : earliest, zone: at.zone };
  const columns = { ...sideAt('end', end), ...values };
  if (!mayClaim(call, at)) return requestClaim(call, at, { tracking: target, values: columns });
  view.change('timeTrackings', id, columns, markedAs('stops'));
  if (isCut) recordContradiction(target, view);
  const stood = JSON.stringify(standing(target, values));
  const event = eventOf(call, end, { time_tracking_id: id, stood });
  const isTold = event.client_unique_id !== null || row !== null || Object.keys(values).length > 0;
  if (isTold) view.insert('timerUploads', event);
  return { ids: [id] };
}
