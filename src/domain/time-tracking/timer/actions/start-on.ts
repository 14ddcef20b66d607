// Starting on a task that is known, at a moment that is known: at once, or as a request.
import type { ActionAnswer } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { isLiveRequestable } from '../../check-live-start.ts';
import { isAskedFor } from '../../requests/request-instead.ts';
import { newTracking } from '../apply.ts';
import { nameIn } from '../events.ts';
import { isOffline, sideAt, type Moment } from '../moment.ts';
import { runningOf } from '../neighbours.ts';
import { endOfStart } from '../requested-starts.ts';
import type { TimerCall } from '../timer-call.ts';
import { mayClaim, requestClaim, tooEarlyClaim } from './claim.ts';
import { startLate } from './late.ts';
import { startLive } from './live.ts';

/** Starts a tracking on the task at the moment; what the caller may not claim is requested instead, or refused. */
export async function startOn(call: TimerCall, asked: Moment, taskId: number): Promise<ActionAnswer> {
  const values = newTracking(call, asked, taskId);
  const isAllowed = await mayClaim(call, asked);
  const refusal = isAllowed ? await tooEarlyClaim(call, asked) : null;
  if (!isAllowed || refusal !== null || (await isRequestedOutside(call, asked, values))) {
    const end = isOffline(call) ? await requestedEnd(call, asked) : {};
    return requestClaim(call, { tracking: null, values: { ...values, ...end }, refusal });
  }
  // A clock that was set back cannot start anything before what it started already.
  const running = asked.claimed ? undefined : await runningOf(call.userId, call.view);
  const at = { ...asked, instant: Math.max(asked.instant, running?.start_instant ?? asked.instant) };
  return isOffline(call) ? startLate({ call, at, taskId }) : { ids: [await startLive(call, at, taskId)] };
}

/**
 * The columns of the end that a start without connection has already, if it is requested; what was said there is written
 * when the request is.
 */
async function requestedEnd(call: TimerCall, { instant: start, zone }: Moment): Promise<Row> {
  const end = await endOfStart(call, { start, zone, name: nameIn(call), isRecorded: true, end: null });
  return end === null ? {} : sideAt('end', end);
}

/** Whether a live start outside the geofences is asked for, where that can be requested. */
async function isRequestedOutside(
  { parameters, view }: TimerCall,
  at: Moment,
  values: Row,
): Promise<boolean> {
  return !at.late && isAskedFor(parameters) && (await isLiveRequestable(values, view));
}
