// Fields of an account's own: definitions → resources that have them beside what is declared. Their values stand together
// in one hidden column of the row, as a JSON object by name; rules and the engine see them as columns like any other.
import type { FieldType, Stored } from './field-type.ts';
import { boolean } from './field-types/boolean.ts';
import { date } from './field-types/date.ts';
import { decimal } from './field-types/decimal.ts';
import { string } from './field-types/string.ts';
import type { Access } from './access.ts';
import type { DefinedField, OwnFields, OwnKind } from './defined-field.ts';
import type { Action, Field, Resource } from './resource.ts';
import type { Row } from './rule.ts';
import type { Schema } from './schema.ts';

/** The hidden column with the values. */
export const ownColumn = 'own_values';

const prefix = 'udf_';
const form = /^udf_[a-z0-9]+(?:_[a-z0-9]+)*$/;

/** The name that a field has unless somebody chooses one; an id is never used again. */
export function defaultOwnName(id: number): string {
  return `${prefix}${id}`;
}

/** Whether a name is one of an account's own: no field that is declared will ever begin so. */
export function isOwnName(name: string): boolean {
  return name.startsWith(prefix) && form.test(name);
}

interface Kind {
  readonly type: FieldType;
  readonly maxLength?: number;
}

const kinds: Readonly<Record<OwnKind, Kind>> = {
  text: { type: string, maxLength: 4000 },
  number: { type: decimal },
  date: { type: date },
  boolean: { type: boolean },
  combo: { type: string, maxLength: 255 },
};

/** The kinds of fields, by their names in definitions. */
export const ownKinds = Object.keys(kinds) as readonly OwnKind[];

/** The type of the values of a kind. */
export function typeOfKind(kind: OwnKind): FieldType {
  return kinds[kind].type;
}

/** What a resource has before an account defines anything. */
export const noOwnFields: OwnFields = { names: [], shape: '', defined: [] };

/** The schema in which resources have what an account has defined for them; the same one when it is nothing. */
export function withOwnFields(schema: Schema, defined: readonly DefinedField[]): Schema {
  const byEntity = Map.groupBy(defined, ({ entity }) => entity);
  const extended = new Map<string, Resource>();
  for (const [entity, fields] of byEntity) {
    const resource = schema.resources.get(entity);
    if (resource !== undefined && resource.ownLike !== null)
      extended.set(entity, withDefined(resource, fields));
  }
  if (extended.size === 0) return schema;
  const declared = (resource: Resource): Resource => schema.resources.get(resource.name) ?? resource;
  const full = (resource: Resource): Resource => extended.get(resource.name) ?? resource;
  return {
    ...schema,
    resources: new Map([...schema.resources].map(([name, resource]) => [name, full(resource)])),
    find: (name) => {
      const resource = schema.find(name);
      return resource === undefined ? undefined : full(resource);
    },
    targets: (relation) => schema.targets(relation).map(full),
    referencesTo: (resource) => schema.referencesTo(declared(resource)),
    viewsOf: (resource) => schema.viewsOf(declared(resource)),
    scopeColumns: (resource) => schema.scopeColumns(declared(resource)),
  };
}

/** The resource with what is defined for it; who reads and writes the field that it names reads and writes these. */
function withDefined(resource: Resource, defined: readonly DefinedField[]): Resource {
  const like = resource.fields.get(resource.ownLike ?? '');
  if (like === undefined) throw new Error(`${resource.name} has no field ${resource.ownLike}`);
  const fields = defined
    .filter(({ column }) => isOwnName(column))
    .map((one): readonly [string, Field] => [one.column, fieldOf(one, like)]);
  const names = fields.map(([name]) => name);
  const shape = fields.map(([name, { type }]) => `${name}:${type.name}`).join();
  return {
    ...resource,
    fields: new Map([...resource.fields, ...fields]),
    own: { names, shape, defined },
    access: accessTo(resource.access, { like: like.name, names }),
    customActions: new Map(
      [...resource.customActions].map(([name, action]) => [name, actionWith(action, like.name, fields)]),
    ),
  };
}

function fieldOf({ column, kind, title }: DefinedField, { level }: Field): Field {
  return {
    name: column,
    ...kinds[kind],
    create: 'O',
    read: 'O',
    update: 'O',
    doc: title,
    level,
    stored: true,
    secret: false,
    hashed: false,
    proof: false,
    required: false,
    own: true,
  };
}

function accessTo(access: Access, { like, names }: { like: string; names: readonly string[] }): Access {
  const { writable, about } = access;
  const also = <T extends readonly string[] | 'all'>(list: T): T | readonly string[] =>
    list === 'all' || !list.includes(like) ? list : [...list, ...names];
  return {
    ...access,
    ...(writable === undefined
      ? {}
      : { writable: (accessContext, verb) => also(writable(accessContext, verb)) }),
    ...(about?.writable === undefined ? {} : { about: { ...about, writable: also(about.writable) } }),
  };
}

/** An action that takes the field that they are like takes them too. */
function actionWith(action: Action, like: string, fields: readonly (readonly [string, Field])[]): Action {
  if (!action.parameters.has(like)) return action;
  const parameters = fields.map(([name, field]): readonly [string, Field] => [
    name,
    { ...field, read: '-', update: '-' },
  ]);
  return { ...action, parameters: new Map([...action.parameters, ...parameters]) };
}

/** A row out of the store, with the values of the account's own fields under their names. */
export function unfolded({ own }: Pick<Resource, 'own'>, row: Row): Row {
  if (own.names.length === 0 || !(ownColumn in row)) return row;
  const values = valuesIn(row[ownColumn]);
  return { ...row, ...Object.fromEntries(own.names.map((name) => [name, values[name] ?? null])) };
}

/**
 * Columns as the store keeps them: values of own fields go into their column, over those in `kept`. What is no field any
 * more is left out: somebody asked for it before its definition was deleted.
 */
export function folded({ own, ownLike }: Pick<Resource, 'own' | 'ownLike'>, row: Row, kept: Stored): Row {
  if (ownLike === null) return row;
  const given = Object.keys(row).filter((name) => name.startsWith(prefix));
  if (given.length === 0) return row;
  const values = { ...valuesIn(kept) };
  for (const name of given.filter((one) => own.names.includes(one))) {
    const value = row[name] ?? null;
    if (value === null) Reflect.deleteProperty(values, name);
    else values[name] = value;
  }
  const others = Object.entries(row).filter(([name]) => !given.includes(name));
  const sorted = Object.keys(values).sort();
  const text = sorted.length === 0 ? null : JSON.stringify(values, sorted);
  return { ...Object.fromEntries(others), [ownColumn]: text };
}

function valuesIn(text: Stored | undefined): Readonly<Record<string, Stored>> & Record<string, Stored> {
  return typeof text === 'string' ? (JSON.parse(text) as Record<string, Stored>) : {};
}
