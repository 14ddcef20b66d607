// Days of working time accounts begin at the midnight of their person: from then on they have a balance.
import type { Row, RowChange, View } from '#resource/rule.ts';
import { beginningOf, monthHasBegun, withDailyBalance } from './begun-days.ts';
import { balanceStep, monthOf } from './day-columns.ts';
import { initialBalance, todayOf } from './employment.ts';
import { settleOvertime } from '../settlements/settle-overtime.ts';
import { dayBefore } from './open-day.ts';
import { rebuildPerson } from './rebuild.ts';

/** Lets the days of these rows of timesheetAccountings, and all before them, begin. */
export async function beginDays(
  view: View,
  { ids, now }: { readonly ids: readonly number[]; readonly now: number },
): Promise<void> {
  const people = new Set<number>();
  for (const id of ids) {
    const day = await view.get('timesheetAccountings', id);
    if (day !== undefined) people.add(day['user_id'] as number);
  }
  for (const userId of people) await beginDaysOf(view, userId, now);
}

async function beginDaysOf(view: View, userId: number, now: number): Promise<void> {
  const before = (await view.get('users', userId)) as Row;
  const until = before['begun_until'] as string | null;
  const user: Row = { ...before, begun_until: todayOf(before, now) };
  await view.update('users', userId, { begun_until: user['begun_until'] as string });
  if (until === null || until >= (user['begun_until'] as string)) {
    await rebuildPerson(view, userId);
    return;
  }
  const { beginning, next } = await daysAfter(view, user, until);
  const first = beginning[0]?.['date'] as string | undefined;
  // After the exit no day begins, but the last one is over.
  if (first === undefined) return settleOvertime(view, user, until);
  const former = await dayBefore(view, { userId, date: first });
  const total = (former?.['working_time_total_balance'] ?? initialBalance(user)) as number;
  const { changes, balances } = withBalances(user, beginning, { former, total });
  await beginMonths(view, { user, former: before }, balances);
  const turn =
    next === undefined ? [] : [{ row: next, values: { turns_at: beginningOf(user, dateOf(next)) } }];
  await view.updateAll('timesheetAccountings', [...changes, ...turn]);
  await settleOvertime(view, user, until);
}

/** The rows of the days that have begun since a date, and the one that begins next. */
async function daysAfter(
  view: View,
  user: Row,
  until: string,
): Promise<{ readonly beginning: readonly Row[]; readonly next: Row | undefined }> {
  const ofUser = { column: 'user_id', is: '=', value: user['id'] as number } as const;
  const today = user['begun_until'] as string;
  const [beginning, [next]] = await Promise.all([
    view.find(
      'timesheetAccountings',
      [ofUser, { column: 'date', is: '>', value: until }, { column: 'date', is: '<=', value: today }],
      { orderBy: ['date'] },
    ),
    view.find('timesheetAccountings', [ofUser, { column: 'date', is: '>', value: today }], {
      orderBy: ['date'],
      limit: 1,
    }),
  ]);
  return { beginning, next };
}

/** A date, and what the balance is at its end. */
interface Balance {
  readonly date: string;
  readonly balance: number;
}

/** What is written on days that begin, and the balance after each; first of all the one before them. */
function withBalances(
  user: Row,
  days: readonly Row[],
  { former, total }: { readonly former: Row | undefined; readonly total: number },
): { readonly changes: readonly RowChange[]; readonly balances: readonly Balance[] } {
  const balances: Balance[] = [{ date: former === undefined ? '' : dateOf(former), balance: total }];
  let month = former === undefined ? '' : monthOf(dateOf(former));
  let within = (former?.['balance_within'] ?? 0) as number;
  let balance = total;
  const changes = days.map((row): RowChange => {
    const day = withDailyBalance(user, row);
    const step = balanceStep(user, day);
    if (monthOf(dateOf(row)) !== month) [month, within] = [monthOf(dateOf(row)), 0];
    [within, balance] = [within + step, balance + step];
    balances.push({ date: dateOf(row), balance });
    const { working_time_daily_balance } = day as { readonly working_time_daily_balance: number | null };
    return { row, values: { turns_at: null, working_time_daily_balance, balance_within: within } };
  });
  return { changes, balances };
}

/** Months that begin say what the balance was before them. */
async function beginMonths(
  view: View,
  { user, former }: { readonly user: Row; readonly former: Row },
  balances: readonly Balance[],
): Promise<void> {
  const until = monthOf(user['begun_until'] as string);
  if (monthHasBegun(former, until)) return;
  const months = await view.find('accountMonths', [
    { column: 'user_id', is: '=', value: user['id'] as number },
    { column: 'month', is: '>', value: monthOf(former['begun_until'] as string) },
    { column: 'month', is: '<=', value: until },
  ]);
  const changes = months.map((row): RowChange => {
    const before = balances.findLast(({ date }) => date < (row['month'] as string));
    return { row, values: { balance_before: before?.balance ?? initialBalance(user) } };
  });
  await view.updateAll('accountMonths', changes);
}

function dateOf(day: Row): string {
  return day['date'] as string;
}
