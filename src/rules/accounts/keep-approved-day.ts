// An approved day is frozen: nothing that its account says can change until the approval is taken back.
import { ApiError } from '#errors/api-error.ts';
import type { Row, Rule, View } from '#resource/rule.ts';
import { anyDiffers } from '../change.ts';
import { findDay, isApproved, type PersonDay } from './day-account.ts';

/** Refuses changes of the account of an approved day. */
export const keepApprovedDay: Rule = (change) => {
  const { before } = change;
  if (before === null || !isApproved(before) || !anyDiffers(change, [...change.given])) return;
  throw lockedDay(before, { field: 'id', value: before['id'] });
};

/** Refuses to do anything to the day if it is approved. */
export async function refuseApprovedDay(view: View, day: PersonDay): Promise<void> {
  const row = await findDay(view, day);
  if (row !== undefined && isApproved(row)) throw lockedDay(row, { field: 'date', value: day.date });
}

/** The refusal of whatever would change an approved day; `field` is what was sent. */
export function lockedDay(day: Row, { field, value }: { field: string; value: unknown }): ApiError {
  const message =
    `${field} is ${String(value)}; ${day['date']} of user ${day['user_id']} is approved and frozen, ` +
    'and its approval must first be taken back (timesheetAccountings/unapprove).';
  const data = {
    resource: 'timesheetAccountings',
    id: day['id'],
    user_id: day['user_id'],
    date: day['date'],
  };
  return new ApiError('locked', message, { field, data });
}
