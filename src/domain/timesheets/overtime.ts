// A person's overtime: the balance of the account on a day, and the time off that is still to come out of it.
import type { ReadView, Row } from '#resource/rule.ts';
import { shownHours } from '#resource/field-types/hours.ts';
import { absenceStatus, holdingStatuses } from '../absence-days/absence-kind.ts';
import { secondsTaken } from '../absence-days/amounts-in-days.ts';
import { calendarOf } from '../absence-days/person-calendar.ts';
import { earlierDate } from '#values/date-range.ts';
import { findDay, type PersonDay } from '../days/day-account.ts';
import { begunUntil, isAccounted, lastDayUntil } from '../days/employment.ts';
import { paidAfter } from './payouts-to-come.ts';

/** Overtime as clients show it, in hours. */
export interface Overtime {
  readonly overtime_saldo: number;
  readonly overtime_requested: number;
  readonly overtime_granted: number;
  readonly overtime_available: number;
  /** The balance as hours and minutes, such as `-1:30`. */
  readonly overtime_hours: string;
  /** The day at whose end the balance stands: today where a later one was asked for. */
  readonly balance_until: string;
}

/**
 * The overtime of a person (a row of `users`) at the end of a day, after their exit as it was then, of a day to come as it
 * is today; `null` when the day has no account or nothing is counted in it.
 */
export function overtimeOf(
  view: ReadView,
  { user, date: on }: { readonly user: Row<'users'>; readonly date: string },
): Overtime | null {
  const seconds = overtimeSeconds(view, { user, date: on });
  if (seconds === null) return null;
  const { saldo, date, reductions, paid } = seconds;
  const [requested, granted] = [sum(reductions, false), sum(reductions, true)];
  return {
    overtime_saldo: shownHours(saldo),
    overtime_requested: shownHours(requested),
    overtime_granted: shownHours(granted),
    overtime_available: shownHours(saldo - requested - granted - paid),
    overtime_hours: clock(saldo),
    balance_until: date,
  };
}

/** The same in seconds, with each day of time off, and what is paid out, that is still to come out of it; `null` as there. */
export function overtimeSeconds(
  view: ReadView,
  { user, date: on }: { readonly user: Row<'users'>; readonly date: string },
): {
  readonly date: string;
  readonly saldo: number;
  readonly reductions: readonly Reduction[];
  readonly paid: number;
} | null {
  const userId = user.id;
  const date = lastDayUntil(user, earlierDate(on, begunUntil(user)));
  const day = isAccounted(user, date) ? findDay(view, { userId, date }) : undefined;
  const saldo = day?.working_time_total_balance ?? null;
  if (saldo === null) return null;
  const paid = paidAfter(view, { user, employedOn: date, after: date, except: null });
  return { date, saldo, reductions: reductionsOf(view, { userId, date }), paid };
}

/** A day of time off that is asked for, or granted and still to come. */
interface Reduction {
  /** The absence of which it is a day. */
  readonly absence: number | null;
  readonly seconds: number;
  readonly granted: boolean;
}

/** What was granted up to the day stands in the balance already. */
function reductionsOf(view: ReadView, { userId, date }: PersonDay): readonly Reduction[] {
  const held = view.find(
    'absenceDays',
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'type', is: '=', value: 'overtime_reduction' },
      { column: 'status', is: 'in', value: holdingStatuses },
    ],
    { orderBy: ['date'] },
  );
  const rows = held.filter((row) => !isGranted(row) || row.date > date);
  const [from, to] = [rows[0]?.date, rows.at(-1)?.date];
  if (from === undefined || to === undefined) return [];
  const calendar = calendarOf(userId, { from, to }, view);
  return rows.map((row) => ({
    absence: row.request_id,
    seconds: secondsTaken(row, calendar(row.date)),
    granted: isGranted(row),
  }));
}

function sum(reductions: readonly Reduction[], granted: boolean): number {
  return reductions.reduce((total, one) => (one.granted === granted ? total + one.seconds : total), 0);
}

function isGranted(row: Row<'absenceDays'>): boolean {
  return row.status === absenceStatus.granted;
}

function clock(seconds: number): string {
  const rounded = Math.round(seconds / 60);
  const minutes = Math.abs(rounded);
  const text = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  return rounded < 0 ? `-${text}` : text;
}
