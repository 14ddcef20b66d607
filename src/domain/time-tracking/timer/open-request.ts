// A start that was requested and waits for its decision: to its person it runs. A stop says when it ended, so that what is
// granted later does not run for ever.
import { carriedRow, carriedText, type CarriedRow } from '#resource/carried-row.ts';
import type { Comparison, Row, View } from '#resource/rule.ts';
import { knownRow } from '../../known-row.ts';
import { numberIn, sentNumber, sentText } from '../../sent-values.ts';
import { noEnd, sideAt, type Moment } from './moment.ts';
import { neighboursOf } from './neighbours.ts';
import { textIn } from '../../sent-values.ts';
import type { Timing } from './timing.ts';

const resource = 'changeTimeTrackingRequests';

/** What a request carries. When a user asks for other times, only these are left of it. */
interface Proposed extends CarriedRow {
  /** Its end is what the timer says, and no user asked for another one. */
  readonly isTimed?: boolean;
  /** What was said at that end. */
  readonly ended?: SaidAtEnd;
}

/** Columns that an end has written, and what stood in them before it: they may end something else later. */
interface SaidAtEnd {
  readonly said: Row;
  readonly stood: CarriedRow;
}

/** A start that is requested, or about to be. */
export interface Starting {
  readonly start: number;
  /** The zone of its clocks. */
  readonly zone: string;
  /** The name that its client gave it. */
  readonly name: unknown;
  readonly isOffline: boolean;
  /** Where it ends so far; `null`: nowhere. */
  readonly end: number | null;
}

/** A pending request for a new tracking. */
export interface RequestedStart extends Proposed, Starting {
  readonly id: number;
}

/** Where a requested start ends, and what was said at its end. */
export interface RequestedEnd extends Pick<Moment, 'instant' | 'zone'> {
  readonly values: Row;
}

/** Whose requests, and where they are. */
export interface Whose {
  readonly userId: number;
  readonly view: View;
}

/** The person's latest one without an end, unless times were booked since; `null`: there is none. */
export function openRequest({ userId, view }: Pick<Timing, 'userId' | 'view'>): RequestedStart | null {
  const [latest] = view.find(resource, [...pendingOf(userId), { column: 'new_end_time', is: 'null' }], {
    orderBy: ['-id'],
    limit: 1,
  });
  const request = latest === undefined ? null : requestedStart(latest);
  if (request === null) return null;
  const { last, next } = neighboursOf(userId, request.start, view);
  return next === undefined && last?.start_instant !== request.start ? request : null;
}

/** All of the person, by start. */
export function requestedStarts({ userId, view }: Whose): readonly RequestedStart[] {
  const requests = view.find(resource, pendingOf(userId)).map(requestedStart);
  return requests.filter((request) => request !== null).toSorted((a, b) => a.start - b.start);
}

/**
 * The pending request that asks for just this start, if it has no name: what was recorded without connection and is uploaded
 * again counts once, wherever it has come to end. `null`: it is new, or has a name that tells.
 */
export function requestedBefore(whose: Whose, asked: CarriedRow): number | null {
  const { client_unique_id: name, is_offline_tracking: isOffline } = asked.row;
  if (isOffline !== 1 || name != null) return null;
  const wanted = withoutEnd(asked);
  const isSame = (request: RequestedStart): boolean => {
    const begun = withoutEnd(request);
    const names = [...begun.given, ...wanted.given, 'start_time_offset'];
    return names.every((column) => (begun.row[column] ?? null) === (wanted.row[column] ?? null));
  };
  const same = requestedStarts(whose).find((request) => request.name === null && isSame(request));
  return same?.id ?? null;
}

/** A row of a request as one that is pending; `null`: it carries nothing, or is decided. */
export function requestedStart(request: Row<typeof resource>): RequestedStart | null {
  const proposed: Proposed | null = carriedRow(request.proposal);
  if (proposed === null || request.status !== 'PENDING') return null;
  const { row } = proposed;
  return {
    ...proposed,
    id: request.id,
    name: request.client_unique_id,
    start: sentNumber(row, 'start_instant'),
    zone: sentText(row, 'start_time_timezone'),
    end: numberIn(row, 'end_instant'),
    isOffline: row['is_offline_tracking'] === 1,
  };
}

/**
 * Notes the end in the request, or that there is none, unless it says so; what was said at another end goes. Whether it can
 * be granted so is checked when it is.
 */
export function endRequested(view: View, request: RequestedStart, end: RequestedEnd | null): void {
  if (endsSo(request, end)) return;
  const begun = withoutEnd(request);
  const said = end?.values ?? {};
  const values: Row = end === null ? {} : { ...said, ...sideAt('end', end) };
  const derived =
    end === null
      ? { ...noEnd, end_instant: null, duration: null, status: 1 }
      : { end_instant: end.instant, duration: end.instant - request.start, status: 2 };
  carry(view, request.id, {
    row: { ...begun.row, ...values, ...derived },
    given: [...new Set([...begun.given, ...Object.keys(values)])],
    isTimed: true,
    ended: { said, stood: partOf(begun, Object.keys(said)) },
  });
  view.affected(resource, request.id);
}

function endsSo({ row, ended }: RequestedStart, end: RequestedEnd | null): boolean {
  if (end === null) return row['end_instant'] == null;
  const isThen = row['end_instant'] === end.instant && row['end_time_timezone'] === end.zone;
  const [was, now] = [ended?.said ?? {}, end.values];
  const names = Object.keys({ ...was, ...now });
  return isThen && names.every((name) => was[name] === now[name]);
}

/** What is asked for but for the end, and for what was said there. */
function withoutEnd({ row, given, ended }: Proposed): CarriedRow {
  const { said = {}, stood = { row: {}, given: [] } } = ended ?? {};
  const isOfEnd = (name: string): boolean => name in noEnd || name in said;
  const begun = Object.entries(row).filter(([name]) => !isOfEnd(name));
  return {
    row: { ...Object.fromEntries(begun), ...stood.row },
    given: [...given.filter((name) => !isOfEnd(name)), ...stood.given],
  };
}

function partOf({ row, given }: CarriedRow, names: readonly string[]): CarriedRow {
  return {
    row: Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))),
    given: given.filter((name) => names.includes(name)),
  };
}

/** Notes that the end with which the request was written is what the timer says. */
export function noteTimed(view: View, id: number): void {
  const proposed = carriedRow(knownRow(view, resource, id).proposal);
  if (proposed !== null) carry(view, id, { ...proposed, isTimed: true });
}

function carry(view: View, id: number, proposed: Proposed): void {
  const new_end_time = textIn(proposed.row, 'end_time');
  view.update(resource, id, { proposal: carriedText(proposed), new_end_time });
}

function pendingOf(userId: number): readonly Comparison[] {
  return [
    { column: 'user_id', is: '=', value: userId },
    { column: 'status', is: '=', value: 'PENDING' },
    { column: 'type', is: '=', value: 'ADD' },
  ];
}
