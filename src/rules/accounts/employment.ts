// From when to when a person's days count.
import { ApiError } from '#errors/api-error.ts';
import type { Row } from '#resource/rule.ts';
import { allDates, earlierDate, laterDate } from '#values/date-range.ts';
import { localText } from '#values/time-zone.ts';
import type { DateRange } from '../schedules/person-days.ts';

/** First and last day, inclusive; `null` is open. */
export interface Days {
  readonly from: string | null;
  readonly to: string | null;
}

/** The days of a person's working time account: from its start, else from entry, to exit. */
export function accountedDays(user: Row): Days {
  const start = user['payroll_accounting_starts_at'] ?? user['entry_date'] ?? null;
  return { from: start as string | null, to: (user['exit_date'] ?? null) as string | null };
}

/** No account begins earlier: what a person was paid for before is not worked out day by day. */
const firstAccounted = '1970-01-01';

/**
 * The days for which there are rows: from the start of the account to exit, at most to the day up to which the server has
 * filled it; `null` for a person without a start.
 */
export function accountRange(user: Row): DateRange | null {
  const { from, to } = accountedDays(user);
  const until = user['accounted_until'] as string | null;
  if (from === null || until === null) return null;
  return { from: laterDate(from, firstAccounted), to: to === null ? until : earlierDate(to, until) };
}

/** The last day of next year on the person's clocks: up to there accounts are filled. */
export function lastDayToFill(user: Row, now: number): string {
  return `${Number(todayOf(user, now).slice(0, 4)) + 1}-12-31`;
}

/**
 * Whether the date lies in the person's working time account. Rows of other days are there because somebody wrote on
 * them, and stand in no balance, report or export.
 */
export function isAccounted(user: Row, date: string): boolean {
  return accountedWithin(user, { from: date, to: date }) !== null;
}

/** The days of the range that lie in the person's working time account; `null`: none. */
export function accountedWithin(user: Row, range: DateRange): DateRange | null {
  const { from, to } = accountedDays(user);
  const first = laterDate(range.from, from ?? range.from);
  const last = earlierDate(range.to, to ?? range.to);
  return first <= last ? { from: first, to: last } : null;
}

/** The last date that has begun for a person (a row of `users`); every date for a person of whom it was never noted. */
export function begunUntil(user: Row): string {
  return (user['begun_until'] ?? allDates.to) as string;
}

/** Whether the date has begun on the person's clocks, as far as the account says. */
export function hasBegun(user: Row, date: string): boolean {
  return date <= begunUntil(user);
}

/** Refuses a date outside of the person's working time account. */
export function refuseUnaccounted(user: Row, date: string): void {
  if (isAccounted(user, date)) return;
  const { from, to } = accountedDays(user);
  const [first, last] = [from ?? 'the beginning', to ?? 'on'];
  const message = `date is ${date}; the working time account of user ${user['id']} goes from ${first} ${to === null ? last : `to ${last}`}.`;
  throw new ApiError('rule_broken', message, { field: 'date' });
}

/** The date on the person's clocks. */
export function todayOf(user: Row, now: number): string {
  return localText(now, (user['timezone'] as string | null) ?? 'UTC').slice(0, 10);
}
