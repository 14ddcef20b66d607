// Overtime that is paid out must be there: on its day, and on every day since.
import { ApiError } from '#errors/api-error.ts';
import { shownHours } from '#resource/field-types/hours.ts';
import type { Row, Rule, View } from '#resource/rule.ts';
import { allDates, earlierDate, laterDate } from '#values/date-range.ts';
import { differs } from '../change.ts';
import { begunUntil, employmentOn, hasBegun } from '../days/employment.ts';
import { knownRow } from '../known-row.ts';
import { paidAfter } from './payouts-to-come.ts';

/**
 * Refuses to pay more than the lowest balance from the day to today, or to the end of its employment, less what is paid on
 * other days to come, unless the account allows a negative one.
 */
export const limitPayout: Rule<'timesheetAccountings'> = (change, view) => {
  const { before, after } = change;
  if (change.verb !== 'update' || before === null || !differs(change, 'overtime_paid')) return;
  const paidBefore = before.overtime_paid ?? 0;
  const more = (after.overtime_paid ?? 0) - paidBefore;
  if (more <= 0 || view.setting('allow_negative_overtime') === '1') return;
  const user = knownRow(view, 'users', after.user_id);
  const date = after.date;
  const from = earlierDate(date, begunUntil(user));
  const lowest = lowestBalance(view, user, { date, from });
  if (lowest === null) return;
  const toCome = paidAfter(view, { user, employedOn: date, after: begunUntil(user), except: date });
  // The balance holds what was paid on this day before only if the day has begun.
  const left = lowest - toCome - (hasBegun(user, date) ? 0 : paidBefore);
  if (more <= left) return;
  const most = shownHours(Math.max(0, paidBefore + left));
  const message =
    `overtime_paid is ${shownHours(paidBefore + more)}; it must be at most ${most} hours: ` +
    `the balance from ${from} on falls to ${shownHours(lowest)} hours, with ${shownHours(paidBefore)} paid on this day already` +
    (toCome === 0 ? '.' : ` and ${shownHours(toCome)} on other days to come.`);
  const data = { balance: shownHours(lowest), most };
  throw new ApiError('rule_broken', message, { field: 'overtime_paid', data });
};

/**
 * The lowest balance, in seconds, from a date on, of the days that have begun in the employment of the day; `null`: none of
 * them has one.
 */
function lowestBalance(
  view: View,
  user: Row<'users'>,
  { date, from }: { readonly date: string; readonly from: string },
): number | null {
  const employment = employmentOn(user, date);
  const days = view.find('timesheetAccountings', [
    { column: 'user_id', is: '=', value: user.id },
    { column: 'date', is: '>=', value: laterDate(from, employment?.from ?? from) },
    { column: 'date', is: '<=', value: employment?.to ?? allDates.to },
    { column: 'balance_within', is: 'not null' },
  ]);
  const balances = days.flatMap(({ working_time_total_balance: balance }) => balance ?? []);
  return balances.length === 0 ? null : Math.min(...balances);
}
