// Which days of an account a person can confirm, or open again. Knows no screen and no words.
import type { CivilDate } from './civil.ts';
import type { AccountDay } from './rows.ts';
import type { Span } from './spans.ts';
import { dateAt } from './zones.ts';

/** The circumstances in which a day is confirmed. */
export interface Confirming {
  readonly today: CivilDate;
  readonly running: Span | null;
  /** Whether an administrator acts as the person: they confirm nothing in the person's place. */
  readonly isActedFor: boolean;
}

/** Whether the day is confirmed with all open days of its month: work was planned on it, or done. */
export function isConfirmable(row: AccountDay, confirming: Confirming): boolean {
  const isWork = row.workday === 1 || (row.total_working_time ?? 0) > 0;
  return isWork && row.approved_by_user === 0 && isDecidable(row, confirming);
}

/**
 * Whether the person can confirm the day, or take that back when it is confirmed. The server takes no day on which a booking
 * runs: none from its first date on.
 */
export function isDecidable(row: AccountDay, { today, running, isActedFor }: Confirming): boolean {
  if (row.date > today || row.approved_by_admin === 1) return false;
  if (row.approved_by_user === 1) return true;
  return !isActedFor && (running === null || row.date < dateAt(running.start, running.zone));
}
