// The running totals of a person: sums since the first of the month on each day, and what stood before each month. A
// change of one day moves the days after it in its month, and one narrow row for each later month.
import type { Comparison, Row, Rule, View } from '#resource/rule.ts';
import { dateAfter } from '#values/date-range.ts';
import { knownRow } from '../known-row.ts';
import { balanceStep, monthOf } from './day-columns.ts';

/** By how much a date moves what stands from it on. */
export interface Shift {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Seconds of working time. */
  readonly balance: number;
  /** Hundredths of days of holiday. */
  readonly holiday: number;
  /** Whether the days of its month up to the date have moved already, and only what comes after it is left. */
  readonly moved?: boolean;
}

/** Moves the totals of a person from dates on; the dates need no rows of their own. */
export function shiftTotals(view: View, user: Row<'users'>, shifts: readonly Shift[]): void {
  const userId = user.id;
  const byMonth = Map.groupBy(shifts, ({ date }) => monthOf(date));
  const days = [...byMonth].flatMap(([month, ofMonth]) => steps(ofMonth, firstAfter(month)));
  // What a month moves stands in the months after it.
  const months = [...byMonth].map(([month, ofMonth]) => ({ date: firstAfter(month), ...sum(ofMonth) }));
  for (const step of days) moveDays(view, userId, step);
  for (const step of steps(months, null)) moveMonths(view, userId, step);
}

/** After somebody wrote on a day: what is paid out moves the balance. */
export const moveTotals: Rule<'timesheetAccountings'> = ({ verb, before, after }, view) => {
  if (verb !== 'update' || before === null) return;
  const userId = after.user_id;
  const user = knownRow(view, 'users', userId);
  const balance = balanceStep(user, after) - balanceStep(user, before);
  if (balance === 0) return;
  const date = after.date;
  shiftTotals(view, user, [{ date, balance, holiday: 0 }]);
};

type Amounts = Pick<Shift, 'balance' | 'holiday'>;

/** From a date to before another (`null`: on and on), everything moves by the same. */
interface Step extends Amounts {
  readonly from: string;
  readonly before: string | null;
}

/** The stretches between one shift and the next, with all that has come together up to there: no row is moved twice. */
function steps(shifts: readonly Shift[], end: string | null): readonly Step[] {
  const dated = [...Map.groupBy(shifts, ({ date }) => date)].sort(([one], [other]) => (one < other ? -1 : 1));
  let total: Amounts = { balance: 0, holiday: 0 };
  const all = dated.map(([from, same], index) => {
    total = sum([...same, total]);
    const first = same.some(({ moved }) => moved === true) ? dateAfter(from, 1) : from;
    return { from: first, before: dated[index + 1]?.[0] ?? end, ...total };
  });
  return all.filter(
    ({ from, before, balance, holiday }) =>
      (balance !== 0 || holiday !== 0) && (before === null || from < before),
  );
}

/** Days to come have no balance that could move. */
function moveDays(view: View, userId: number, step: Step): void {
  const days = rowsOf(userId, 'date', step);
  const { balance, holiday } = step;
  if (balance !== 0) {
    const begun = [...days, { column: 'balance_within', is: 'not null' } as const];
    view.addTo('timesheetAccountings', begun, { balance_within: balance });
  }
  if (holiday !== 0) view.addTo('timesheetAccountings', days, { holiday_within: holiday });
}

function moveMonths(view: View, userId: number, step: Step): void {
  const months = rowsOf(userId, 'month', step);
  const { balance, holiday } = step;
  if (balance !== 0) {
    const begun = [...months, { column: 'balance_before', is: 'not null' } as const];
    view.addTo('accountMonths', begun, { balance_before: balance });
  }
  if (holiday !== 0) view.addTo('accountMonths', months, { holiday_before: holiday });
}

function rowsOf(userId: number, column: string, { from, before }: Step): readonly Comparison[] {
  return [
    { column: 'user_id', is: '=', value: userId },
    { column, is: '>=', value: from },
    ...(before === null ? [] : [{ column, is: '<', value: before } as const]),
  ];
}

function sum(shifts: readonly Amounts[]): Amounts {
  const of = (name: 'balance' | 'holiday'): number => shifts.reduce((total, one) => total + one[name], 0);
  return { balance: of('balance'), holiday: of('holiday') };
}

/** First day of the month after this one. */
function firstAfter(month: string): string {
  return monthOf(dateAfter(month, 31));
}
