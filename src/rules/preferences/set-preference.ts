// What clients remember for a person: one value for a name, kept apart for each credential.
import { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import type { Comparison } from '#resource/rule.ts';

/** How many preferences one person may have, whatever credentials they belong to. */
const mostPreferences = 1_000;

/** Sets the value of a name, or forgets the name when the value is empty. */
export async function setPreference({ values, sight }: Call, view: ActionView): Promise<ActionAnswer> {
  const owner = (values['user_id'] as number | null | undefined) ?? sight.userId;
  if (owner === null) throw noOwner();
  const key = { user_id: owner, oauth_client_id: sight.clientId, name: values['name'] as string };
  const value = (values['value'] as string | null | undefined) ?? null;
  const found = await view.find('userPreferences', equal(key), { limit: 1 });
  const id = found[0]?.['id'] as number | undefined;
  if (value === null) {
    if (id !== undefined) await view.remove('userPreferences', id);
    return { ids: [] };
  }
  if (id === undefined) {
    await refuseTooMany(owner, view);
    return { ids: [await view.insert('userPreferences', { ...key, value })] };
  }
  await view.update('userPreferences', id, { value });
  return { ids: [id] };
}

async function refuseTooMany(owner: number, view: ActionView): Promise<void> {
  if ((await view.count('userPreferences', equal({ user_id: owner }))) < mostPreferences) return;
  const message = `user ${owner} has ${mostPreferences} preferences, the most allowed; set one to an empty value first.`;
  throw new ApiError('rule_broken', message, { field: 'name' });
}

function noOwner(): ApiError {
  const message = 'user_id is missing; a credential without a user must name whose preference it sets.';
  return new ApiError('missing_parameter', message, { field: 'user_id' });
}

function equal(columns: Readonly<Record<string, string | number>>): readonly Comparison[] {
  return Object.entries(columns).map(([column, value]) => ({ column, is: '=', value }));
}
