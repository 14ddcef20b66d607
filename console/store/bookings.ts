// Own bookings: what the screens may do with them, each with the way back. Knows requests, no words and no screen.
import { computed, type ReadonlySignal } from '@preact/signals';
import type { Flag, Id, Task, Tracking } from '../domain/rows.ts';
import { lockedOn, spanOf, timesOf, type Span } from '../domain/spans.ts';
import { runningOf } from '../domain/today.ts';
import { isClosed } from '../domain/week.ts';
import { readClock } from './clock.ts';
import type { Refusal } from './http.ts';
import type { Outcome, Patch } from './entry.ts';
import { temporaryId } from './ids.ts';
import { post, viewOf } from './outbox.ts';
import { who, zone } from './session.ts';
import { stored } from './tables.ts';

/** What an answer of the person to a refusal adds to a request. */
export interface Insistence {
  readonly _insert_into_conflicting?: Flag;
  readonly _request_user_comment?: string;
}

const rows = viewOf('timeTrackings');
const own = <Row extends { readonly user_id: Id }>(all: ReadonlyMap<Id, Row>): readonly Row[] =>
  [...all.values()].filter((row) => row.user_id === who.value?.user_id);

/** Dates that are approved, or that the person has confirmed: what is booked there stays as it is. */
const closedDates = computed(() =>
  own(stored('timesheetAccountings').value)
    .filter(isClosed)
    .map(({ date }) => date),
);

/** Own bookings with what waits to be sent. */
export const spans: ReadonlySignal<readonly Span[]> = computed(() =>
  own(rows.value).map((row) => lockedOn(spanOf(row), closedDates.value)),
);
/** Own bookings as the server has them. */
export const storedSpans: ReadonlySignal<readonly Span[]> = computed(() =>
  own(stored('timeTrackings').value).map(spanOf),
);
/** What runs now. */
export const running: ReadonlySignal<Span | null> = computed(() => runningOf(spans.value));
/** Tasks by id. */
export const tasks: ReadonlySignal<ReadonlyMap<Id, Task>> = viewOf('tasks');

/** Whether the person may enter, cut and delete own times of the past, or has to ask for that. Who leads others may. */
export const mayPostDate: ReadonlySignal<boolean> = computed(() => {
  const { user_id: id = 0, fields_of_people: fields = [] } = who.value ?? {};
  const flag = 'manual_timetracking';
  return stored('users').value.get(id)?.[flag] !== 0 || fields === 'all' || fields.includes(flag);
});

/** The row of a booking. */
export function trackingOf(id: Id): Tracking | undefined {
  return rows.value.get(id);
}

/** What a verb did: the refusal, or `null` and the way back. `id`: of the booking, where there is one. */
export interface Verdict {
  readonly refusal: Refusal | null;
  readonly id: Id | null;
  readonly isRequest?: boolean;
  readonly undo: (() => Promise<Refusal | null>) | null;
}

const patchOf = (id: Id, row: Patch['row']): Patch => ({ table: 'timeTrackings', id, row });

function verdict(outcome: Outcome, undo: Verdict['undo']): Verdict {
  return {
    refusal: outcome.refusal,
    id: outcome.rows[0]?.id ?? null,
    isRequest: outcome.isRequest,
    undo: outcome.refusal === null && !outcome.isRequest ? undo : null,
  };
}

/** Taking back a start or a stop is a change of the past. */
function liveVerdict(outcome: Outcome, undo: Verdict['undo']): Verdict {
  return verdict(outcome, mayPostDate.value ? undo : null);
}

let lastTap = Number.NEGATIVE_INFINITY;

/** Whether this tap follows the last one within half a second: then it is none. */
function isSecondTap(): boolean {
  const at = performance.now();
  const isTooSoon = at - lastTap < 500;
  if (!isTooSoon) lastTap = at;
  return isTooSoon;
}

/**
 * Starts the clock on a task; what runs ends. `null`: a second tap, which is ignored. `excuse` is what a person who may book only
 * what happens now says to whom decides, if the start reaches the server late.
 */
export async function start(taskId: Id, excuse: string, insist?: Insistence): Promise<Verdict | null> {
  if (insist === undefined && isSecondTap()) return null;
  const [moment, before, id] = [readClock(), running.value, temporaryId()];
  const name = crypto.randomUUID();
  const ends = before === null ? [] : [patchOf(before.id, endAt(moment))];
  const outcome = await post({
    resource: 'timeTrackings',
    action: 'start',
    method: 'POST',
    id: null,
    body: { task_id: taskId, client_unique_id: name, ...insist },
    late: { moment, zone: zone.value, edge: 'start', excuse },
    patches: [...ends, patchOf(id, draft({ taskId, start: moment, end: null, name }))],
  });
  const made = outcome.rows[0]?.id ?? id;
  return liveVerdict(outcome, async () => {
    const { refusal } = await drop(made);
    return refusal !== null || before === null ? refusal : resume(before);
  });
}

