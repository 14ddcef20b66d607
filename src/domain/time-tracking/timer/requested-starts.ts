// Starts that are requested and wait for their decision: to their person they run. They end at the stop that means them, at the
// latest where the next start lies. What was recorded without connection comes in any order, so this is worked out anew from
// what is remembered.
import { pendingRow, pendingRowText, type PendingRow } from '#resource/pending-row.ts';
import type { Comparison, Row, View } from '#resource/rule.ts';
import { knownRow } from '../../known-row.ts';
import { numberIn, sentNumber, sentText, textIn } from '../../sent-values.ts';
import { proposedTracking, requestNamed } from '../requests/request-named.ts';
import { compareEvents, eventOf, nameIn, wasRecorded, type Event } from './events.ts';
import { nextApprovedDay } from './fold.ts';
import { isOffline, momentOf, noEnd, sideAt, type Moment, type Shown } from './moment.ts';
import { neighboursOf } from './neighbours.ts';
import { givenValues, saidBy } from './payload.ts';
import { eventsNamed, inOrder, sheetOf, startedAs, type Sheet, type Whose } from './story.ts';
import type { TimerCall } from './timer-call.ts';

const resource = 'changeTimeTrackingRequests';

/** What a request carries. When a user asks for other times, `begun` goes. */
interface Proposed extends PendingRow {
  /** The same without its end, which is what the timer says: no user asked for another one. */
  readonly begun?: PendingRow;
}

/** A start that is requested, or about to be. */
interface Starting {
  readonly start: number;
  /** The zone of its clocks. */
  readonly zone: string;
  /** The name that its client gave it. */
  readonly name: unknown;
  readonly isRecorded: boolean;
  /** Where it ends so far; `null`: nowhere. */
  readonly end: number | null;
}

/** A pending request for a new tracking. */
interface RequestedStart extends Starting {
  readonly id: number;
  readonly proposed: Proposed;
}

/** Where a requested start ends, and what was said at its end. */
interface RequestedEnd extends Shown {
  readonly values: Row;
  /** What begins there, if that ends it, is only requested. */
  readonly isRequested?: boolean;
}

/** A row of a request as one that is pending; `null`: it carries nothing, or is decided. */
function requestedStart(request: Row<typeof resource>): RequestedStart | null {
  const proposed: Proposed | null = pendingRow(request.proposal);
  if (proposed === null || request.status !== 'PENDING') return null;
  const { row } = proposed;
  return {
    id: request.id,
    proposed,
    name: request.client_unique_id,
    start: sentNumber(row, 'start_instant'),
    zone: sentText(row, 'start_time_timezone'),
    end: numberIn(row, 'end_instant'),
    isRecorded: row['is_offline_tracking'] === 1,
  };
}

function pendingOf(userId: number): readonly Comparison[] {
  return [
    { column: 'user_id', is: '=', value: userId },
    { column: 'status', is: '=', value: 'PENDING' },
    { column: 'type', is: '=', value: 'ADD' },
  ];
}

/** All of the person, by start. */
function requestedStarts({ userId, view }: Whose): readonly RequestedStart[] {
  const requests = view.find(resource, pendingOf(userId)).map(requestedStart);
  return requests.filter((request) => request !== null).toSorted((a, b) => a.start - b.start);
}

/** The person's latest one without an end, unless times were booked since; `null`: there is none. */
export function openRequest({ userId, view }: Whose): RequestedStart | null {
  const open: Comparison = { column: 'new_end_time', is: 'null' };
  const [latest] = view.find(resource, [...pendingOf(userId), open], { orderBy: ['-id'], limit: 1 });
  const request = latest === undefined ? null : requestedStart(latest);
  if (request === null) return null;
  const { last, next } = neighboursOf(userId, request.start, view);
  return next === undefined && last?.start_instant !== request.start ? request : null;
}

/** What is asked for but for the end, and for what was said there. */
function withoutEnd({ row, given, begun }: Proposed): PendingRow {
  const started = Object.entries(row).filter(([name]) => !(name in noEnd));
  return begun ?? { row: Object.fromEntries(started), given: given.filter((name) => !(name in noEnd)) };
}

