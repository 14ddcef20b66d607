// Overtime that is paid out must be there: on its day, and on every day since.
import { ApiError } from '#errors/api-error.ts';
import { shownHours } from '#resource/field-types/hours.ts';
import type { Row, Rule, View } from '#resource/rule.ts';
import { earlierDate } from '#values/date-range.ts';
import { differs } from '../change.ts';
import { begunUntil } from './employment.ts';

/** Refuses to pay more than the lowest balance from the day to today, unless the account allows a negative one. */
export const limitPayout: Rule<'timesheetAccountings'> = async (change, view) => {
  const { before, after } = change;
  if (change.verb !== 'update' || before === null || !differs(change, 'overtime_paid')) return;
  const paidBefore = (before['overtime_paid'] ?? 0) as number;
  const more = ((after['overtime_paid'] ?? 0) as number) - paidBefore;
  if (more <= 0 || (await view.setting('allow_negative_overtime')) === '1') return;
  const user = (await view.get('users', after['user_id'] as number)) as Row;
  const from = earlierDate(after['date'] as string, begunUntil(user));
  const lowest = await lowestBalance(view, user['id'] as number, from);
  if (lowest === null || more <= lowest) return;
  const most = shownHours(Math.max(0, paidBefore + lowest));
  const message =
    `overtime_paid is ${shownHours(paidBefore + more)}; it must be at most ${most} hours: ` +
    `the balance from ${from} on falls to ${shownHours(lowest)} hours, with ${shownHours(paidBefore)} paid on this day already.`;
  const data = { balance: shownHours(lowest), most };
  throw new ApiError('rule_broken', message, { field: 'overtime_paid', data });
};

/** The lowest balance of the days that have begun, from a date on, in seconds; `null`: none of them has one. */
async function lowestBalance(view: View, userId: number, from: string): Promise<number | null> {
  const days = await view.find('timesheetAccountings', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'date', is: '>=', value: from },
    { column: 'balance_within', is: 'not null' },
  ]);
  const balances = days.map((day) => day['working_time_total_balance'] as number);
  return balances.length === 0 ? null : Math.min(...balances);
}
