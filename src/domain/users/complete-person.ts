// What the server derives on a person's row: full name, folded login name, and the account's defaults.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Rule, View } from '#resource/rule.ts';
import { foldText } from '#values/folded-text.ts';
import { canonicalZone } from '../reference/canonical-zone.ts';

/** Completes a person's row before it is written. */
export const completePerson: Rule<'users'> = (change, view) => {
  if (change.verb === 'delete') return;
  const { after } = change;
  after.username = loginName(after.username);
  after.username_folded = foldText(after.username);
  after.fullname = fullName(after.firstname, after.lastname);
  if (typeof after.timezone === 'string') after.timezone = canonicalZone('timezone', after.timezone);
  checkEmployment(change);
  after.department_id ??= defaultDepartment(view);
  if (change.verb !== 'create') return;
  after.created_at = change.now;
  fillDefaults(change, view);
};

/** `Ada`, `Lovelace` → `Ada Lovelace`. */
export function fullName(firstname: string, lastname: string): string {
  return `${firstname} ${lastname}`.trim();
}

function loginName(sent: string): string {
  const name = sent.trim();
  if (name !== '') return name;
  throw new ApiError(
    'invalid_value',
    `username is ${JSON.stringify(sent)}; it must hold a visible character.`,
    {
      field: 'username',
    },
  );
}

function checkEmployment({ after }: Change<'users'>): void {
  const [entry, exit] = [after.entry_date, after.exit_date];
  if (typeof entry !== 'string' || typeof exit !== 'string' || entry <= exit) return;
  const message = `exit_date is ${exit}; it must not be before the entry_date, ${entry}.`;
  throw new ApiError('invalid_value', message, { field: 'exit_date' });
}

function defaultDepartment(view: View): number | null {
  const [department] = view.find('departments', [{ column: 'is_default', is: '=', value: 1 }], {
    limit: 1,
  });
  return department?.id ?? null;
}

function fillDefaults({ after }: Change<'users'>, view: View): void {
  after.timezone ??= view.setting('default_user_timezone');
  after.language_id ??= defaultLanguage(view);
  after.country_id ??= defaultCountry(view);
}

function defaultLanguage(view: View): number | null {
  const value = view.setting('default_language');
  const [language] = view.find('languages', [{ column: 'iso_639_1', is: '=', value }], { limit: 1 });
  return language?.id ?? null;
}

function defaultCountry(view: View): number | null {
  const value = view.setting('default_country');
  const [country] = view.find('countries', [{ column: 'iso_3166', is: '=', value }], { limit: 1 });
  return country?.id ?? null;
}
