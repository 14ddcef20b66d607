// Tells what was changed in a person's row, field by field, in the transaction that changes it.
import { actingUser } from '#resource/access.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Field } from '#resource/resource.ts';
import type { Columns, Row, Rule } from '#resource/rule.ts';
import { differs, rowId } from '../change.ts';
import { personFields } from './person-fields.ts';

const longest = 1000;

/** What changes with each login tells nothing about the person. */
const ofLogins = ['last_login', 'unsuccessful_login_count', 'updated'];

type PersonField = Pick<Field, 'type' | 'secret'> & { readonly name: string; readonly level: string };

const told: readonly PersonField[] = Object.entries(personFields)
  .filter(([name]) => !ofLogins.includes(name))
  .map(([name, { type, secret, level = 'own' }]) => ({ name, type, secret, level }));

/** After a person was created or changed. */
export const keepUserHistory: Rule<'users'> = (change, view) => {
  const { verb, before, after, accessContext, now } = change;
  if (verb === 'delete') return;
  const entry = { user_id: rowId(change), change_user_id: actingUser(accessContext), change_date: now };
  if (before === null) {
    view.insert('userHistory', { ...entry, change_type: 'created', field_level: 'public' });
    return;
  }
  const fields = [...told, ...view.ownFields('users')];
  const changed = fields.filter(({ name }) => differs<Row>(change, name));
  const [was, is]: readonly [Row, Row] = [before, after];
  const rows = changed.map((field): Columns<'userHistory'> => ({
    ...entry,
    change_type: field.name,
    field_level: field.level,
    old_value: shown(field, was[field.name] ?? null),
    new_value: shown(field, is[field.name] ?? null),
  }));
  if (rows.length > 0) view.insertAll('userHistory', rows);
};

function shown({ type, secret }: PersonField, value: Stored): string | null {
  if (value === null) return null;
  if (secret === true) return '***';
  return String(type.render(value, { serverTimeZone: 'UTC' }))
    .slice(0, longest)
    .toWellFormed();
}
