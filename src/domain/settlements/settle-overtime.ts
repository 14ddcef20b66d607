// After something moved the balance of a person, or changed what it is settled by: the ends of months and cycles from then
// on are settled again, one after the other, because each begins with what the one before has left.
import type { Row, View } from '#resource/rule.ts';
import { dateAfter } from '#values/date-range.ts';
import { beginningOf } from '../days/begun-days.ts';
import type { AccountDay } from '../days/day-account.ts';
import { balanceStep, differences, monthOf } from '../days/day-columns.ts';
import { begunUntil, hasReturned, initialBalance, isLastDay, type Employee } from '../days/employment.ts';
import { shiftTotals } from '../days/totals.ts';
import { ledgerChange, storeLedger } from './overtime-ledger.ts';
import { columnsToSettle, settleDays } from './settle-days.ts';
import { loadTerms } from './settlement-terms.ts';

/** Settles the days of a person from a date on. */
export function settleOvertime(view: View, user: Row<'users'>, from: string): void {
  const terms = loadTerms(view, user);
  if (terms === null && !hasReturned(user)) return;
  const userId = user.id;
  const ofUser = { column: 'user_id', is: '=', value: userId } as const;
  const rows = view.find(
    'timesheetAccountings',
    [
      ofUser,
      { column: 'date', is: '>=', value: monthOf(from) },
      { column: 'date', is: '<=', value: begunUntil(user) },
    ],
    { columns: columnsToSettle, orderBy: ['date'] },
  );
  const first = rows[0]?.date;
  if (first === undefined) return;
  const [month] = view.find('accountMonths', [ofUser, { column: 'month', is: '=', value: monthOf(first) }]);
  const opening = month?.balance_before ?? initialBalance(user);
  const days = settleDays(user, rows, { terms, opening });
  storeSettled(view, user, { rows, wanted: days.map(({ row }) => row) });
  storeLedger(view, ledgerChange(view, userId, { from: first, days }));
}

function storeSettled(
  view: View,
  user: Row<'users'>,
  {
    rows,
    wanted,
  }: {
    readonly rows: readonly Row<'timesheetAccountings'>[];
    readonly wanted: readonly AccountDay[];
  },
): void {
  const changes = rows.flatMap((row, index) => {
    const after = wanted[index] ?? row;
    const values = differences(row, { ...after, ...turnOf(user, row, after) });
    return Object.keys(values).length === 0 ? [] : [{ row, values, after }];
  });
  view.updateAll('timesheetAccountings', changes);
  const shifts = changes
    .map(({ row, after }) => ({
      date: row.date,
      balance: balanceStep(user, after) - balanceStep(user, row),
      holiday: 0,
    }))
    .filter(({ balance }) => balance !== 0);
  shiftTotals(view, user, shifts);
}

/** The last day of an account has no day after it that begins: it turns by itself once it is over. */
function turnOf(user: Employee, row: AccountDay, after: AccountDay): Partial<AccountDay> {
  if (row.settles_later === after.settles_later) return {};
  return { turns_at: lastDayTurn(user, after) };
}

/** When the row of a day turns that is the last of its account and settles once it is over; `null` for others. */
export function lastDayTurn(user: Employee, day: AccountDay): number | null {
  const date = day.date;
  return day.settles_later === 1 && isLastDay(user, date) ? beginningOf(user, dateAfter(date, 1)) : null;
}
