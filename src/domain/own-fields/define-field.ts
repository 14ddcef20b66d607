// Definitions of an account's own fields: under which name rows have the field, what a definition may still change, and
// what becomes of values when it goes.
import { ApiError } from '#errors/api-error.ts';
import { defaultOwnName, isOwnName } from '#resource/own-fields.ts';
import type { Change, Rule, View } from '#resource/rule.ts';
import { anyDiffers, rowId } from '../change.ts';

const numbers = [1, 2, 3, 4, 5, 6];
const taskTexts = numbers.map((number) => `t_iv_${number}`);
const personTexts = numbers.map((number) => `u_iv_${number}`);

/** Declared fields that definitions can name, by entity: clients show them under titles of the account's own. */
const declared: Readonly<Record<string, readonly string[]>> = {
  users: personTexts,
  projects: taskTexts,
  tasks: [...taskTexts, 'is_billable'],
  timeTrackings: [...taskTexts, ...personTexts, 'is_billable'],
  absences: ['individual_value_1'],
};

/** More make rows long and clients slow. */
const mostOfEntity = 50;

const shape = ['entity', 'fieldtype', 'column_name'] as const;

type Definition = Change<'userDefinedFieldDefinitions'>;

/** Names the field, and refuses a change after which values would stand under no field or one of another type. */
export const defineField: Rule<'userDefinedFieldDefinitions'> = (change, view) => {
  const { verb, after, before } = change;
  if (verb === 'delete') return;
  after['column_name'] ??= before?.['column_name'] ?? defaultOwnName(rowId(change));
  if (!anyDiffers(change, shape)) return;
  refuseOtherName(change);
  const same = view.find('userDefinedFieldDefinitions', [
    { column: 'entity', is: '=', value: after['entity'] },
  ]);
  const others = same.filter(({ id }) => id !== rowId(change));
  refuseTaken(change, others);
  if (others.length >= mostOfEntity) throw tooMany(after['entity']);
  if (before !== null) refuseInUse(change, before, view);
};

/** A field that is no more leaves no values behind: one that gets its name later begins empty. */
export const emptyField: Rule<'userDefinedFieldDefinitions'> = ({ verb, before }, view) => {
  const name = before?.column_name ?? null;
  if (verb !== 'delete' || before === null || name === null || !isOwnName(name)) return;
  view.emptyOwnField(before.entity, name);
};

function refuseOtherName({ after }: Definition): void {
  const { entity, column_name: name } = after;
  const known = declared[entity] ?? [];
  if (name === null || isOwnName(name) || known.includes(name)) return;
  const names = `udf_ and small letters, digits and single underscores, such as udf_cost_centre, or one of ${known.join(', ')}`;
  const message = `column_name is "${name}"; of ${entity} it must be ${names}.`;
  throw new ApiError('invalid_value', message, { field: 'column_name' });
}

function refuseTaken({ after }: Definition, others: readonly Definition['after'][]): void {
  const { entity, column_name: name } = after;
  const taken = others.find((other) => other.column_name === name);
  if (taken === undefined) return;
  const message = `column_name is "${name}"; ${entity} has it already, as userDefinedFieldDefinitions ${taken.id} "${taken.fieldname}".`;
  throw new ApiError('not_unique', message, { field: 'column_name' });
}

function tooMany(entity: string): ApiError {
  const message = `entity is ${entity}; it has ${mostOfEntity} fields of the account's own, and can have no more.`;
  return new ApiError('rule_broken', message, { field: 'entity' });
}

/** Rows keep values by name, as values of one type. */
function refuseInUse(
  { after }: Definition,
  { entity, column_name: name, fieldtype }: NonNullable<Definition['before']>,
  view: View,
): void {
  if (name === null || !isOwnName(name)) return;
  const texts = ['text', 'combo'];
  const isSameType = after['fieldtype'] === fieldtype || isAmong(texts, [fieldtype, after['fieldtype']]);
  if (after['entity'] === entity && after['column_name'] === name && isSameType) return;
  const [row] = view.find<string>(entity, [{ column: name, is: 'not null' }], { limit: 1 });
  if (row === undefined) return;
  const field =
    after['entity'] !== entity ? 'entity' : after['column_name'] !== name ? 'column_name' : 'fieldtype';
  const message = `${field} cannot change: ${entity} ${row['id']} has a value of ${name}. Create another field, or delete this one with its values.`;
  throw new ApiError('in_use', message, { field });
}

function isAmong(all: readonly string[], some: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}
