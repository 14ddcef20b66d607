// What leaves the balance of a person at the end of months and cycles, day after day: overtime that the salary pays, is
// paid out, expires or exceeds a maximum. Pure; amounts are whole seconds.
import { shownHours } from '#resource/field-types/hours.ts';
import { dateAfter, datesBetween, earlierDate, laterDate } from '#values/date-range.ts';
import type { AccountDay } from '../days/day-account.ts';
import { balanceStep, isFrozen, monthOf } from '../days/day-columns.ts';
import {
  accountBeginning,
  begunUntil,
  employmentOn,
  hasBegun,
  hasReturned,
  isAccounted,
  type Employee,
} from '../days/employment.ts';
import type { BalanceRule, SettlementTerms } from './settlement-terms.ts';

/** An entry of the ledger. */
export interface Settlement {
  readonly kind: 'all_in' | 'payout' | 'expiry' | 'cap';
  /** Seconds that leave the balance. */
  readonly hours: number;
  /** Id of the rule; `null`: the salary pays them. */
  readonly rule: number | null;
  readonly reason: string;
}

/** A day's row with `overtime_settled`, and why; `null`: an approved day keeps its entries as they are. */
export interface SettledDay {
  readonly row: AccountDay;
  readonly settlements: readonly Settlement[] | null;
}

/** The columns of a day's row that settling reads. */
export const columnsToSettle = [
  'id',
  'user_id',
  'date',
  'approved_by_user',
  'approved_by_admin',
  'frame',
  'working_time_daily_balance',
  'additions',
  'overtime_paid',
  'overtime_reduction',
  'overtime_settled',
  'settles_later',
  'opens_with',
  'turns_at',
] as const;

/** What days are settled by. */
interface Grounds {
  /** `null`: the person never had terms. */
  readonly terms: SettlementTerms | null;
  /** The balance before the first day. */
  readonly opening: number;
}

/** Settles the days of a person in the order of their dates; the first begins its month, or is the first of all. */
export function settleDays(
  user: Employee,
  rows: readonly AccountDay[],
  { terms, opening }: Grounds,
): readonly SettledDay[] {
  if (terms === null && !hasReturned(user)) return rows.map(unsettled);
  let [balance, gain, month] = [opening, 0, ''];
  return rows.map((row) => {
    const { date } = row;
    if (monthOf(date) !== month) [month, gain] = [monthOf(date), 0];
    const begins = hasBegun(user, date) ? accountBeginning(user, date) : null;
    const opens_with = begins === null ? 0 : begins.initial - balance;
    if (begins !== null) [balance, gain] = [begins.initial, 0];
    const step = balanceStep(user, { ...row, overtime_settled: 0, opens_with: 0 });
    [balance, gain] = [balance + step, gain + step];
    const day = settleDay(user, { ...row, opens_with }, { terms, balance, gain });
    const settled = isAccounted(user, date) ? (day.row.overtime_settled ?? 0) : 0;
    [balance, gain] = [balance - settled, gain - settled];
    return day;
  });
}

/** A day of a person whose overtime nothing settles. */
function unsettled(row: AccountDay): SettledDay {
  const day = { ...row, opens_with: 0 };
  return isKept(row) ? { row: day, settlements: null } : settledAs(day, []);
}

/** Whether the day was approved and over: then it keeps what it has settled. */
function isKept(row: AccountDay): boolean {
  return isFrozen(row) && row.settles_later !== 1;
}

/** What stands at the end of a day before anything leaves it. */
interface Standing {
  readonly terms: SettlementTerms | null;
  readonly balance: number;
  /** By how much the month has moved the balance. */
  readonly gain: number;
}

function settleDay(user: Employee, row: AccountDay, { terms, balance, gain }: Standing): SettledDay {
  const { date } = row;
  if (isKept(row)) return { row, settlements: null };
  const due = terms === null ? nothingDue : dueOn(user, date, terms);
  if (due === nothingDue || !hasBegun(user, date)) return settledAs(row, []);
  if (date >= begunUntil(user)) return settledAs(row, [], 1);
  return settledAs(row, settlementsOf(due, { balance, gain }));
}

function settledAs(
  row: AccountDay,
  settlements: readonly Settlement[],
  settles_later: 0 | 1 = 0,
): SettledDay {
  const overtime_settled = settlements.reduce((sum, { hours }) => sum + hours, 0);
  return { row: { ...row, overtime_settled, settles_later }, settlements };
}

/** What a day settles. */
interface Due {
  /** Seconds of the month that the salary pays, and why; `null`: no month ends. */
  readonly allowance: { readonly seconds: number; readonly why: string } | null;
  /** `null`: no cycle ends. */
  readonly rule: BalanceRule | null;
}

const nothingDue: Due = { allowance: null, rule: null };

function dueOn(user: Employee, date: string, terms: SettlementTerms): Due {
  if (!isAccounted(user, date)) return nothingDue;
  const isMonthsEnd = monthOf(dateAfter(date, 1)) !== monthOf(date);
  const employment = employmentOn(user, date);
  if (!isMonthsEnd && employment?.to !== date) return nothingDue;
  const { allowance, rule, cycle } = terms(date);
  const ends = isMonthsEnd && cycle !== null && Number(date.slice(5, 7)) % cycle === 0;
  if (allowance === null && !(ends && rule !== null)) return nothingDue;
  const { from, to } = { from: employment?.entry ?? null, to: employment?.to ?? null };
  return {
    allowance: allowance === null ? null : shareOfMonth(allowance, { date, from, to }),
    rule: ends ? rule : null,
  };
}

/** The allowance for the days of the date's month on which the person is employed. */
function shareOfMonth(
  allowance: number,
  { date, from, to }: { readonly date: string; readonly from: string | null; readonly to: string | null },
): Due['allowance'] {
  const first = monthOf(date);
  const last = dateAfter(monthOf(dateAfter(first, 31)), -1);
  const all = datesBetween(first, last).length;
  const employed = datesBetween(laterDate(first, from ?? first), earlierDate(last, to ?? last)).length;
  if (allowance === Infinity) return { seconds: Infinity, why: 'the salary pays all overtime of the month' };
  const seconds = Math.round((allowance * employed) / all);
  const share = employed === all ? '' : `, ${employed} of ${all} days of ${shownHours(allowance)}`;
  return { seconds, why: `the salary pays ${shownHours(seconds)} hours of overtime of the month${share}` };
}

/** In this order: what the salary pays, what is paid out, what expires, what exceeds the maximum. */
function settlementsOf(
  { allowance, rule }: Due,
  { balance, gain }: { readonly balance: number; readonly gain: number },
): readonly Settlement[] {
  const settlements: Settlement[] = [];
  let left = balance;
  const settle = (kind: Settlement['kind'], hours: number, reason: string): void => {
    if (hours <= 0) return;
    left -= hours;
    settlements.push({ kind, hours, rule: kind === 'all_in' ? null : (rule?.id ?? null), reason });
  };
  if (allowance !== null) settle('all_in', Math.min(gain, left, allowance.seconds), `${allowance.why}.`);
  if (rule === null) return settlements;
  const { name, payoutAbove, expires, maximum } = rule;
  if (payoutAbove !== null)
    settle(
      'payout',
      left - payoutAbove,
      `${name}: what is above ${shownHours(payoutAbove)} hours is paid out.`,
    );
  if (expires) settle('expiry', left, `${name}: what is left at the end of the cycle expires.`);
  if (maximum !== null)
    settle('cap', left - maximum, `${name}: the balance is at most ${shownHours(maximum)} hours.`);
  return settlements;
}
