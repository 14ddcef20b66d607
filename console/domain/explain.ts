// Why a day of the account comes out as it does: the terms of its sums, from what the server counted. No sum of its own.
import { secondsOfHours } from './duration.ts';
import type { AccountDay } from './rows.ts';
import type { Segment } from './spans.ts';

/** A term of an explanation; `isSum` closes a sum. Amounts are in seconds. */
export interface Term {
  readonly name:
    | 'bookings'
    | 'plusBreaks'
    | 'paid'
    | 'total'
    | 'lessTarget'
    | 'difference'
    | 'additions'
    | 'paidOut'
    | 'timeOff'
    | 'settled'
    | 'before'
    | 'after';
  readonly amount: number;
  readonly isSum: boolean;
}

/** The terms of a day; `parts` are of its bookings, `last` is the balance of the day before in hours. */
export function explainDay(row: AccountDay, parts: readonly Segment[], last: number | null): readonly Term[] {
  const hours = (value: number | null): number => secondsOfHours(value ?? 0);
  const total = hours(row.total_working_time);
  const paid = hours(row.paid_nonworking_time);
  // Paid tasks that are no work have a term of their own.
  const work = parts.filter(({ span }) => !span.isBreak && span.isPaid !== true);
  const booked = Math.round(work.reduce((sum, { from, to }) => sum + (to - from) * 60, 0));
  const rest = total - paid - booked;
  const terms: Term[] = [];
  const add = (name: Term['name'], amount: number, isSum = false): void => {
    if (amount !== 0 || isSum || name === 'bookings') terms.push({ name, amount, isSum });
  };
  add('bookings', booked);
  add('plusBreaks', Math.abs(rest) < 60 ? 0 : rest);
  add('paid', paid);
  add('total', total, true);
  add('lessTarget', -hours(row.target_working_hours));
  // A day to come has no difference yet, and no balance.
  if (row.working_time_daily_balance !== null) add('difference', hours(row.working_time_daily_balance), true);
  if (last !== null && row.working_time_total_balance !== null) add('before', hours(last));
  add('additions', hours(row.additions));
  add('paidOut', -hours(row.overtime_paid));
  add('timeOff', -hours(row.overtime_reduction));
  add('settled', -hours(row.overtime_settled));
  if (row.working_time_total_balance !== null) add('after', hours(row.working_time_total_balance), true);
  return terms;
}
