// The running totals of a person: sums since the first of the month on each day, and what stood before each month. A
// change of one day moves the days after it in its month, and one narrow row for each later month.
import type { Comparison, Row, Rule, View } from '#resource/rule.ts';
import { together } from '#values/together.ts';
import { balanceStep, monthOf } from './day-columns.ts';

/** By how much a date moves what stands from it on. */
export interface Shift {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Seconds of working time. */
  readonly balance: number;
  /** Hundredths of days of holiday. */
  readonly holiday: number;
}

/** Moves the totals of a person from dates on; the dates need no rows of their own. */
export async function shiftTotals(view: View, userId: number, shifts: readonly Shift[]): Promise<void> {
  const byMonth = Map.groupBy(shifts, ({ date }) => monthOf(date));
  const days = [...byMonth].flatMap(([month, ofMonth]) => steps(ofMonth, firstAfter(month)));
  // What a month moves stands in the months after it.
  const months = [...byMonth].map(([month, ofMonth]) => ({ date: firstAfter(month), ...sum(ofMonth) }));
  await together([
    ...days.map((step) => moveDays(view, userId, step)),
    ...steps(months, null).map((step) => moveMonths(view, userId, step)),
  ]);
}

/** After somebody wrote on a day: what is paid out moves the balance. */
export const moveTotals: Rule = async ({ verb, before, after }, view) => {
  if (verb !== 'update' || before === null) return;
  const userId = after['user_id'] as number;
  const user = (await view.get('users', userId)) as Row;
  const balance = balanceStep(user, after) - balanceStep(user, before);
  await shiftTotals(view, userId, [{ date: after['date'] as string, balance, holiday: 0 }]);
};

type Amounts = Omit<Shift, 'date'>;

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
    return { from, before: dated[index + 1]?.[0] ?? end, ...total };
  });
  return all.filter(({ balance, holiday }) => balance !== 0 || holiday !== 0);
}

function moveDays(view: View, userId: number, step: Step): Promise<void> {
  return view.addTo('timesheetAccountings', rowsOf(userId, 'date', step), amounts('within', step));
}

function moveMonths(view: View, userId: number, step: Step): Promise<void> {
  return view.addTo('accountMonths', rowsOf(userId, 'month', step), amounts('before', step));
}

function rowsOf(userId: number, column: string, { from, before }: Step): readonly Comparison[] {
  return [
    { column: 'user_id', is: '=', value: userId },
    { column, is: '>=', value: from },
    ...(before === null ? [] : [{ column, is: '<', value: before } as const]),
  ];
}

function amounts(place: 'within' | 'before', { balance, holiday }: Amounts): Record<string, number> {
  return {
    ...(balance === 0 ? {} : { [`balance_${place}`]: balance }),
    ...(holiday === 0 ? {} : { [`holiday_${place}`]: holiday }),
  };
}

function sum(shifts: readonly Amounts[]): Amounts {
  const of = (name: 'balance' | 'holiday'): number => shifts.reduce((total, one) => total + one[name], 0);
  return { balance: of('balance'), holiday: of('holiday') };
}

/** First day of the month after this one. */
function firstAfter(month: string): string {
  return Temporal.PlainDate.from(month).add({ months: 1 }).toString();
}
