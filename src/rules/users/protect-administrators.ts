// An account without an active administrator could never be managed again.
import { ApiError } from '#errors/api-error.ts';
import type { Row, Rule, View } from '#resource/rule.ts';
import { rowId } from '../change.ts';

/** Refuses to delete, deactivate or demote the account's last active administrator. */
export const protectAdministrators: Rule = async (change, view) => {
  if (change.before === null || !isActiveAdministrator(change.before)) return;
  if (change.verb === 'update' && isActiveAdministrator(change.after)) return;
  if (await hasOtherAdministrators(rowId(change), view)) return;
  const field =
    change.verb === 'delete' ? 'id' : change.after['active'] === 1 ? 'internal_user_group' : 'active';
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

function isActiveAdministrator(row: Row): boolean {
  return row['active'] === 1 && row['internal_user_group'] === 1;
}
