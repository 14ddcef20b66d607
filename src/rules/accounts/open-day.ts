// The row of a day for somebody who writes on it: the one that is there, or a new one where the account has none.
import type { Row, View } from '#resource/rule.ts';
import { dateAfter } from '#values/date-range.ts';
import { adjustedDays } from './adjusted-days.ts';
import { emptyDay, findDay } from './day-account.ts';
import { monthOf } from './day-columns.ts';
import { initialBalance } from './expected.ts';
import { holidayEntriesBefore, holidaySteps } from './holiday-steps.ts';
import { recountFrames } from './recount.ts';

/** Answers the id of the person's row of the date, counted. */
export async function openDay(view: View, user: Row, date: string): Promise<number> {
  const userId = user['id'] as number;
  const known = await findDay(view, { userId, date });
  if (known !== undefined) return known['id'] as number;
  const before = await lastDayBefore(view, userId, date);
  const steps = await holidaySteps(view, userId);
  const month = await openMonth(view, user, { month: monthOf(date), before });
  const sameMonth = before?.['month_id'] === month['id'];
  const id = await view.insert('timesheetAccountings', {
    ...emptyDay(user, date),
    holiday_adjustments: (await adjustedDays(view, { userId, date })).get(date) ?? 0,
    month_id: month['id'] as number,
    balance_within: sameMonth ? (before?.['balance_within'] ?? 0) : 0,
    holiday_within: holidayEntriesBefore(steps, dateAfter(date, 1)) - (month['holiday_before'] as number),
  });
  await recountFrames(view, userId, { from: date, to: date });
  return id;
}

async function lastDayBefore(view: View, userId: number, date: string): Promise<Row | undefined> {
  const [row] = await view.find(
    'timesheetAccountings',
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'date', is: '<', value: date },
    ],
    { orderBy: ['-date'], limit: 1 },
  );
  return row;
}

async function openMonth(
  view: View,
  user: Row,
  { month, before }: { month: string; before: Row | undefined },
): Promise<Row> {
  const userId = user['id'] as number;
  const [known] = await view.find('accountMonths', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'month', is: '=', value: month },
  ]);
  if (known !== undefined) return known;
  const balance_before = (before?.['working_time_total_balance'] ?? initialBalance(user)) as number;
  const holiday_before = holidayEntriesBefore(await holidaySteps(view, userId), month);
  const row = { user_id: userId, month, balance_before, holiday_before };
  return { ...row, id: await view.insert('accountMonths', row) };
}
