// An account without an active administrator could never be managed again.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { rowId } from '../change.ts';

/** Refuses to delete, deactivate, block or demote the account's last active administrator. */
export const protectAdministrators: Rule<'users'> = async (change, view) => {
  if (change.before === null || !isActiveAdministrator(change.before)) return;
  if (change.verb === 'update' && isActiveAdministrator(change.after) && !isBlocked(change)) return;
  if (await hasOtherAdministrators(rowId(change), view)) return;
  const field = fieldAtFault(change);
  const message = `${field} of user ${rowId(change)} must stay: they are the account's last active administrator.`;
  throw new ApiError('rule_broken', message, { field });
};

/** Whether the user is the account's only active administrator. */
export async function isOnlyAdministrator(userId: number, view: View): Promise<boolean> {
  const user = await view.get('users', userId);
  return user !== undefined && isActiveAdministrator(user) && !(await hasOtherAdministrators(userId, view));
}

async function hasOtherAdministrators(userId: number, view: View): Promise<boolean> {
  const others = await view.find(
    'users',
    [
      { column: 'internal_user_group', is: '=', value: 1 },
      { column: 'active', is: '=', value: 1 },
      { column: 'id', is: '!=', value: userId },
    ],
    { limit: 1 },
  );
  return others.length > 0;
}

function fieldAtFault(change: Change): string {
  if (change.verb === 'delete') return 'id';
  if (change.after['active'] !== 1) return 'active';
  return isBlocked(change) ? 'authentication_blocked' : 'internal_user_group';
}

/** Whether the change blocks them; that failed logins did is another matter. */
function isBlocked({ before, after }: Change): boolean {
  return before?.['authentication_blocked'] === 0 && after['authentication_blocked'] === 1;
}

function isActiveAdministrator(row: Row): boolean {
  return row['active'] === 1 && row['internal_user_group'] === 1;
}
