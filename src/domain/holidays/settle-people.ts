// Whose ledgers follow a change of the account or of a person.
import type { ReadView, Rule, View } from '#resource/rule.ts';
import { anyDiffers, rowId } from '../change.ts';

/** What of a person their holiday follows from. */
const columns = [
  'entry_date',
  'exit_date',
  'former_employments',
  'payroll_accounting_starts_at',
  'payroll_accounting_initial_value_holiday',
  'timesheet_holiday_calc_yearly_amount',
  'timesheet_holiday_calc_starting_from',
  'timesheet_holiday_calc_interval_mode',
  'timesheet_template_id',
  'timesheet_template_id_valid_starting_from',
  'public_holiday_template_id',
  'public_holiday_template_id_valid_from',
] as const;

/** After a person was created or changed. */
export const settlePerson: Rule<'users'> = (change, view) => {
  if (change.verb === 'delete' || !anyDiffers(change, columns)) return;
  const amount = change.after.timesheet_holiday_calc_yearly_amount;
  if (change.verb === 'create' && amount === null) return;
  view.stale(rowId(change), { holidays: true });
};

/** Everybody in the account who has, or had, a holiday account. */
export function settleEverybody(view: View): void {
  for (const userId of peopleWithHolidays(view)) view.stale(userId, { holidays: true });
}

function peopleWithHolidays(view: ReadView): ReadonlySet<number> {
  return new Set(view.find('holidayTerms', []).map((row) => row.user_id));
}
