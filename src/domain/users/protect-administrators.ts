// An account without an active administrator could never be managed again.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { employmentsOf } from '../days/employment.ts';
import { rowId } from '../change.ts';

/** Refuses to delete, deactivate, block, demote or let go the account's last active administrator who stays. */
export const protectAdministrators: Rule<'users'> = (change, view) => {
  const { before, after, verb } = change;
  if (before === null || !isActiveAdministrator(before)) return;
  const stays = isActiveAdministrator(after) && !isBlocked(change) && !isLetGo(change);
  if (verb === 'update' && stays) return;
  const others = otherAdministrators(rowId(change), view);
  if (others.some((other) => other.exit_date === null)) return;
  const field = fieldAtFault(change);
  const message = `${field} of user ${rowId(change)} must stay: they are the account's last active administrator${others.length === 0 ? '' : ' without an exit_date'}.`;
  throw new ApiError('rule_broken', message, { field });
};

/** Whether the user is the account's only active administrator who is employed today, `YYYY-MM-DD`. */
export function isOnlyAdministrator(userId: number, today: string, view: View): boolean {
  const user = view.get('users', userId);
  if (user === undefined || !isActiveAdministrator(user)) return false;
  const others = otherAdministrators(userId, view);
  return !others.some((other) => mayLogIn(other, today));
}

/** Before the first employment people log in; after an exit not before they return. */
function mayLogIn(user: Row<'users'>, today: string): boolean {
  const begun = employmentsOf(user).findLast(({ entry }) => entry === null || entry <= today);
  return begun === undefined || begun.to === null || today <= begun.to;
}

function otherAdministrators(userId: number, view: View): readonly Row<'users'>[] {
  return view.find('users', [
    { column: 'internal_user_group', is: '=', value: 1 },
    { column: 'active', is: '=', value: 1 },
    { column: 'id', is: '!=', value: userId },
  ]);
}

function fieldAtFault(change: Change<'users'>): string {
  if (change.verb === 'delete') return 'id';
  if (change.after.active !== 1) return 'active';
  if (isLetGo(change)) return 'exit_date';
  return isBlocked(change) ? 'authentication_blocked' : 'internal_user_group';
}

/** Whether the change blocks them; that failed logins did is another matter. */
function isBlocked({ before, after }: Change<'users'>): boolean {
  return before?.authentication_blocked === 0 && after.authentication_blocked === 1;
}

/** Whether the change says when they leave. */
function isLetGo({ before, after }: Change<'users'>): boolean {
  return before?.exit_date === null && after.exit_date !== null;
}

function isActiveAdministrator(row: Row<'users'>): boolean {
  return row.active === 1 && row.internal_user_group === 1;
}
