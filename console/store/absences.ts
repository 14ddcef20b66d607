// Absences: what they would cost, asking for them, taking them back; and the holiday account behind them.
import { signal, type ReadonlySignal } from '@preact/signals';
import type { Absence, Id } from '../domain/rows.ts';
import { cancelRequest } from './decisions.ts';
import { rowsOf, send, type Refusal } from './http.ts';
import { temporaryId } from './ids.ts';
import { post } from './outbox.ts';
import { endSession, who } from './session.ts';
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

/** Asks the server what a request would cost; nothing is stored. */
export async function priceOf(wish: AbsenceWish): Promise<Price> {
  const account = who.value?.account ?? '';
  const body = { user_id: who.value?.user_id, ...wish };
  const answer = await send({ account, method: 'POST', path: 'v4/absences/validate/', body });
  if (!answer.ok) return { kind: 'refused', refusal: answer.refusal };
  const row = rowsOf<Absence>(answer.envelope)[0];
  return { kind: 'price', duration: row?.duration ?? 0, unit: row?.duration_unit ?? 'd' };
}

/** Asks for an absence. */
export async function requestAbsence(wish: AbsenceWish): Promise<Verdict & { readonly key: string }> {
  const row = { user_id: who.value?.user_id, ...wish };
  const outcome = await post({
    resource: 'absences',
    action: 'create',
    method: 'POST',
    id: null,
    body: row,
    patches: [{ table: 'absences', id: temporaryId(), row: { ...row, status: 0, created: '9999' } }],
  });
  const made = outcome.rows[0]?.id;
  return {
    refusal: outcome.refusal,
    id: made ?? null,
    key: JSON.stringify(wish),
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
