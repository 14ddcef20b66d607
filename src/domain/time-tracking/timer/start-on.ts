// Starting on a task that is known, at a moment that is known: at once, or as a request.
import type { ActionAnswer } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { isAskedFor } from '../requests/request-instead.ts';
import { barredStart } from './barrier.ts';
import { newTracking } from './begin.ts';
import { isLiveRequestable } from '../check-live-start.ts';
import { isOffline, sideAt, type Moment } from './moment.ts';
import { mayClaim, requestClaim, tooEarlyClaim } from './post-date.ts';
import { placeStart } from './place-start.ts';
import { endOfStart } from './settle-requests.ts';
import type { Timing } from './timing.ts';
import { nameIn } from './uploads.ts';

/** Starts a tracking on the task at the moment; what the caller may not claim is requested instead, or refused. */
export function startOn(timing: Timing, at: Moment, taskId: number): ActionAnswer {
  const { call } = timing;
  const values = newTracking(timing, at, taskId);
  const isAllowed = mayClaim(timing, at);
  const refusal = isAllowed ? tooEarlyClaim(timing, at) : null;
  if (!isAllowed || refusal !== null || isRequestedOutside(timing, at, values)) {
    const end = isOffline(call) ? requestedEnd(timing, at) : {};
    return requestClaim(timing, { tracking: null, values: { ...values, ...end }, refusal });
  }
  return barredStart(timing, at) ?? { ids: [placeStart(timing, at, { taskId })] };
}

/**
 * The columns of the end that a start without connection has already, if it is requested; what was said there is written
 * when the request is.
 */
function requestedEnd(timing: Timing, at: Moment): Row {
  const starting = {
    start: at.instant,
    zone: at.zone,
    name: nameIn(timing.call),
    isOffline: true,
    end: null,
  };
  const end = endOfStart(timing, starting);
  return end === null ? {} : sideAt('end', end);
}

/** Whether a live start outside the geofences is asked for, where that can be requested. */
function isRequestedOutside({ call, view }: Timing, at: Moment, values: Row): boolean {
  return !at.late && isAskedFor(call.parameters) && isLiveRequestable(values, view);
}
