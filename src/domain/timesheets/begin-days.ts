// Days of working time accounts begin at the midnight of their person: from then on they have a balance.
import type { Row, RowChange, View } from '#resource/rule.ts';
import { beginningOf, monthHasBegun, withDailyBalance } from '../days/begun-days.ts';
import { balanceStep, monthOf } from '../days/day-columns.ts';
import { begunUntil, initialBalance, todayOf } from '../days/employment.ts';
import { settleOvertime } from '../settlements/settle-overtime.ts';
import { dayBefore } from './open-day.ts';
import { knownRow } from '../known-row.ts';
import { rebuildPerson } from './rebuild.ts';
import { together } from '#resource/missing.ts';

type Day = Row<'timesheetAccountings'>;

/** Lets the days of these rows of timesheetAccountings, and all before them, begin. */
export function beginDays(
  view: View,
  { ids, now }: { readonly ids: readonly number[]; readonly now: number },
): void {
  const people = new Map<number, string>();
  for (const id of ids) {
    const day = view.get('timesheetAccountings', id);
    if (day === undefined) continue;
    const latest = people.get(day.user_id) ?? '';
    people.set(day.user_id, day.date > latest ? day.date : latest);
  }
  for (const [userId, latest] of people) beginDaysOf(view, { userId, latest }, now);
}

/** `latest`: the date of the person's last day that is due. */
function beginDaysOf(
  view: View,
  { userId, latest }: { readonly userId: number; readonly latest: string },
  now: number,
): void {
  const before = knownRow(view, 'users', userId);
  const until = before.begun_until;
  const today = todayOf(before, now);
  const user = { ...before, begun_until: today };
  view.update('users', userId, { begun_until: today });
  // A day to come is due in edited rows alone. Reads wait until none is due.
  if (until === null || until >= today || latest > today) {
    rebuildPerson(view, userId);
    return;
  }
  const { beginning, next } = daysAfter(view, user, until);
  const first = beginning[0]?.date;
  // After the exit no day begins, but the last one is over.
  if (first === undefined) return settleOvertime(view, user, until);
  const former = dayBefore(view, { userId, date: first });
  const total = former?.working_time_total_balance ?? initialBalance(user);
  const { changes, balances } = withBalances(user, beginning, { former, total });
  beginMonths(view, { user, former: before }, balances);
  const turn = next === undefined ? [] : [{ row: next, values: { turns_at: beginningOf(user, next.date) } }];
  view.updateAll('timesheetAccountings', [...changes, ...turn]);
  settleOvertime(view, user, until);
}

/** The rows of the days that have begun since a date, and the one that begins next. */
function daysAfter(
  view: View,
  user: Row<'users'>,
  until: string,
): { readonly beginning: readonly Day[]; readonly next: Day | undefined } {
  const ofUser = { column: 'user_id', is: '=', value: user.id } as const;
  const today = begunUntil(user);
  const [beginning, [next]] = together([
    () =>
      view.find(
        'timesheetAccountings',
        [ofUser, { column: 'date', is: '>', value: until }, { column: 'date', is: '<=', value: today }],
        { orderBy: ['date'] },
      ),
    () =>
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
  user: Row<'users'>,
  days: readonly Day[],
  { former, total }: { readonly former: Day | undefined; readonly total: number },
): { readonly changes: readonly RowChange[]; readonly balances: readonly Balance[] } {
  const balances: Balance[] = [{ date: former?.date ?? '', balance: total }];
  let month = former === undefined ? '' : monthOf(former.date);
  let within = former?.balance_within ?? 0;
  let balance = total;
  const changes = days.map((row): RowChange => {
    const day = withDailyBalance(user, row);
    const step = balanceStep(user, day);
    if (monthOf(row.date) !== month) [month, within] = [monthOf(row.date), 0];
    [within, balance] = [within + step, balance + step];
    balances.push({ date: row.date, balance });
    const { working_time_daily_balance } = day;
    return { row, values: { turns_at: null, working_time_daily_balance, balance_within: within } };
  });
  return { changes, balances };
}

/** Months that begin say what the balance was before them. */
function beginMonths(
  view: View,
  { user, former }: { readonly user: Row<'users'>; readonly former: Row<'users'> },
  balances: readonly Balance[],
): void {
  const until = monthOf(begunUntil(user));
  if (monthHasBegun(former, until)) return;
  const months = view.find('accountMonths', [
    { column: 'user_id', is: '=', value: user.id },
    { column: 'month', is: '>', value: monthOf(begunUntil(former)) },
    { column: 'month', is: '<=', value: until },
  ]);
  const changes = months.map((row): RowChange => {
    const before = balances.findLast(({ date }) => date < row.month);
    return { row, values: { balance_before: before?.balance ?? initialBalance(user) } };
  });
  view.updateAll('accountMonths', changes);
}
