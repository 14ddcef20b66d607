// Which columns of a day's row follow from others, and which people write. Pure.
import type { Row } from '#resource/rule.ts';
import { isApproved } from './day-account.ts';
import { accountedDays, isAccounted } from './employment.ts';

/** What a day moves the person's working time balance by, in seconds: nothing before the account begins or after it ends. */
export function balanceStep(user: Row, day: Row): number {
  if (!isAccounted(user, day['date'] as string)) return 0;
  const of = (name: string): number => (day[name] ?? 0) as number;
  return of('working_time_daily_balance') + of('additions') - of('overtime_paid') - of('overtime_reduction');
}

/** An approved day keeps its amounts, once they were counted. */
export function isFrozen(day: Row): boolean {
  return isApproved(day) && (day['frame'] ?? null) !== null;
}

/** Columns that people write and that move the balance, in seconds. */
export const writtenAmounts = ['additions', 'overtime_paid'] as const;

/** Whether the row has no place: the person has no account, or it is not of the account, and nobody left anything on it. */
export function isNeedless(user: Row, day: Row): boolean {
  const hasPlace = accountedDays(user).from !== null && isAccounted(user, day['date'] as string);
  return !hasPlace && !isWrittenOn(day);
}

/** Whether somebody left something on the day: then it stays, even outside of the account. */
export function isWrittenOn(day: Row): boolean {
  return (
    isApproved(day) ||
    (day['comment'] ?? '') !== '' ||
    writtenAmounts.some((name) => (day[name] ?? 0) !== 0) ||
    day['plausibility_conflict_violation'] === 1
  );
}

/** First day of the date's month. */
export function monthOf(date: string): string {
  return `${date.slice(0, 7)}-01`;
}

/** The columns that differ from the row, `null` standing for what it has not. */
export function differences(row: Row, wanted: Row): Row {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => (row[name] ?? null) !== (value ?? null)),
  );
}