/** Records that the end with which the request was written is what the timer says. */
function recordTimed(view: View, id: number): void {
  const asked = pendingRow(knownRow(view, resource, id).proposal);
  if (asked === null) return;
  const proposed: Proposed = { ...asked, begun: withoutEnd(asked) };
  view.update(resource, id, { proposal: pendingRowText(proposed) });
}

/**
 * Records the end in the request, or that there is none, unless it says so; what was said at another end goes. Whether it can
 * be granted so is checked when it is.
 */
function endRequested(view: View, request: RequestedStart, end: RequestedEnd | null): void {
  if (end === null && request.end === null) return;
  const begun = withoutEnd(request.proposed);
  const values: Row = end === null ? {} : { ...end.values, ...sideAt('end', end) };
  const derived =
    end === null
      ? { ...noEnd, end_instant: null, duration: null, status: 1 }
      : { end_instant: end.instant, duration: end.instant - request.start, status: 2 };
  const given = [...new Set([...begun.given, ...Object.keys(values)])];
  const proposed: Proposed = { row: { ...begun.row, ...values, ...derived }, given, begun };
  const proposal = pendingRowText(proposed);
  if (proposal === pendingRowText(request.proposed)) return;
  view.update(resource, request.id, { proposal, new_end_time: textIn(values, 'end_time') });
  view.affected(resource, request.id);
}

/**
 * Something was started or stopped at the instant: ends the requested starts around and after it where they end now. Ends
 * that a user asked for stay as they are.
 */
export function settleRequested(whose: Whose, instant: number): void {
  const requests = requestedStarts(whose);
  const from = requests.findLast(({ start }) => start < instant)?.start ?? instant;
  const timed = requests.filter(
    ({ start, end, proposed }) => start >= from && (end === null || proposed.begun),
  );
  if (timed.length === 0) return;
  const sheet = sheetOf(whose, { name: null, instant: from });
  for (const request of timed)
    endRequested(whose.view, request, endAmong(whose, request, { requests, sheet }));
}

/**
 * Requests a start as `write` does: with the columns of the end that it has already, if it was recorded without connection;
 * what was said there is written afterwards. Without a name the same start counts once. Answers the request.
 */
export function requestStart(
  whose: Whose,
  { instant: start, zone, proposal }: Shown & { readonly proposal: PendingRow },
  write: (end: Row) => number,
): Row<typeof resource> {
  const { view } = whose;
  const { client_unique_id: name, is_offline_tracking: isUpload, end_time: sent } = proposal.row;
  const isOpen = isUpload === 1 && sent == null;
  const same = isOpen && name == null ? sameStart(whose, proposal) : undefined;
  if (same !== undefined) return knownRow(view, resource, same.id);
  const starting = { start, zone, name, isRecorded: true, end: null };
  const end = isOpen ? endAmong(whose, starting, othersAt(whose, start)) : null;
  const id = write(end === null ? {} : sideAt('end', end));
  if (end !== null) recordTimed(view, id);
  settleRequested(whose, start);
  return knownRow(view, resource, id);
}

/** The pending request that asks for just this start without a name, wherever it has come to end. */
function sameStart(whose: Whose, asked: PendingRow): RequestedStart | undefined {
  const wanted = withoutEnd(asked);
  return requestedStarts(whose).find(({ name, proposed }) => {
    const begun = withoutEnd(proposed);
    const names = [...begun.given, ...wanted.given, 'start_time_offset'];
    return (
      name === null && names.every((column) => (begun.row[column] ?? null) === (wanted.row[column] ?? null))
    );
  });
}

/** What may end a requested start. */
interface Others {
  readonly requests: readonly RequestedStart[];
  readonly sheet: Sheet;
}

function othersAt(whose: Whose, instant: number): Others {
  return { requests: requestedStarts(whose), sheet: sheetOf(whose, { name: null, instant }) };
}

