// After people changed what settlements follow from: hours of a day, terms of a person, rules and cycles.
import { ApiError } from '#errors/api-error.ts';
import type { Rule, View } from '#resource/rule.ts';
import { allDates, earlierDate } from '#values/date-range.ts';
import { balanceStep } from '../days/day-columns.ts';
import { anyDiffers, differs, rowId } from '../change.ts';
import type { DatedColumn } from '../schedules/keep-history.ts';
import { peopleWith } from '../schedules/people-with.ts';
import { knownRow } from '../known-row.ts';
import { clearingColumn, settlingColumns } from './settlement-terms.ts';

/** After hours were added or paid out on a day. */
export const settleAfterDay: Rule<'timesheetAccountings'> = ({ verb, before, after }, view) => {
  if (verb !== 'update' || before === null) return;
  const user = knownRow(view, 'users', after.user_id);
  if (balanceStep(user, before) !== balanceStep(user, after))
    view.stale(after.user_id, { overtimeFrom: after.date });
};

/** After the terms of a person changed; `since`: from which day on each column holds another value. */
export function settleAfterTerms(
  change: Parameters<Rule<'users'>>[0],
  since: ReadonlyMap<DatedColumn, string>,
  view: View,
): void {
  const dates = settlingColumns.flatMap((column) => since.get(column) ?? []);
  if (differs(change, clearingColumn)) dates.push(allDates.from);
  if (dates.length === 0 || change.before === null) return;
  view.stale(rowId(change), { overtimeFrom: dates.reduce(earlierDate) });
}

/** After the amounts of a rule changed: everybody who has or had it is settled again, but for approved days. */
export const settleAfterRule: Rule<'workingTimeBalanceRules'> = (change, view) => {
  if (change.verb !== 'update') return;
  if (!anyDiffers(change, ['name', 'payout_above', 'expires_at_cycle_end', 'maximum_balance'])) return;
  settleWith(view, { column: 'working_time_balance_rule', value: rowId(change) });
};

/** After a cycle got another length. */
export const settleAfterCycle: Rule<'workingTimeCycles'> = (change, view) => {
  if (change.verb !== 'update' || !differs(change, 'length')) return;
  settleWith(view, { column: 'working_time_balance_rule_cycle_id', value: rowId(change) });
};

function settleWith(view: View, place: Parameters<typeof peopleWith>[1]): void {
  for (const person of peopleWith(view, place)) view.stale(person, { overtimeFrom: allDates.from });
}

/** Refuses to delete a rule or cycle that a person has or had: what is over was settled by it. */
export function keepUsed(
  column: 'working_time_balance_rule' | 'working_time_balance_rule_cycle_id',
): Rule<'workingTimeBalanceRules' | 'workingTimeCycles'> {
  return (change, view) => {
    if (change.verb !== 'delete') return;
    const people = peopleWith(view, { column, value: rowId(change) });
    if (people.length === 0) return;
    const named = people.slice(0, examples).map((person) => `user ${person}`);
    const more = people.length > examples ? ' and more' : '';
    const message = `${change.resource} ${rowId(change)} is or was in use by ${named.join(', ')}${more}; give them another one from a date on instead.`;
    throw new ApiError('in_use', message, { field: 'id' });
  };
}

const examples = 3;
