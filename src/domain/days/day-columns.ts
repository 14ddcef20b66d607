// Which columns of a day's row follow from others, and which people write. Pure.
import type { Stored } from '#resource/field-type.ts';
import type { Row } from '#resource/rule.ts';
import { isApproved, type AccountDay } from './day-account.ts';
import { accountedDays, hasBegun, isAccounted, type Employee } from './employment.ts';

/**
 * What a day moves the person's working time balance by, in seconds: nothing before the account begins or after it ends, and
 * nothing until the day begins.
 */
export function balanceStep(user: Employee, day: AccountDay): number {
  if (!movesBalance(user, day)) return 0;
  const { overtime_paid: paid, overtime_reduction: reduced, overtime_settled: settled } = day;
  const { opens_with: opening, working_time_daily_balance: daily, additions } = day;
  const left = (paid ?? 0) + (reduced ?? 0) + (settled ?? 0);
  return (opening ?? 0) + (daily ?? 0) + (additions ?? 0) - left;
}

/** Whether amounts of the day stand in the balance: it is of the account and has begun. */
export function movesBalance(user: Employee, day: AccountDay): boolean {
  return isAccounted(user, day.date) && hasBegun(user, day.date);
}

/** An approved day keeps its amounts, once they were counted. */
export function isFrozen(day: AccountDay): boolean {
  return isApproved(day) && (day.frame ?? null) !== null;
}

/** Columns that follow from what was booked on and around the day. */
export const countedColumns = [
  'begin_time',
  'end_time',
  'break',
  'paid_break',
  'unpaid_break',
  'unbooked_time',
  'working_time',
  'paid_nonworking_time',
  'total_working_time',
  'total_working_time_incl_paid_non_working_time',
  'working_time_daily_balance',
  'break_law_check',
  'break_law_violation',
  'law_limit_daily_hours_violation',
  'law_limit_weekly_hours_violation',
  'rest_period_violation',
  'rest_period_weekly_violation',
  'core_time_violation',
] as const;

/** Columns of a day whose frame stays: what it is counted from, what follows, and what moves the balance. */
export const columnsToCount = [
  'id',
  'user_id',
  'date',
  'approved_by_user',
  'approved_by_admin',
  'frame',
  'target_working_hours',
  'additions',
  'overtime_paid',
  'overtime_reduction',
  'overtime_settled',
  'opens_with',
  'balance_within',
  ...countedColumns,
] as const;

/** Columns that people write and that move the balance, in seconds. */
export const writtenAmounts = ['additions', 'overtime_paid'] as const;

/** Whether the row has no place: the person has no account, or it is not of the account, and nobody left anything on it. */
export function isNeedless(user: Employee, day: AccountDay): boolean {
  const hasPlace = accountedDays(user).from !== null && isAccounted(user, day.date);
  return !hasPlace && !isWrittenOn(day);
}

/** Whether somebody left something on the day: then it stays, even outside of the account. */
export function isWrittenOn(day: AccountDay): boolean {
  return (
    isApproved(day) ||
    day.approved_by_user_1 === 1 ||
    (day.comment ?? '') !== '' ||
    writtenAmounts.some((name) => (day[name] ?? 0) !== 0) ||
    day.plausibility_conflict_violation === 1
  );
}

/** First day of the date's month. */
export function monthOf(date: string): string {
  return `${date.slice(0, 7)}-01`;
}

/** The columns that differ from the row, `null` standing for what it has not. */
export function differences(row: Row, wanted: Row): Row {
  const changed: Record<string, Stored> = {};
  for (const name of Object.keys(wanted)) {
    const value = wanted[name] ?? null;
    if ((row[name] ?? null) !== value) changed[name] = value;
  }
  return changed;
}
