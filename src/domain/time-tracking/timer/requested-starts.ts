// Starts that are requested and wait for their decision: to their person they run. They end at the stop that means them, at the
// latest where the next start lies. What was recorded without connection comes in any order, so this is worked out anew from
// what is remembered.
import { pendingRow, pendingRowText, type PendingRow } from '#resource/pending-row.ts';
import type { Comparison, Row, View } from '#resource/rule.ts';
import { knownRow } from '../../known-row.ts';
import { numberIn, sentNumber, sentText, textIn } from '../../sent-values.ts';
import { proposedTracking, requestNamed } from '../requests/request-named.ts';
import { compareEvents, eventOf, nameIn, wasRecorded, type Event } from './events.ts';
import { isStopOf, nextApprovedDay } from './fold.ts';
import { isOffline, momentOf, noEnd, sideAt, type Moment, type Shown } from './moment.ts';
import { neighboursOf } from './neighbours.ts';
import { givenValues, saidBy } from './payload.ts';
import { inOrder, runningFrom, sheetOf, startOf, type Sheet, type Tracking, type Whose } from './story.ts';
import type { TimerCall } from './timer-call.ts';

const resource = 'changeTimeTrackingRequests';

/** What a request carries. When a user asks for other times, `begun` goes. */
interface Proposed extends PendingRow {
  /** The same without its end, which is what the timer says: no user asked for another one. */
  readonly begun?: PendingRow;
}

/** A pending request for a new tracking, as that would be; its id is that of the request, negative. */
interface RequestedStart extends Tracking {
  readonly proposed: Proposed;
}

/** Where a requested start ends, and what was said at its end. */
interface RequestedEnd extends Shown {
  readonly values: Row;
}

/** A row of a request as one that is pending; `null`: it carries nothing, or is decided. */
function requestedStart({ id, proposal, status }: Row<typeof resource>): RequestedStart | null {
  const proposed: Proposed | null = pendingRow(proposal);
  if (proposed === null || status !== 'PENDING') return null;
  const { row } = proposed;
  const at = { instant: sentNumber(row, 'start_instant'), zone: sentText(row, 'start_time_timezone') };
  return { ...startingAt(at, row), end_instant: numberIn(row, 'end_instant'), id: -id, proposed };
}

/** What is requested to start at the moment, as the tracking that it would be. */
function startingAt(at: Shown, row: Row): Tracking {
  return runningFrom(at, {
    id: 0,
    user_id: sentNumber(row, 'user_id'),
    task_id: sentNumber(row, 'task_id'),
    client_unique_id: textIn(row, 'client_unique_id'),
    is_offline_tracking: row['is_offline_tracking'] === 1 ? 1 : 0,
  });
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
  return requests.filter((request) => request !== null).toSorted((a, b) => a.start_instant - b.start_instant);
}

/** The person's latest one without an end, unless times were booked since; `null`: there is none. */
export function openRequest({ userId, view }: Whose): RequestedStart | null {
  const open: Comparison = { column: 'new_end_time', is: 'null' };
  const [latest] = view.find(resource, [...pendingOf(userId), open], { orderBy: ['-id'], limit: 1 });
  const request = latest === undefined ? null : requestedStart(latest);
  if (request === null) return null;
  const { start_instant: start } = request;
  const { last, next } = neighboursOf(userId, start, view);
  return next === undefined && last?.start_instant !== start ? request : null;
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
  const { id, proposed: before, start_instant: start, end_instant: ended } = request;
  if (end === null && ended === null) return;
  const begun = withoutEnd(before);
  const values: Row = end === null ? {} : { ...end.values, ...sideAt('end', end) };
  const derived =
    end === null
      ? { ...noEnd, end_instant: null, duration: null, status: 1 }
      : { end_instant: end.instant, duration: end.instant - start, status: 2 };
  const given = [...new Set([...begun.given, ...Object.keys(values)])];
  const proposed: Proposed = { row: { ...begun.row, ...values, ...derived }, given, begun };
  const proposal = pendingRowText(proposed);
  if (proposal === pendingRowText(before)) return;
  view.update(resource, -id, { proposal, new_end_time: textIn(values, 'end_time') });
  view.affected(resource, -id);
}

/**
 * Something was started or stopped at the instant: ends the requested starts around and after it where they end now. Ends
 * that a user asked for stay as they are.
 */
export function settleRequested(whose: Whose, instant: number): void {
  const requests = requestedStarts(whose);
  const from = requests.findLast(({ start_instant: start }) => start < instant)?.start_instant ?? instant;
  const timed = requests.filter(
    ({ start_instant: start, end_instant: end, proposed }) =>
      start >= from && (end === null || proposed.begun),
  );
  if (timed.length === 0) return;
  const sheet = askedSheet(whose, from, requests);
  for (const request of timed) endRequested(whose.view, request, endOfStart(whose, request, sheet));
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
  if (same !== undefined) return knownRow(view, resource, -same.id);
  const starting = startingAt({ instant: start, zone }, proposal.row);
  const end = isOpen ? endOfStart(whose, starting, askedSheet(whose, start)) : null;
  const id = write(end === null ? {} : sideAt('end', end));
  if (end !== null) recordTimed(view, id);
  settleRequested(whose, start);
  return knownRow(view, resource, id);
}

