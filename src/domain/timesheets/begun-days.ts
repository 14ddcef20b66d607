// What days of a person's working time account have while they are still to come, and what they get when they begin. Pure.
import type { Row } from '#resource/rule.ts';
import { earliestInstant, type EpochSeconds } from '#values/time-zone.ts';
import { monthOf } from './day-columns.ts';
import { begunUntil, hasBegun } from './employment.ts';

/** Whether the month of this first day has begun: then it says what the balance was before it. */
export function monthHasBegun(user: Row, month: string): boolean {
  return month <= monthOf(begunUntil(user));
}

/** The day's row with its daily balance, which a day to come does not have. */
export function withDailyBalance(user: Row, day: Row): Row {
  const total = day['total_working_time'] ?? null;
  const isCounted = total !== null && hasBegun(user, day['date'] as string);
  const target = (day['target_working_hours'] ?? 0) as number;
  return { ...day, working_time_daily_balance: isCounted ? (total as number) - target : null };
}

/** When the date begins on the person's clocks. */
export function beginningOf(user: Row, date: string): EpochSeconds {
  return earliestInstant(`${date} 00:00:00`, (user['timezone'] as string | null) ?? 'UTC');
}
