// Gives people their roles: the whole list at once.
import { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import { unknownReference } from '../change.ts';
import { sentNumber } from '../sent-values.ts';

/** Makes the roles named the only ones that the person has; none named: none. Answers them. */
export function setRoles({ values }: Call, view: ActionView): ActionAnswer {
  const userId = sentNumber(values, 'user_id');
  const ids = roleIds(values);
  for (const id of ids) {
    if (view.get('userRoles', id) === undefined) throw unknownReference('user_role_ids', id, 'user role');
  }
  view.change('users', userId, { user_role_ids: ids.length === 0 ? null : ids.join(',') });
  return { ids };
}

/** `3, 1,3` → 1 and 3; throws `invalid_value`. */
function roleIds(values: Call['values']): readonly number[] {
  const [field, sent] =
    typeof values.data === 'string' ? ['data', values.data] : ['user_role_ids', values.user_role_ids ?? ''];
  const list = String(sent);
  // `[1,"3"]` → `1,3`
  const plain = field === 'data' ? list.replace(/^\s*\[(.*)\]\s*$/s, '$1').replaceAll('"', '') : list;
  const words = plain.split(',').map((word) => word.trim());
  if (words.length === 1 && words[0] === '') return [];
  if (!words.every((word) => /^\d{1,9}$/.test(word))) {
    const message = `${field} is ${JSON.stringify(list)}; it must be ids of user roles, separated by commas.`;
    throw new ApiError('invalid_value', message, { field });
  }
  return [...new Set(words.map(Number))].sort((a, b) => a - b);
}
