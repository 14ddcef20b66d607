// Bookings in one go: cutting one in two, copying a week, sums typed into the sheet. Each with the way back.
import type { CivilDate } from '../domain/civil.ts';
import type { Id } from '../domain/rows.ts';
import { copiesOf, timesOf, type Span } from '../domain/spans.ts';
import { localTime } from '../domain/zones.ts';
import { change, remove, spans, trackingOf, type Verdict } from './bookings.ts';
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
      { table: 'timeTrackings', id, row: { ...row, ...timesOf(moment, span.end, span.zone) } },
    ],
  });
  const second = outcome.rows.find((part) => part.id !== span.id)?.id;
  const back = async (): Promise<Refusal | null> => {
    const { refusal } = second === undefined ? { refusal: null } : await remove(second);
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

/** What copying a week did: how many bookings, what was refused. */
export interface Copied {
  readonly count: number;
  readonly refused: readonly Refusal[];
  readonly undo: (() => Promise<Refusal | null>) | null;
}

/** Copies the bookings of one week into another: one request, and a repeated one adds nothing. */
export async function copyWeek(from: CivilDate, to: CivilDate): Promise<Copied> {
  const copies = copiesOf(spans.value, from, to);
  if (copies.length === 0) return { count: 0, refused: [], undo: null };
  const rows = copies.map(({ source, start, end, name }) => ({
    user_id: who.value?.user_id,
    task_id: source.taskId,
    ...timesOf(start, end, source.zone),
    notes: source.notes,
    client_unique_id: name,
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
  return { count: made.length, refused, undo: made.length === 0 ? null : () => removeAll(made) };
}

/** Deletes several bookings: all are noted at once, so that none is forgotten without connection. Answers the first refusal. */
export async function removeAll(ids: readonly Id[]): Promise<Refusal | null> {
  const verdicts = await Promise.all(ids.map(remove));
  return verdicts.find(({ refusal }) => refusal !== null)?.refusal ?? null;
}
