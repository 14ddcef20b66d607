// A person's account is as long as their employment, begins with what their record says, and grows year by year.
import type { Row, Rule, View } from '#resource/rule.ts';
import { anyDiffers, differs, rowId } from '../change.ts';
import { beginTerms } from '../holidays/keep-terms.ts';
import { recalculateHolidays } from '../holidays/recalculate-holidays.ts';
import { accountRange, hasReturned, initialBalance, lastDayToFill, todayOf } from '../days/employment.ts';
import { rebuildPerson } from './rebuild.ts';
import { shiftTotals } from '../days/totals.ts';
import { allDates } from '#values/date-range.ts';

const bounds = [
  'payroll_accounting_starts_at',
  'entry_date',
  'exit_date',
  'timezone',
  'former_employments',
] as const;
const initial = 'payroll_accounting_initial_value_working_time_total_balance';

/** Notes up to which day a new person's account is filled, and which day has begun where that may be another one. */
export const noteAccounted: Rule<'users'> = (change) => {
  const { verb, after, now } = change;
  if (verb === 'create') after.accounted_until = lastDayToFill(after, now);
  if (verb === 'create' || (verb === 'update' && anyDiffers(change, bounds)))
    after.begun_until = todayOf(after, now);
};

/** After a person was created or changed: gives the account the days it lacks and takes those that it may not have. */
export const keepAccount: Rule<'users'> = (change, view) => {
  if (change.verb === 'delete') return;
  if (change.before === null) {
    if (accountRange(change.after) !== null) rebuildPerson(view, rowId(change));
    return;
  }
  if (anyDiffers(change, bounds) || (differs(change, initial) && hasReturned(change.after))) {
    rebuildPerson(view, rowId(change));
  } else if (differs(change, initial)) {
    const balance = initialBalance(change.after) - initialBalance(change.before);
    shiftTotals(view, change.after, [{ date: allDates.from, balance, holiday: 0 }]);
    view.stale(rowId(change), { overtimeFrom: allDates.from });
  }
};

/** Fills the accounts of a person up to a date, holiday first: days show its balance. */
export function extendAccount(
  view: View,
  user: Row<'users'>,
  { until, now }: { readonly until: string; readonly now: number },
): void {
  const id = user.id;
  view.update('users', id, { accounted_until: until });
  beginTerms(user, todayOf(user, now), view);
  recalculateHolidays(view, id);
  rebuildPerson(view, id);
}
