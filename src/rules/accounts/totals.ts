// The running totals of a person: sums since the first of the month on each day, and what stood before each month. A
// change of one day moves the days after it in its month, and one narrow row for each later month.
import type { Rule, View } from '#resource/rule.ts';
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
  const real = shifts.filter(({ balance, holiday }) => balance !== 0 || holiday !== 0);
  for (const [month, ofMonth] of Map.groupBy(real, ({ date }) => monthOf(date))) {
    await shiftDays(view, userId, { month, shifts: ofMonth });
    await shiftLaterMonths(view, userId, { month, ...sum(ofMonth) });
  }
}

interface MonthPart {
  readonly month: string;
  readonly shifts: readonly Shift[];
}

/** After somebody wrote on a day: what is paid out moves the balance. */
export const moveTotals: Rule = async ({ verb, before, after }, view) => {
  if (verb !== 'update' || before === null) return;
  const balance = balanceStep(after) - balanceStep(before);
  await shiftTotals(view, after['user_id'] as number, [
    { date: after['date'] as string, balance, holiday: 0 },
  ]);
};

async function shiftDays(view: View, userId: number, { month, shifts }: MonthPart): Promise<void> {
  const next = dateAfterMonth(month);
  for (const { date, balance, holiday } of shifts) {
    await view.addTo(
      'timesheetAccountings',
      [
        { column: 'user_id', is: '=', value: userId },
        { column: 'date', is: '>=', value: date },
        { column: 'date', is: '<', value: next },
      ],
      amounts('within', { balance, holiday }),
    );
  }
}

async function shiftLaterMonths(
  view: View,
  userId: number,
  { month, ...by }: Amounts & { readonly month: string },
): Promise<void> {
  if (by.balance === 0 && by.holiday === 0) return;
  await view.addTo(
    'accountMonths',
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'month', is: '>', value: month },
    ],
    amounts('before', by),
  );
}

type Amounts = Omit<Shift, 'date'>;

function amounts(place: 'within' | 'before', { balance, holiday }: Amounts): Record<string, number> {
  return {
    ...(balance === 0 ? {} : { [`balance_${place}`]: balance }),
    ...(holiday === 0 ? {} : { [`holiday_${place}`]: holiday }),
  };
}

function sum(shifts: readonly Shift[]): Amounts {
  const of = (name: 'balance' | 'holiday'): number => shifts.reduce((total, one) => total + one[name], 0);
  return { balance: of('balance'), holiday: of('holiday') };
}

function dateAfterMonth(month: string): string {
  return Temporal.PlainDate.from(month).add({ months: 1 }).toString();
}
