// Confirming days of an account, taking that back, and reopening days that the company approved.
import type { AccountDay } from '../domain/rows.ts';
import type { Refusal } from './http.ts';
import { post } from './outbox.ts';

/** What confirming did: which days are confirmed, and which were refused. */
export interface Confirmed {
  readonly done: readonly AccountDay[];
  readonly refused: readonly { readonly row: AccountDay; readonly refusal: Refusal }[];
}

/** Confirms days, or takes it back, one after the other; what is refused does not end it. */
export async function confirmDays(rows: readonly AccountDay[], isBack: boolean): Promise<Confirmed> {
  const done: AccountDay[] = [];
  const refused: { readonly row: AccountDay; readonly refusal: Refusal }[] = [];
  for (const row of rows) {
    const { refusal } = await post({
      resource: 'timesheetAccountings',
      action: isBack ? 'unapprove' : 'approve',
      method: 'PUT',
      id: null,
      body: { user_id: row.user_id, date: row.date },
      patches: [{ table: 'timesheetAccountings', id: row.id, row: { approved_by_user: isBack ? 0 : 1 } }],
    });
    if (refusal === null) done.push(row);
    else refused.push({ row, refusal });
  }
  return { done, refused };
}

/** Takes the company's approval of a day back; the log keeps the reason. `key` is the day's. */
export async function reopenDay(
  row: AccountDay,
  comment: string,
): Promise<{ readonly refusal: Refusal | null; readonly key: string }> {
  const { refusal } = await post({
    resource: 'timesheetAccountings',
    action: 'unapprove',
    method: 'PUT',
    id: row.id,
    body: { approved_by_admin: 1, comment },
    patches: [{ table: 'timesheetAccountings', id: row.id, row: { approved_by_admin: 0 } }],
  });
  return { refusal, key: `reopen ${row.id}` };
}
