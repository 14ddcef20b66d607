// Confirming days of an account, taking that back, and reopening days that the company approved.
import type { CivilDate } from '../domain/civil.ts';
import type { AccountDay } from '../domain/rows.ts';
import type { Refusal } from './http.ts';
import { post } from './outbox.ts';

/** What confirming did: how many days, the first refusal, and the way back. */
export interface Confirmed {
  readonly days: readonly CivilDate[];
  readonly refusal: Refusal | null;
}

/** Confirms days, or takes it back, one after the other; stops at the first refusal. */
export async function confirmDays(rows: readonly AccountDay[], isBack: boolean): Promise<Confirmed> {
  const days: CivilDate[] = [];
  for (const row of rows) {
    const { refusal } = await post({
      resource: 'timesheetAccountings',
      action: isBack ? 'unapprove' : 'approve',
      method: 'PUT',
      id: null,
      body: { user_id: row.user_id, date: row.date },
      patches: [{ table: 'timesheetAccountings', id: row.id, row: { approved_by_user: isBack ? 0 : 1 } }],
    });
    if (refusal !== null) return { days, refusal };
    days.push(row.date);
  }
  return { days, refusal: null };
}

/** Takes the company's approval of a day back; the log keeps the reason. */
export async function reopenDay(row: AccountDay, comment: string): Promise<Refusal | null> {
  const { refusal } = await post({
    resource: 'timesheetAccountings',
    action: 'unapprove',
    method: 'PUT',
    id: row.id,
    body: { approved_by_admin: 1, comment },
    patches: [{ table: 'timesheetAccountings', id: row.id, row: { approved_by_admin: 0 } }],
  });
  return refusal;
}
