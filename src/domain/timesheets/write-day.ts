// What people write on days: hours added and paid out, remarks. It counts on days of the account only.
import type { Rule, View } from '#resource/rule.ts';
import { differs } from '../change.ts';
import type { AccountDay } from '../days/day-account.ts';
import { isNeedless, writtenAmounts } from '../days/day-columns.ts';
import { refuseUnaccounted } from '../days/employment.ts';
import { knownRow } from '../known-row.ts';
import { rebuildPerson } from './rebuild.ts';

/** Refuses hours on a day that is not, or not any more, of the person's account: they would move nothing. */
export const refuseUncounted: Rule<'timesheetAccountings'> = (change, view) => {
  const { after } = change;
  const written = writtenAmounts.filter((name) => differs(change, name) && (after[name] ?? 0) !== 0);
  if (written.length === 0) return;
  refuseUnaccounted(knownRow(view, 'users', after.user_id), after.date);
};

/** After somebody wrote on a day: it goes when it is not of the account and nothing is left on it. */
export const dropWhenNeedless: Rule<'timesheetAccountings'> = ({ after }, view) =>
  dropIfNeedless(view, after);

/** Takes away a day's row that has no place any more. */
export function dropIfNeedless(view: View, day: AccountDay): void {
  const user = knownRow(view, 'users', day.user_id);
  if (isNeedless(user, day)) rebuildPerson(view, user.id);
}