/** The pending request that asks for just this start without a name, wherever it has come to end. */
function sameStart(whose: Whose, asked: PendingRow): RequestedStart | undefined {
  const wanted = withoutEnd(asked);
  return requestedStarts(whose).find(({ client_unique_id: name, proposed }) => {
    const begun = withoutEnd(proposed);
    const names = [...begun.given, ...wanted.given, 'start_time_offset'];
    return (
      name === null && names.every((column) => (begun.row[column] ?? null) === (wanted.row[column] ?? null))
    );
  });
}

/** What there is from the instant on, booked or requested; of two starts in one second the requested one comes first. */
function askedSheet(whose: Whose, instant: number, requests = requestedStarts(whose)): Sheet {
  const { trackings, events } = sheetOf(whose, { name: null, instant });
  return { events, trackings: new Map([...requests.map((one) => [one.id, one] as const), ...trackings]) };
}

function endOfStart(whose: Whose, starting: Tracking, sheet: Sheet): RequestedEnd | null {
  const { start_instant: start, start_time_timezone: zone, is_offline_tracking: isUpload } = starting;
  const isRecorded = isUpload === 1;
  const next = nextStart(start, sheet);
  // What comes without connection may come when days behind it are approved.
  const wall = isRecorded ? nextApprovedDay(whose, { instant: start, zone }) : null;
  const isWalled = wall !== null && (next === null || next.instant > wall);
  const bound = isWalled ? { instant: wall, zone } : next;
  const stops = firstStops(whose, starting, { sheet, until: bound?.instant ?? Infinity });
  const [stop] = stops;
  // A start ends what runs. What is booked later, with connection, says nothing of a start that is still to be decided.
  if (stop === undefined)
    return bound !== null && (isRecorded || next?.isRequested) ? { ...bound, values: {} } : null;
  const instant = endOfStop(stop, start);
  const values = saidBy(stops, 'end');
  if (bound === null || instant <= bound.instant) return { instant, zone: stop.zone, values };
  // A live stop always works, cut or not; what was recorded ends nothing that has ended by then.
  return { ...bound, values: wasRecorded(stop) ? {} : values };
}

/** Where the next start of the person lies, and whether it is only requested. */
function nextStart(start: number, sheet: Sheet): (Shown & { readonly isRequested: boolean }) | null {
  const next = inOrder(sheet).find((one) => one.start_instant > start);
  return next === undefined ? null : { ...startOf(next), isRequested: next.id < 0 };
}

/** Zero-length trackings are not created. */
function endOfStop(stop: Event, start: number): number {
  return Math.max(stop.instant, start + 1);
}

/** The stops of the first second in which any means it, in the order in which they count: what the last one says holds. */
function firstStops(
  { userId, view }: Whose,
  starting: Tracking,
  { sheet, until }: { readonly sheet: Sheet; readonly until: number },
): readonly Event[] {
  const { start_instant: start, client_unique_id: named, is_offline_tracking: isUpload } = starting;
  const stops = [...sheet.events.values()].filter((stop) => {
    const { kind, instant, client_unique_id: name, about_id: about, time_tracking_id: led } = stop;
    if (kind !== 'stop' || instant < start || about !== null || led !== null) return false;
    if (name !== null && name === named) return true;
    // With connection, an earlier stop cannot have meant what was started after it.
    const isSaid = isUpload === 1 || wasRecorded(stop) || instant === starting.end_instant || name === named;
    if (!isSaid || instant === start || instant > until || !isStopOf(sheet, stop, starting)) return false;
    // A name stands for what was requested under it, whatever was decided.
    const request = requestNamed(userId, name, view);
    const asked = request?.time_tracking_id === null ? proposedTracking(request) : {};
    return (numberIn(asked, 'start_instant') ?? Infinity) >= instant;
  });
  const first = Math.min(...stops.map((stop) => endOfStop(stop, start)));
  return stops.filter((stop) => endOfStop(stop, start) === first).toSorted(compareEvents);
}

/**
 * Stops the start that was requested under the name of the call; what is decided already, or has ended, stays as it is.
 * Answers whether the call meant it: a stop before that start has a name of its own.
 */
export function stopRequested(call: TimerCall, request: Row<typeof resource>): boolean {
  const named = requestedStart(request);
  if (named === null) return true;
  const { start_instant: start, start_time_timezone: zone, end_instant: end } = named;
  const at = momentOf(call, 'end', zone);
  if (!isOffline(call)) {
    if (end === null) stopAsked(call, named, at);
    return true;
  }
  if (at.instant < start) return false;
  const { events } = sheetOf(call, { name: nameIn(call) });
  const isKnown = [...events.values()].some(({ kind, instant }) => kind === 'stop' && instant === at.instant);
  if (!isKnown) call.view.insert('timerUploads', eventOf(call, at));
  settleRequested(call, start);
  return true;
}

/** Ends what was requested to start, at the latest where the next start lies. */
export function stopAsked(call: TimerCall, request: RequestedStart, at: Moment): void {
  const { tag, view } = call;
  const { start_instant: start } = request;
  const stop = { zone: at.zone, instant: Math.max(at.instant, start + 1) };
  const bound = nextStart(start, askedSheet(call, start));
  const end = bound !== null && bound.instant < stop.instant ? bound : stop;
  endRequested(view, request, { ...end, values: givenValues(call, 'end', tag !== null) });
  // What it ends may have been recorded without connection and come later.
  view.insert('timerUploads', eventOf(call, stop));
}
