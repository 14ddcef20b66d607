// Absences: what they would cost, asking for them, taking them back; and the holiday account behind them.
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Absence, AbsenceStatus, Id } from '../domain/rows.ts';
import { cancelRequest } from './decisions.ts';
import { rowsOf, send, type Refusal } from './http.ts';
import { temporaryId } from './ids.ts';
import { post } from './outbox.ts';
import { endSession, who } from './session.ts';
import { clearWithTables, stored } from './tables.ts';
import type { Verdict } from './bookings.ts';

/** What a person asks for. */
export interface AbsenceWish {
  readonly type_id: number;
  readonly subtype_id: number;
  readonly from_date: string;
  readonly to_date: string;
  readonly request_partial_begin_duration?: number;
  readonly request_partial_end_duration?: number;
  readonly begin?: string;
  readonly duration?: number;
  readonly replacement_user_id?: Id;
  readonly request_comment?: string;
}

/** A holiday year of {@link HolidaySummary}. */
export interface HolidayYear {
  readonly claim_from_last_period: number;
  readonly expired_from_last_period: number;
  readonly claim_period: number;
  readonly consumption_period: number;
  readonly claim_holiday: number;
  readonly holiday_requested: number;
  readonly holiday_granted: number;
  readonly holiday_available: number;
  readonly period_from: string;
  readonly period_to: string;
  /** A sentence in English that says what expires and when. */
  readonly expiration_tooltip: string | null;
}

/** A row of `timesheetAccountingSummaries`. */
export interface HolidaySummary {
  readonly current_period: HolidayYear;
  readonly next_period: HolidayYear & { readonly show_period?: number };
  readonly overtime: {
    readonly overtime_saldo: number;
    readonly overtime_requested: number;
    readonly overtime_granted: number;
    readonly overtime_available: number;
  } | null;
}

/** What a request would cost. */
export type Price =
  | { readonly kind: 'price'; readonly duration: number; readonly unit: 'd' | 'hs' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const read = signal<ReadonlyMap<Id, HolidaySummary>>(new Map());
/** Holiday accounts by person, as far as they were read. */
export const summaries: ReadonlySignal<ReadonlyMap<Id, HolidaySummary>> = read;

/** Whether a year has had any holiday; what is left of it may be nothing. */
export function holdsDays(year: HolidayYear): boolean {
  const { claim_from_last_period: carried, claim_period: entitled, consumption_period: taken } = year;
  return [carried, entitled, taken, year.claim_holiday, year.holiday_available].some((days) => days !== 0);
}

/** The holiday years of a person that dates meet; none where one was not read, or has no account. */
export function yearsOf(person: Id, from: string, to: string): readonly HolidayYear[] {
  const summary = read.value.get(person);
  const years = summary === undefined ? [] : [summary.current_period, summary.next_period];
  const met = years.filter((year) => year.period_from <= to && from <= year.period_to);
  const areAll = from >= (met[0]?.period_from ?? to) && to <= (met.at(-1)?.period_to ?? '');
  return areAll && met.every(holdsDays) ? met : [];
}

/** The number of the last read of each person. */
const asked = new Map<Id, number>();

clearWithTables(() => {
  read.value = new Map();
  asked.clear();
});

/** Reads the holiday account of a person anew; an answer that a later read has overtaken is thrown away. */
export async function readSummary(person: Id): Promise<void> {
  const number = (asked.get(person) ?? 0) + 1;
  asked.set(person, number);
  const account = who.value?.account ?? '';
  const path = 'v4/timesheetAccountingSummaries/read/';
  const answer = await send({ account, method: 'GET', path, query: { user_id: person }, isBackground: true });
  if (!answer.ok) {
    if (answer.refusal.kind === 'ended') endSession();
    return;
  }
  const row = rowsOf<HolidaySummary>(answer.envelope)[0];
  if (row !== undefined && asked.get(person) === number) read.value = new Map([...read.value, [person, row]]);
}

/** Asks the server what an absence of a person would cost; nothing is stored. */
export async function priceOf(wish: AbsenceWish, person = who.value?.user_id): Promise<Price> {
  const account = who.value?.account ?? '';
  const body = { user_id: person, ...wish };
  const answer = await send({ account, method: 'POST', path: 'v4/absences/validate/', body });
  if (!answer.ok) return { kind: 'refused', refusal: answer.refusal };
  const row = rowsOf<Absence>(answer.envelope)[0];
  return { kind: 'price', duration: row?.duration ?? 0, unit: row?.duration_unit ?? 'd' };
}

/** The answer to a request for an absence, or to entering one. */
export interface Asked extends Verdict {
  readonly key: string;
  /** The status that the server gave it; `undefined`: it was refused, or the viewer may not see it. */
  readonly status: AbsenceStatus | undefined;
}

/** Asks for an absence, or enters it for another person; the server says whether it is granted. */
export async function requestAbsence(wish: AbsenceWish, person = who.value?.user_id): Promise<Asked> {
  const row = { user_id: person, ...wish };
  const isOwn = person === who.value?.user_id;
  const patch = {
    table: 'absences',
    id: temporaryId(),
    row: { ...row, status: 0, created: '9999' },
  } as const;
  const outcome = await post({
    resource: 'absences',
    action: 'create',
    method: 'POST',
    id: null,
    body: row,
    // An absence of another person may be granted at once: until the answer it is no request in the inbox.
    patches: isOwn ? [patch] : [],
  });
  const made = outcome.rows[0]?.id;
  return {
    refusal: outcome.refusal,
    id: made ?? null,
    key: JSON.stringify(row),
    status: stored('absences').value.get(made ?? 0)?.status,
    undo: made === undefined ? null : () => cancelRequest('absences', made),
  };
}

/** The wish of an absence that there was, for asking once more. */
export function wishOf(row: Absence): AbsenceWish {
  return {
    type_id: row.type_id,
    subtype_id: row.subtype_id,
    from_date: row.from_date,
    to_date: row.to_date,
    // Hours of one day are asked for as such; what more days take follows from them.
    ...(row.duration_unit === 'hs' && row.from_date === row.to_date && row.duration !== null
      ? { duration: row.duration }
      : {}),
    ...Object.fromEntries(optional.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]))),
  };
}

const optional = [
  'request_partial_begin_duration',
  'request_partial_end_duration',
  'begin',
  'replacement_user_id',
  'request_comment',
] as const;
