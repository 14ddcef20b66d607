// The schema of an account's description: the declared one, with what the account has defined and how it is called there.
import type { DescribedField } from '#resource/defined-field.ts';
import { withOwnFields } from '#resource/own-fields.ts';
import type { Action, Field, Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';

/** The schema with the fields that are told; their resources are those of `resources` alone. */
export function ownSchema(schema: Schema, told: readonly DescribedField[]): Schema {
  const byEntity = Map.groupBy(told, ({ entity }) => entity);
  const own = withOwnFields(schema, told);
  const resources = [...own.resources].map(([name, resource]): [string, Resource] => {
    const fields = byEntity.get(name);
    return [name, fields === undefined ? resource : describedResource(resource, fields)];
  });
  return { ...own, resources: new Map(resources) };
}

type Fields = ReadonlyMap<string, Field>;

function describedResource(resource: Resource, told: readonly DescribedField[]): Resource {
  const byName = new Map(told.map((one) => [one.column, one]));
  const described = (fields: Fields): Fields =>
    new Map([...fields].map(([name, field]) => [name, describedField(field, byName.get(name))]));
  const actions = [...resource.customActions].map(([name, action]): [string, Action] => [
    name,
    { ...action, parameters: described(action.parameters) },
  ]);
  return { ...resource, fields: described(resource.fields), customActions: new Map(actions) };
}

/** Of a declared field of another type than text a definition is only a title. */
function describedField(field: Field, told: DescribedField | undefined): Field {
  if (told === undefined) return field;
  const isFree = field.own === true || field.type.column === 'text';
  return { ...field, described: isFree ? told : { ...told, choices: null } };
}
