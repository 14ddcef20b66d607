// What days of a person's working time account have while they are still to come, and what they get when they begin. Pure.
import { earliestInstant, type EpochSeconds } from '#values/time-zone.ts';
import type { AccountDay } from './day-account.ts';
import { monthOf } from './day-columns.ts';
import { begunUntil, hasBegun, type Employee } from './employment.ts';

/** Whether the month of this first day has begun: then it says what the balance was before it. */
export function monthHasBegun(user: Employee, month: string): boolean {
  return month <= monthOf(begunUntil(user));
}

/** The day's row with its daily balance, which a day to come does not have. */
export function withDailyBalance<Day extends AccountDay>(
  user: Employee,
  day: Day,
): Day & { readonly working_time_daily_balance: number | null } {
  const { total_working_time: total = null, target_working_hours: target } = day;
  const isCounted = total !== null && hasBegun(user, day.date);
  return { ...day, working_time_daily_balance: isCounted ? total - (target ?? 0) : null };
}

/** When the date begins on the person's clocks. */
export function beginningOf(user: Pick<Employee, 'timezone'>, date: string): EpochSeconds {
  return earliestInstant(`${date} 00:00:00`, user.timezone ?? 'UTC');
}
