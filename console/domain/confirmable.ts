// Which days of an account a person can confirm. Knows no screen and no words.
import type { CivilDate } from './civil.ts';
import type { AccountDay } from './rows.ts';
import type { Span } from './spans.ts';
import { dateAt } from './zones.ts';

/**
 * Whether the person can still confirm the day. The server takes no day on which a booking runs: none from its first
 * date on.
 */
export function isConfirmable(row: AccountDay, today: CivilDate, running: Span | null): boolean {
  return (
    row.date <= today &&
    (running === null || row.date < dateAt(running.start, running.zone)) &&
    row.approved_by_user === 0 &&
    row.approved_by_admin === 0 &&
    (row.workday === 1 || (row.total_working_time ?? 0) > 0)
  );
}
