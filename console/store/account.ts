// Confirming days of an account, taking that back, and reopening days that the company approved.
import type { DaySum } from '../domain/day-sum.ts';
import type { Refusal } from './http.ts';
import { post } from './outbox.ts';
import { who } from './session.ts';

/** What confirming did: which days are confirmed, and which were refused. */
export interface Confirmed {
  readonly done: readonly DaySum[];
  readonly refused: readonly { readonly row: DaySum; readonly refusal: Refusal }[];
}

/** Days of one request: as many as the interface takes. */
export const daysAtOnce = 100;

/** Confirms days, or takes it back, some at once; what is refused does not end it. `onPart` hears how many are decided so far. */
export async function confirmDays(
  rows: readonly DaySum[],
  isBack: boolean,
  onPart: (decided: number) => void,
): Promise<Confirmed> {
  const done: DaySum[] = [];
  const refused: { readonly row: DaySum; readonly refusal: Refusal }[] = [];
  for (let from = 0; from < rows.length; from += daysAtOnce) {
    onPart(from);
    const part = rows.slice(from, from + daysAtOnce);
    const isOwn = (row: DaySum): boolean => row.user_id === who.value?.user_id;
    const outcome = await post({
      resource: 'timesheetAccountings',
      action: isBack ? 'unapprove' : 'approve',
      method: 'PUT',
      id: null,
      // Taken back is what was given: others' own confirmation stays.
      body: part.map((row) => ({
        user_id: row.user_id,
        date: row.date,
        ...(isBack && !isOwn(row) && { approved_by_admin: 1 }),
      })),
      patches: part.map((row) => ({
        table: 'timesheetAccountings',
        id: row.id,
        row: { [isOwn(row) ? 'approved_by_user' : 'approved_by_admin']: isBack ? 0 : 1 },
      })),
    });
    const byItem = new Map(outcome.refused.map((one): [number, Refusal] => [one.item, one]));
    for (const [item, row] of part.entries()) {
      const refusal = outcome.refusal ?? byItem.get(item);
      if (refusal === undefined) done.push(row);
      else refused.push({ row, refusal });
    }
  }
  return { done, refused };
}

/** Takes the company's approval of a day back; the log keeps the reason. `key` is the day's. */
export async function reopenDay(
  row: DaySum,
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
