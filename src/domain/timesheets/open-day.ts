// The row of a day for somebody who writes on it: the one that is there, or a new one where the account has none.
import type { Row, View } from '#resource/rule.ts';
import { dateAfter } from '#values/date-range.ts';
import { adjustedDays } from './adjusted-days.ts';
import { monthHasBegun } from '../days/begun-days.ts';
import { emptyDay, findDay, type PersonDay } from '../days/day-account.ts';
import { monthOf } from '../days/day-columns.ts';
import { hasBegun, initialBalance } from '../days/employment.ts';
import { holidayEntriesBefore, holidaySteps } from './holiday-steps.ts';
import { rebuildPerson } from './rebuild.ts';

/** Answers the id of the person's row of the date, counted. */
export function openDay(view: View, user: Row<'users'>, date: string): number {
  const userId = user.id;
  const known = findDay(view, { userId, date });
  if (known !== undefined) return known.id;
  const before = dayBefore(view, { userId, date });
  const steps = holidaySteps(view, userId);
  const month = openMonth(view, user, { month: monthOf(date), before });
  const sameMonth = before?.month_id === month.id;
  const id = view.insert('timesheetAccountings', {
    ...emptyDay(user, date),
    holiday_adjustments: adjustedDays(view, { userId, date }).get(date) ?? 0,
    month_id: month.id,
    balance_within: hasBegun(user, date) ? (sameMonth ? (before?.balance_within ?? 0) : 0) : null,
    holiday_within: holidayEntriesBefore(steps, dateAfter(date, 1)) - month.holiday_before,
  });
  if (hasBegun(user, date)) view.stale(userId, { frames: { from: date, to: date } });
  else rebuildPerson(view, userId);
  view.stale(userId, { overtimeFrom: date });
  return id;
}

/** The person's last row before a date. */
export function dayBefore(view: View, { userId, date }: PersonDay): Row<'timesheetAccountings'> | undefined {
  const [row] = view.find(
    'timesheetAccountings',
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'date', is: '<', value: date },
    ],
    { orderBy: ['-date'], limit: 1 },
  );
  return row;
}

function openMonth(
  view: View,
  user: Row<'users'>,
  { month, before }: { month: string; before: Row<'timesheetAccountings'> | undefined },
): Pick<Row<'accountMonths'>, 'id' | 'holiday_before'> {
  const userId = user.id;
  const [known] = view.find('accountMonths', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'month', is: '=', value: month },
  ]);
  if (known !== undefined) return known;
  const balance = before?.working_time_total_balance ?? initialBalance(user);
  const balance_before = monthHasBegun(user, month) ? balance : null;
  const holiday_before = holidayEntriesBefore(holidaySteps(view, userId), month);
  const row = { user_id: userId, month, balance_before, holiday_before };
  return { ...row, id: view.insert('accountMonths', row) };
}
