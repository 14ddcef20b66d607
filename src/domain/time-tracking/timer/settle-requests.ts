// Where requested starts end: at the stop that means them, at the latest where the next one begins. What was recorded without
// connection comes in any order, so this is worked out anew from what is remembered.
import type { Row } from '#resource/rule.ts';
import { proposedTracking, requestNamed } from '../requests/request-named.ts';
import { numberIn } from '../../sent-values.ts';
import { approvedAhead } from './approved-ahead.ts';
import { givenValues } from './given-values.ts';
import { neighboursOf } from './neighbours.ts';
import {
  endRequested,
  requestedStarts,
  type RequestedEnd,
  type RequestedStart,
  type Starting,
  type Whose,
} from './open-request.ts';
import {
  byRank,
  stopsFrom,
  trackingNamed,
  uploadsNamed,
  valuesSaid,
  wasRecorded,
  type Event,
} from './uploads.ts';

/**
 * Something was started or stopped at the instant: ends the requested starts around and after it where they end now. Ends
 * that a user asked for stay as they are.
 */
export function settleRequested(whose: Whose, instant: number): void {
  const requests = requestedStarts(whose);
  const from = requests.findLast(({ start }) => start < instant)?.start ?? instant;
  for (const request of requests.filter(({ start }) => start >= from))
    if (request.end === null || request.isTimed === true)
      endRequested(whose.view, request, endAmong(whose, request, requests));
}

/** Where a start ends that is about to be requested; `null`: nowhere so far. */
export function endOfStart(whose: Whose, starting: Starting): RequestedEnd | null {
  return endAmong(whose, starting, requestedStarts(whose));
}

/** Where the next start of the person lies, booked or requested. */
export function nextStart(
  { userId, view }: Whose,
  start: number,
  requests: readonly RequestedStart[],
): Bound | null {
  const { next } = neighboursOf(userId, start, view);
  const asked = requests.find((request) => request.start > start);
  const booked = next?.start_instant ?? Infinity;
  const none = { values: {}, isRequested: false };
  if (asked !== undefined && asked.start <= booked)
    return { ...none, instant: asked.start, zone: asked.zone, isRequested: true };
  return next === undefined ? null : { ...none, instant: booked, zone: next.start_time_timezone };
}

interface Bound extends RequestedEnd {
  /** What begins there is only requested. */
  readonly isRequested: boolean;
}

function endAmong(
  whose: Whose,
  starting: Starting,
  requests: readonly RequestedStart[],
): RequestedEnd | null {
  const bound = boundOf(whose, starting, requests);
  const stops = firstStops(whose, starting, bound);
  const [stop] = stops;
  // A start ends what runs. What is booked later, with connection, says nothing of a start that is still to be decided.
  if (stop === undefined) return starting.isOffline || bound?.isRequested === true ? bound : null;
  const instant = endOfStop(stop, starting);
  const values: Row = Object.assign({}, ...stops.map(saidAt));
  if (bound === null || instant <= bound.instant) return { instant, zone: stop.zone, values };
  // A live stop always works, cut or not; what was recorded ends nothing that has ended by then.
  return wasRecorded(stop) ? bound : { ...bound, values };
}

function saidAt(stop: Event): Row {
  return givenValues({ values: valuesSaid(stop) }, 'end', stop.tag_id !== null);
}

/** Nothing lasts for no time at all. */
function endOfStop(stop: Event, { start }: Starting): number {
  return Math.max(stop.instant, start + 1);
}

/** Where it ends at the latest: what comes without connection may come when days behind it are approved. */
function boundOf(
  whose: Whose,
  { start, zone, isOffline }: Starting,
  requests: readonly RequestedStart[],
): Bound | null {
  const next = nextStart(whose, start, requests);
  const wall = isOffline ? approvedAhead(whose, { instant: start, zone }) : null;
  if (wall === null || (next !== null && next.instant <= wall)) return next;
  return { instant: wall, zone, values: {}, isRequested: false };
}

/** The stops of the first second in which any means it, in the order in which they count: what the last one says holds. */
function firstStops(whose: Whose, starting: Starting, bound: Bound | null): readonly Event[] {
  const { start, name, isOffline, end } = starting;
  const found: Event[] = [];
  for (const stop of stopsFrom(whose.userId, start, whose.view)) {
    const [first] = found;
    if (first !== undefined && endOfStop(stop, starting) > endOfStop(first, starting)) break;
    const isSaid = wasRecorded(stop) || stop.instant === end || stop.client_unique_id === name;
    // With connection, an earlier stop cannot have meant what was started after it.
    if ((isOffline || isSaid) && isStopOf(whose, stop, { starting, bound })) found.push(stop);
  }
  return found.toSorted(byRank);
}

/** As for trackings: a name stands for what had begun under it by then; otherwise it is the stop's own, and counts once. */
function isStopOf(
  { userId, view }: Whose,
  stop: Event,
  { starting, bound }: { readonly starting: Starting; readonly bound: Bound | null },
): boolean {
  const { client_unique_id: name, instant: at } = stop;
  if (stop.about_id !== null || stop.time_tracking_id !== null) return false;
  if (name !== null && name === starting.name) return true;
  if (at <= starting.start || (bound !== null && at > bound.instant)) return false;
  if (name === null) return true;
  const request = requestNamed(userId, name, view);
  const isProposed = request?.time_tracking_id === null;
  const started = isProposed
    ? numberIn(proposedTracking(request), 'start_instant')
    : trackingNamed(userId, name, view)?.start_instant;
  if (started != null && started < at) return false;
  const others = uploadsNamed(userId, name, view).filter(({ id }) => id !== stop['id']);
  return !others.some((other) => other.instant < at);
}
