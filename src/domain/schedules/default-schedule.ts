// The account's default schedule stays: everyone without one of their own gets it.
import { ApiError } from '#errors/api-error.ts';
import type { Rule } from '#resource/rule.ts';
import { rowId } from '../change.ts';

/** Refuses to delete or deactivate the default schedule. */
export const keepDefaultSchedule: Rule<'workSchedules'> = (change) => {
  if (change.before?.is_default !== 1) return;
  if (change.verb === 'update' && change.after.active === 1) return;
  const field = change.verb === 'delete' ? 'id' : 'active';
  const message = `${field} names schedule ${rowId(change)}; the account's default schedule must stay active.`;
  throw new ApiError('rule_broken', message, { field });
};
