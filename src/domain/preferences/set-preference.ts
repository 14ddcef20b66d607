// What clients remember for a person: one value for a name, kept apart for each credential.
import { ApiError } from '#errors/api-error.ts';
import type { ActionAnswer, ActionView, Call } from '#resource/action.ts';
import type { Comparison } from '#resource/rule.ts';
import { numberIn, textIn } from '../sent-values.ts';

/** How many preferences one person may have, whatever credentials they belong to. */
const mostPreferences = 1_000;

/** Characters of a name. */
export const longestName = 255;

/** Sets values of names, or forgets names whose value is empty: one, or a list in `data`. */
export function setPreference(call: Call, view: ActionView): ActionAnswer {
  const ids: number[] = [];
  for (const one of preferencesOf(call)) {
    const id = setOne(call, one, view);
    if (id !== null) ids.push(id);
  }
  return { ids };
}

interface Preference {
  readonly name: string;
  readonly value: string | null;
}

function preferencesOf({ values }: Call): readonly Preference[] {
  const [name, value, data] = [textIn(values, 'name'), textIn(values, 'value'), textIn(values, 'data')];
  if (data == null) {
    if (name == null) throw missingName('the preference to set is named by name, or listed in data');
    return [{ name, value: value ?? null }];
  }
  if (name != null)
    throw new ApiError('contradiction', 'name and data are both sent; give one of them.', { field: 'data' });
  return listed(data).map((one) => {
    if (typeof one !== 'object' || one === null) throw unlisted(data);
    const { name: named, value: given }: Readonly<Record<string, unknown>> = { ...one };
    if (typeof named !== 'string' || named === '') throw missingName('each preference of data needs one');
    if (named.length > longestName) throw unlisted(data);
    const text =
      given == null || given === '' ? null : typeof given === 'string' ? given : JSON.stringify(given);
    return { name: named, value: text };
  });
}

function listed(data: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(data);
    return Array.isArray(list) ? list : [list];
  } catch {
    throw unlisted(data);
  }
}

function setOne(
  { values, accessContext }: Call,
  { name, value }: Preference,
  view: ActionView,
): number | null {
  const owner = numberIn(values, 'user_id') ?? accessContext.userId;
  if (owner === null) throw noOwner();
  const key = { user_id: owner, oauth_client_id: accessContext.clientId, name };
  const found = view.find('userPreferences', equal(key), { limit: 1 });
  const id = found[0]?.id;
  if (value === null) {
    if (id !== undefined) view.remove('userPreferences', id);
    return null;
  }
  if (id === undefined) {
    refuseTooMany(owner, view);
    return view.insert('userPreferences', { ...key, value });
  }
  view.update('userPreferences', id, { value });
  return id;
}

function missingName(reason: string): ApiError {
  return new ApiError('missing_parameter', `name is missing; ${reason}.`, { field: 'name' });
}

function unlisted(data: string): ApiError {
  const message = `data is ${data}; it must be a list of objects with name (at most ${longestName} characters) and value.`;
  return new ApiError('invalid_value', message, { field: 'data' });
}

function refuseTooMany(owner: number, view: ActionView): void {
  if (view.count('userPreferences', equal({ user_id: owner })) < mostPreferences) return;
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
