// What people are paid by is decided by somebody else: hours, days and approvals of their own days and trackings.
import { ApiError } from '#errors/api-error.ts';
import type { Sight } from '#resource/access.ts';
import type { Rule, View } from '#resource/rule.ts';
import { differs } from '../change.ts';
import { isOnlyAdministrator } from './protect-administrators.ts';

/**
 * Whether the caller, or the administrator who acts as the caller, would decide about themselves although another
 * administrator can: then it is refused.
 */
export async function isOwnAffair(
  { userId, actorId, today }: Sight,
  personId: number,
  view: View,
): Promise<boolean> {
  if (actorId === personId) return true;
  return userId !== null && userId === personId && !(await isOnlyAdministrator(userId, today, view));
}

/** Refuses to set these fields of a row about oneself; `person` is the column with the id of the person. */
export function keepForOthers(person: string, fields: readonly string[]): Rule {
  return async (change, view) => {
    if (change.verb !== 'update' || change.trusted) return;
    const field = fields.find((name) => change.given.has(name) && differs(change, name));
    if (field === undefined) return;
    if (await isOwnAffair(change.sight, change.after[person] as number, view)) throw ownAffair(field);
  };
}

/** The refusal of a field that another person has to set. */
export function ownAffair(field: string): ApiError {
  const message = `${field} is about yourself; another administrator, HR manager or supervisor has to set it.`;
  return new ApiError('field_not_allowed', message, { field });
}

/** What people do not set in their own row: what their hours and days of holiday begin with, and from when they count. */
export const ownTerms: readonly string[] = [
  'payroll_accounting_initial_value_working_time_total_balance',
  'payroll_accounting_initial_value_holiday',
  'payroll_accounting_starts_at',
  'timesheet_holiday_calc_starting_from',
  'timesheet_holiday_calc_yearly_amount',
];
