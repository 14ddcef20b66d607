// Rows of one resource as JSON Schema: as they are shown, with what `_resolve` and `nestedEntities` add.
import { resolvedName } from '#plan/plan-read.ts';
import type { AnsweredMember } from '#resource/answered-member.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import { documentedResources, doingsOf, readableFields } from '../actions.ts';
import type { JsonObject } from '../json.ts';
import { componentName, schemaRef } from './component-names.ts';
import { shownSchema } from './field-schema.ts';

/** Whether rows are read at all. */
export function isRead({ actions, namedReads }: Resource): boolean {
  return actions.has('read') || Object.keys(namedReads).length > 0;
}

/** Whether its rows can be filtered, sorted and shown in part. */
export function isFiltered(resource: Resource): boolean {
  return isRead(resource) && resource.storage !== 'computed';
}

/** The relations that `_resolve` can follow. */
export function relationsOf(resource: Resource, schema: Schema): readonly Field[] {
  return readableFields(resource).filter((field) => targetsOf(field, schema).length > 0);
}

function targetsOf({ relation }: Field, schema: Schema): readonly Resource[] {
  const targets = relation === undefined ? [] : schema.targets(relation);
  return targets.filter((target) => doingsOf(target).length > 0);
}

/** Whether `nestedEntities` means something. */
export function hasChildren(resource: Resource): boolean {
  return Object.keys(resource.nested).length > 0;
}

/** The schema of the rows that a read shows. */
export function shownRowRef(resource: Resource): JsonObject {
  return schemaRef(componentName(resource, hasChildren(resource) ? 'withChildren' : ''));
}

/**
 * A row. No member is required: `_fields` and the caller's rights decide what is there. Rows without declared fields
 * hold what the resource puts into them.
 */
export function rowSchema(resource: Resource, schema: Schema): JsonObject {
  if (Object.keys(resource.answered).length > 0) return answeredSchema(resource);
  if (readableFields(resource).length === 0)
    return { type: 'object', description: resource.doc, additionalProperties: true };
  const shown = readableFields(resource).map((field) => [field.name, shownSchema(field, resource)]);
  const resolved = relationsOf(resource, schema).map(
    (field) => [resolvedName(field.name, resource), resolvedSchema(field, schema)] as const,
  );
  return {
    type: 'object',
    description: describedWithOwn(resource),
    properties: { ...Object.fromEntries(shown), ...Object.fromEntries(resolved) } as JsonObject,
  };
}

/**
 * Where the caller's account is not known, its fields are no members; a pattern of names would make programs take any
 * misspelt name for one.
 */
function describedWithOwn(resource: Resource): string {
  return mayHaveMore(resource) ? `${resource.doc} ${ownFieldsNote}` : resource.doc;
}

/** Whether an account may have fields of its own beside those told. */
export function mayHaveMore({ ownLike, own }: Resource): boolean {
  return ownLike !== null && own.names.length === 0;
}

/** What an account adds. */
export const ownFieldsNote =
  "Fields of the account's own stand beside these, under the column_name of userDefinedFieldDefinitions.";

/** Members by their paths: those of `a` are `a.b`, those of the members of a list `a[].b`. */
function answeredSchema({ doc, answered }: Resource): JsonObject {
  const membersOf = (path: string): JsonObject =>
    Object.fromEntries(
      Object.entries(answered)
        .filter(([name]) => name.startsWith(path) && !name.slice(path.length).includes('.'))
        .map(([name, member]) => [name.slice(path.length), memberSchema(name, member)]),
    );
  const memberSchema = (name: string, { type, doc: description, mayBeEmpty }: AnsweredMember): JsonObject => {
    if (type === 'List')
      return { type: 'array', description, items: { type: 'object', properties: membersOf(`${name}[].`) } };
    if (type === 'Object')
      return { type: ['object', 'null'], description, properties: membersOf(`${name}.`) };
    const form = memberTypes[type];
    return mayBeEmpty ? { anyOf: [form, { type: 'null' }], description } : { ...form, description };
  };
  return { type: 'object', description: doc, properties: membersOf('') };
}

const memberTypes = {
  Integer: { type: 'integer' },
  Boolean: { type: 'integer', enum: [0, 1] },
  Decimal: { type: 'number' },
  String: { type: ['string', 'null'] },
  Date: { type: ['string', 'null'], format: 'date' },
  DateTime: schemaRef('DateTimeOrNull'),
} as const;

function resolvedSchema(field: Field, schema: Schema): JsonObject {
  const { name } = field;
  const shown = targetsOf(field, schema).map((target) =>
    target.public.length === 0 ? { type: 'object' } : schemaRef(componentName(target, 'public')),
  );
  return {
    anyOf: [...shown, { type: 'null' }],
    description: `What ${name} refers to, with \`_resolve=${name}\`.`,
  };
}

/** Rows with their children: rows when they are read, items when they are written. */
export function withChildren(resource: Resource, schema: Schema, form: 'row' | 'item'): JsonObject {
  const children = Object.keys(resource.nested).flatMap((name) => {
    const child = schema.resources.get(name);
    if (child === undefined || (form === 'item' && !child.actions.has('create'))) return [];
    const items = form === 'item' ? schemaRef(componentName(child, 'item')) : shownRowRef(child);
    return [[name, { type: 'array', items }] as const];
  });
  const nestedEntities = { type: 'object', properties: Object.fromEntries(children) };
  return {
    allOf: [schemaRef(componentName(resource)), { type: 'object', properties: { nestedEntities } }],
  };
}

/** The schemas of rows as relations show them. */
export function publicSchemas(schema: Schema): JsonObject {
  const targets = documentedResources(schema)
    .flatMap((resource) => relationsOf(resource, schema))
    .flatMap((field) => targetsOf(field, schema))
    .filter((target) => target.public.length > 0);
  return Object.fromEntries(
    [...new Set(targets)].map((target) => [componentName(target, 'public'), publicSchema(target)]),
  );
}

function publicSchema(resource: Resource): JsonObject {
  const fields = readableFields(resource).filter((field) => resource.public.includes(field.name));
  return {
    type: 'object',
    description: 'The public fields.',
    required: fields.map(({ name }) => name),
    properties: Object.fromEntries(fields.map((field) => [field.name, shownSchema(field, resource)])),
  };
}