function endAt(moment: number): Patch['row'] {
  const { end_time, end_time_timezone, end_time_offset } = timesOf(moment, moment, zone.value);
  return { end_time, end_time_timezone, end_time_offset };
}

async function resume(span: Span): Promise<Refusal | null> {
  const { refusal } = await change(span.id, { end_time: null }, {});
  return refusal;
}

/** Stops the clock. `null`: a second tap, or nothing runs. `excuse` as for {@link start}. */
export async function stop(excuse: string): Promise<Verdict | null> {
  const span = running.value;
  if (span === null || isSecondTap()) return null;
  const moment = readClock();
  const name = trackingOf(span.id)?.client_unique_id ?? null;
  const outcome = await post({
    resource: 'timeTrackings',
    action: 'stop',
    method: 'PUT',
    // A start that has not been sent yet is known to the server by its name alone.
    id: span.id < 0 ? null : span.id,
    body: span.id < 0 && name !== null ? { client_unique_id: name } : {},
    late: { moment, zone: zone.value, edge: 'end', excuse },
    patches: [patchOf(span.id, endAt(moment))],
  });
  return liveVerdict(outcome, () => resume(span));
}

interface Draft {
  readonly taskId: Id;
  readonly start: number;
  readonly end: number | null;
  readonly notes?: string | null;
  readonly name?: string;
  /** The account's own fields. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** A row as it will be, until the server tells how it is. */
function draft({ taskId, start: begins, end, notes = null, name = '' }: Draft): Record<string, unknown> {
  const task = tasks.value.get(taskId);
  const times = timesOf(begins, end, zone.value);
  return {
    user_id: who.value?.user_id,
    task_id: taskId,
    ...times,
    start_date: times.start_time.slice(0, 10),
    is_nonworking: task?.is_nonworking ?? 0,
    is_paid_non_working: task?.is_paid_non_working ?? 0,
    approved_by_admin: 0,
    notes,
    client_unique_id: name,
    absence_request_id: null,
  };
}

/** Books a time that is over. */
export async function create(wanted: Draft, insist: Insistence): Promise<Verdict> {
  const name = wanted.name ?? crypto.randomUUID();
  const row = draft({ ...wanted, name });
  const id = temporaryId();
  const outcome = await post({
    resource: 'timeTrackings',
    action: 'create',
    method: 'POST',
    id: null,
    body: { ...bodyOf(row), ...wanted.more, ...insist },
    patches: [patchOf(id, { ...row, ...wanted.more })],
  });
  const made = outcome.rows[0]?.id ?? null;
  const back = made === null ? null : async () => (await drop(made)).refusal;
  return verdict(outcome, back);
}

const writable = [
  'user_id',
  'task_id',
  'start_time',
  'start_time_timezone',
  'start_time_offset',
  'end_time',
  'end_time_timezone',
  'end_time_offset',
  'notes',
  'client_unique_id',
] as const;

function bodyOf(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(writable.filter((field) => field in row).map((field) => [field, row[field]]));
}

/** Changes fields of a booking; of others that give way the verdict's way back says nothing. */
export async function change(
  id: Id,
  fields: Readonly<Record<string, unknown>>,
  insist: Insistence,
): Promise<Verdict> {
  const before = trackingOf(id);
  const outcome = await post({
    resource: 'timeTrackings',
    action: 'update',
    method: 'PUT',
    id,
    body: { ...fields, ...insist },
    patches: [patchOf(id, { ...fields, ...datesIn(fields) })],
  });
  if (before === undefined) return { ...verdict(outcome, null), id };
  const back = Object.fromEntries(
    Object.keys(fields).map((field) => [field, before[field as keyof Tracking] ?? null]),
  );
  return { ...verdict(outcome, async () => (await change(id, back, {})).refusal), id };
}

function datesIn(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const from = fields['start_time'];
  return typeof from === 'string' ? { start_date: from.slice(0, 10) } : {};
}

/** Moves a booking, or one of its edges; `end` is `null` while it runs. */
export function move(
  span: Span,
  { start: begins, end }: Pick<Span, 'start' | 'end'>,
  insist: Insistence,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Verdict> {
  const times = timesOf(begins, end, span.zone);
  const { start_time, start_time_timezone, start_time_offset, ...ends } = times;
  const begin = { start_time, start_time_timezone, start_time_offset };
  const fields = {
    ...more,
    ...(begins === span.start ? {} : begin),
    ...(end === span.end || end === null ? {} : ends),
  };
  return change(span.id, fields, insist);
}

/** Deletes a booking, without a way back. */
export function drop(id: Id): Promise<Outcome> {
  return post({
    resource: 'timeTrackings',
    action: 'delete',
    method: 'DELETE',
    id,
    body: null,
    patches: [patchOf(id, null)],
  });
}
