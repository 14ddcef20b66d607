// Bookings in one go: cutting one in two, copying a week, sums typed into the sheet. Each with the way back.
import type { CivilDate } from '../domain/civil.ts';
import type { Id } from '../domain/rows.ts';
import { copiesOf, timesOf, type Span } from '../domain/spans.ts';
import { localTime } from '../domain/zones.ts';
import { readOwn } from './bookings-whole.ts';
import { change, drop, spans, trackingOf, type Verdict } from './bookings.ts';
import type { Refusal } from './http.ts';
import type { Patch } from './entry.ts';
import { temporaryId } from './ids.ts';
import { post } from './outbox.ts';
import { who } from './session.ts';

/** Cuts a booking in two at a moment; the parts touch. */
export async function split(span: Span, moment: number): Promise<Verdict> {
  const [row, id] = [trackingOf(span.id), temporaryId()];
  const cut = timesOf(moment, moment, span.zone);
  const { end_time, end_time_timezone, end_time_offset } = cut;
  const outcome = await post({
    resource: 'timeTrackings',
    action: 'split',
    method: 'PUT',
    id: span.id,
    body: { time: localTime(moment, span.zone), timezone: span.zone, start_time_offset: end_time_offset },
    patches: [
      { table: 'timeTrackings', id: span.id, row: { end_time, end_time_timezone, end_time_offset } },
      // The name stays with the first part: by it, a stop would end that one.
      {
        table: 'timeTrackings',
        id,
        row: { ...row, client_unique_id: null, ...timesOf(moment, span.end, span.zone) },
      },
    ],
  });
  const second = outcome.rows.find((part) => part.id !== span.id)?.id;
  const back = async (): Promise<Refusal | null> => {
    const { refusal } = second === undefined ? { refusal: null } : await drop(second);
    if (refusal !== null || row === undefined) return refusal;
    const ends = {
      end_time: row.end_time,
      end_time_timezone: row.end_time_timezone,
      end_time_offset: row.end_time_offset,
    };
    return (await change(span.id, ends, {})).refusal;
  };
  return { refusal: outcome.refusal, id: span.id, undo: outcome.refusal === null ? back : null };
}

/** What copying a week did: how many bookings were made, how many there were before, what was refused. */
export interface Copied {
  readonly count: number;
  readonly before: number;
  readonly refused: readonly Refusal[];
  readonly undo: (() => Promise<Refusal | null>) | null;
}

/** Copies the bookings of one week into another: one request, and what was copied before is left as it is. */
export async function copyWeek(from: CivilDate, to: CivilDate): Promise<Copied> {
  const { refusal, of } = await readOwn(copiesOf(spans.value, from, to).map(({ source }) => source.id));
  if (refusal !== null) return { count: 0, before: 0, refused: [refusal], undo: null };
  const names = new Set(spans.value.map(({ id }) => trackingOf(id)?.client_unique_id));
  const all = copiesOf(spans.value, from, to);
  const copies = all.filter(({ name }) => !names.has(name));
  const before = all.length - copies.length;
  if (copies.length === 0) return { count: 0, before, refused: [], undo: null };
  const rows = copies.map(({ source, start, end, name }) => ({
    user_id: who.value?.user_id,
    task_id: source.taskId,
    ...timesOf(start, end, source.zone),
    notes: source.notes,
    client_unique_id: name,
    ...of.get(source.id),
  }));
  const patches = rows.map((row, index): Patch => {
    const shown = { ...row, start_date: row.start_time.slice(0, 10), approved_by_admin: 0 };
    const source = trackingOf(copies[index]?.source.id ?? 0);
    return {
      table: 'timeTrackings',
      id: temporaryId(),
      row: { ...source, ...shown, absence_request_id: null },
    };
  });
  const outcome = await post({
    resource: 'timeTrackings',
    action: 'create',
    method: 'POST',
    id: null,
    body: rows,
    patches,
  });
  const made = outcome.rows.map((row) => row.id);
  const refused = outcome.refusal === null ? outcome.refused : [outcome.refusal];
  return {
    count: made.length,
    before,
    refused,
    undo: made.length === 0 ? null : () => dropAll(made),
  };
}

async function dropAll(ids: readonly Id[]): Promise<Refusal | null> {
  const all = await Promise.all(ids.map(drop));
  return all.find(({ refusal }) => refusal !== null)?.refusal ?? null;
}
