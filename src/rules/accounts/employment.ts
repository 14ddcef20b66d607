// From when to when a person's days count.
import { ApiError } from '#errors/api-error.ts';
import type { Row } from '#resource/rule.ts';
import { localText } from '#values/time-zone.ts';

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

/** Whether the date lies in the person's working time account. */
export function isAccounted(user: Row, date: string): boolean {
  const { from, to } = accountedDays(user);
  return (from === null || from <= date) && (to === null || date <= to);
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