function endAmong(whose: Whose, starting: Starting, others: Others): RequestedEnd | null {
  const { start, zone, isRecorded } = starting;
  const next = nextStart(start, others);
  // What comes without connection may come when days behind it are approved.
  const wall = isRecorded ? nextApprovedDay(whose, { instant: start, zone }) : null;
  const isWalled = wall !== null && (next === null || next.instant > wall);
  const bound = isWalled ? { instant: wall, zone, values: {} } : next;
  const stops = firstStops(whose, starting, { ...others, bound });
  const [stop] = stops;
  // A start ends what runs. What is booked later, with connection, says nothing of a start that is still to be decided.
  if (stop === undefined) return isRecorded || bound?.isRequested === true ? bound : null;
  const instant = endOfStop(stop, start);
  const values = saidBy(stops, 'end');
  if (bound === null || instant <= bound.instant) return { instant, zone: stop.zone, values };
  // A live stop always works, cut or not; what was recorded ends nothing that has ended by then.
  return wasRecorded(stop) ? bound : { ...bound, values };
}

/** Where the next start of the person lies, booked or requested. */
function nextStart(start: number, { requests, sheet }: Others): RequestedEnd | null {
  const next = inOrder(sheet).find((tracking) => tracking.start_instant > start);
  const asked = requests.find((request) => request.start > start);
  const booked = next?.start_instant ?? Infinity;
  if (asked !== undefined && asked.start <= booked)
    return { values: {}, instant: asked.start, zone: asked.zone, isRequested: true };
  return next === undefined ? null : { values: {}, instant: booked, zone: next.start_time_timezone };
}

/** Zero-length trackings are not created. */
function endOfStop(stop: Event, start: number): number {
  return Math.max(stop.instant, start + 1);
}

interface Bounded extends Others {
  readonly bound: RequestedEnd | null;
}

/** The stops of the first second in which any means it, in the order in which they count: what the last one says holds. */
function firstStops(whose: Whose, starting: Starting, around: Bounded): readonly Event[] {
  const { start, name, isRecorded, end } = starting;
  const found: Event[] = [];
  const stops = [...around.sheet.events.values()].filter(
    (one) => one.kind === 'stop' && one.instant >= start,
  );
  for (const stop of stops.toSorted((a, b) => a.instant - b.instant)) {
    const [first] = found;
    if (first !== undefined && endOfStop(stop, start) > endOfStop(first, start)) break;
    // With connection, an earlier stop cannot have meant what was started after it.
    const isSaid = isRecorded || wasRecorded(stop) || stop.instant === end || stop.client_unique_id === name;
    if (isSaid && isStopOf(whose, stop, { starting, around })) found.push(stop);
  }
  return found.toSorted(compareEvents);
}

/** As for trackings: a name stands for what had begun under it by then; otherwise it is the stop's own, and counts once. */
function isStopOf(
  { userId, view }: Whose,
  stop: Event,
  { starting, around: { bound, sheet } }: { readonly starting: Starting; readonly around: Bounded },
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
    : startedAs(sheet, name)?.start_instant;
  if (started != null && started < at) return false;
  return !eventsNamed(sheet, name).some((other) => other.id !== stop.id && other.instant < at);
}

/**
 * Stops the start that was requested under the name of the call; what is decided already, or has ended, stays as it is.
 * Answers whether the call meant it: a stop before that start has a name of its own.
 */
export function stopRequested(call: TimerCall, request: Row<typeof resource>): boolean {
  const named = requestedStart(request);
  if (named === null) return true;
  const at = momentOf(call, 'end', named.zone);
  if (!isOffline(call)) {
    if (named.end === null) stopAsked(call, named, at);
    return true;
  }
  if (at.instant < named.start) return false;
  const { events } = sheetOf(call, { name: nameIn(call) });
  const isKnown = [...events.values()].some(({ kind, instant }) => kind === 'stop' && instant === at.instant);
  if (!isKnown) call.view.insert('timerUploads', eventOf(call, at));
  settleRequested(call, named.start);
  return true;
}

/** Ends what was requested to start, at the latest where the next start lies. */
export function stopAsked(call: TimerCall, request: RequestedStart, at: Moment): void {
  const { tag, view } = call;
  const stop = { zone: at.zone, instant: Math.max(at.instant, request.start + 1) };
  const bound = nextStart(request.start, othersAt(call, request.start));
  const end = bound !== null && bound.instant < stop.instant ? bound : stop;
  endRequested(view, request, { ...end, values: givenValues(call, 'end', tag !== null) });
  // What it ends may have been recorded without connection and come later.
  view.insert('timerUploads', eventOf(call, stop));
}
