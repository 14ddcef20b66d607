// What people are paid by is decided by somebody else: hours, days and approvals of their own days and trackings.
import { ApiError } from '#errors/api-error.ts';
import type { AccessContext } from '#resource/access.ts';
import type { Rule, View } from '#resource/rule.ts';
import { differs, referenceIn } from '../change.ts';
import { isOnlyAdministrator } from './protect-administrators.ts';

/**
 * Whether the caller, or the administrator who acts as the caller, would decide about themselves although another
 * administrator can: then it is refused.
 */
export function isOwnAffair(
  { userId, actorId, today }: AccessContext,
  personId: number,
  view: View,
): boolean {
  if (actorId === personId) return true;
  return userId !== null && userId === personId && !isOnlyAdministrator(userId, today, view);
}

/** Refuses to set these fields of a row about oneself; `person` is the column with the id of the person. */
export function keepForOthers(person: string, fields: readonly string[]): Rule {
  return (change, view) => {
    if (change.verb !== 'update' || change.trusted) return;
    const field = fields.find((name) => change.given.has(name) && differs(change, name));
    if (field === undefined) return;
    const userId = referenceIn(change.after, person);
    if (userId !== null && isOwnAffair(change.accessContext, userId, view)) throw ownAffair(field);
  };
}

/** The refusal of a field that another person has to set. */
export function ownAffair(field: string): ApiError {
  const message = `${field} is about yourself; another administrator, HR manager or supervisor has to set it.`;
  return new ApiError('field_not_allowed', message, { field });
}

/** Refuses to write a row about oneself at all; `person` is the column with the id of the person. */
export function keepRowForOthers(person: string): Rule {
  return ({ after, before, accessContext, trusted }, view) => {
    if (trusted) return;
    for (const row of [before, after]) {
      const userId = row === null ? null : referenceIn(row, person);
      if (userId !== null && isOwnAffair(accessContext, userId, view)) throw ownAffair(person);
    }
  };
}

/**
 * What people do not set in their own row: when their employment begins and ends, what their hours and days of holiday begin
 * with and are counted by, and what of their overtime is paid by salary, expires or is capped.
 */
export const ownTerms: readonly string[] = [
  'entry_date',
  'exit_date',
  'payroll_accounting_initial_value_working_time_total_balance',
  'payroll_accounting_initial_value_holiday',
  'payroll_accounting_starts_at',
  'timesheet_holiday_calc_interval_mode',
  'timesheet_holiday_calc_starting_from',
  'timesheet_holiday_calc_yearly_amount',
  'working_time_balance_rule',
  'working_time_balance_rule_cycle_id',
  'working_time_balance_rule_valid_from',
  'overtime_allowance_is_all_in',
  'overtime_allowance_is_all_in_valid_starting_from',
  'overtime_allowance_included_overtime_hours_per_cycle',
  'overtime__all_inc_ov_hours_per_cycle_valid_starting_from',
  'overtime_allowance_clear_working_time_saldo_valid_starting_from',
  'timesheet_template_id',
  'timesheet_template_id_valid_starting_from',
  'public_holiday_template_id',
  'public_holiday_template_id_valid_from',
  'automatic_break_template_id',
  'automatic_break_template_valid_starting_from',
  'paid_break_day_quota_in_minutes',
  'paid_break_day_quota_valid_from',
  'annual_hours_per_year',
  'annual_hours_valid_from',
];
