// PLAN of a create or update: raw entity + grant → EntityPlan, every field checked and parsed.
import { authorizeWrite, maySet } from '#access/authorize.ts';
import type { WriteGrant } from '#access/grant.ts';
import { ApiError } from '#errors/api-error.ts';
import { listedEntities, parsedText } from '#request/listed-entities.ts';
import type { AccessContext } from '#resource/access.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import { idOfRow, invalidValue, isEmpty, parseForStorage } from './parse-value.ts';
import type { PlanContext } from './plan-context.ts';
import { returnedParameters } from './returned-parameters.ts';
import { spelledFields } from './spelled-fields.ts';
import type { ChildrenPlan, Echo, EntityPlan } from './write-plan.ts';

/** One entity as sent. */
export interface WriteInput {
  readonly schema: Schema;
  readonly accessContext: AccessContext;
  readonly resource: Resource;
  readonly verb: 'create' | 'update';
  readonly entity: unknown;
  /** The id in the address, if any. */
  readonly id: string | null;
  readonly parameters: ReadonlyMap<string, string>;
  /** It is one of several. */
  readonly batch?: boolean;
  readonly context: PlanContext;
  /** The parent's link when the entity is nested: it counts as sent. */
  readonly link: { readonly field: string; readonly id: number } | null;
}

/** Mutable while an entity is being read. */
interface Draft {
  readonly values: Record<string, Stored>;
  readonly extra: Record<string, Stored>;
  readonly echoed: Echo[];
  readonly parameters: Record<string, unknown>;
}

/** Plans one entity; throws the first fault found, as decisions §2 and §6 word it. */
export function planWrite(input: WriteInput): EntityPlan {
  const { resource, verb } = input;
  const entity = withLink(spelledFields(resource, asEntity(input.entity)), input);
  const grant = authorizeWrite(input.accessContext, resource, verb);
  const draft: Draft = {
    values: {},
    extra: {},
    echoed: [],
    parameters: Object.fromEntries(input.parameters),
  };
  const taking = { input, draft, grant };
  for (const [name, value] of Object.entries(entity)) takeValue(name, value, taking);
  if (verb === 'create') requireFields(input, draft);
  const nested = planChildren(entity['nestedEntities'], input);
  const pendingChild = nested.find((group) => group.resource.name === resource.pendingChild?.resource);
  return {
    verb,
    resource,
    grant,
    id: verb === 'update' ? targetId(entity, input) : null,
    ...draft,
    returned: returnedParameters(draft.parameters),
    children: nested.filter((group) => group !== pendingChild),
    ...(pendingChild === undefined ? {} : { pendingChild: planPendingChild(pendingChild, input) }),
  };
}

function asEntity(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new ApiError('malformed_body', 'Each entity must be an object of field names and values.');
}

function withLink(
  entity: Readonly<Record<string, unknown>>,
  { link }: WriteInput,
): Readonly<Record<string, unknown>> {
  return link === null ? entity : { ...entity, [link.field]: link.id };
}

/** How one value is taken: from where, into what, and which fields the caller may set. */
interface Taking {
  readonly input: WriteInput;
  readonly draft: Draft;
  readonly grant: WriteGrant;
}

function takeValue(name: string, value: unknown, taking: Taking): void {
  const { input, draft } = taking;
  const { resource, verb, context } = input;
  if (name === 'nestedEntities' || (name === 'id' && verb === 'update')) return;
  // As a member of an object it would not be a value, but a prototype.
  if (name.startsWith('_') && name !== '__proto__') {
    draft.parameters[name] = value;
    return;
  }
  const field = resource.fields.get(name);
  if (field === undefined) {
    throw new ApiError('unknown_parameter', `${resource.name} has no field "${name}".`, { field: name });
  }
  const refusal = refusalOf(field, taking);
  if (refusal !== null) {
    if (verb === 'update' && field.read !== '-') draft.echoed.push({ field, value, refusal });
    else if (!isEmpty(value)) throw refusal;
    return;
  }
  const parsed = isEmpty(value) ? null : parseForStorage(field, value, context);
  const empty = parsed === null || (parsed === 0 && field.relation !== undefined);
  const stored = empty ? emptied(field, input, value) : parsed;
  // Clients may send it where the interface has it; what counts is the server's stamp.
  if (name === resource.lastChange) return;
  (field.stored ? draft.values : draft.extra)[name] = stored;
}

/** Why the field cannot be set, or `null` if it can. */
function refusalOf(field: Field, { input, grant }: Taking): ApiError | null {
  const { resource, verb, link } = input;
  if (field[verb] === '-' && link?.field !== field.name)
    return verb === 'update' && field.create !== '-'
      ? unchanging(resource, field.name)
      : readOnly(resource, field.name);
  return maySet(grant, field.name) ? null : notWritable(resource, field.name);
}

/** The refusal of a field that only the server sets. */
function readOnly(resource: Resource, name: string): ApiError {
  return new ApiError('read_only_field', `${name} of ${resource.name} is set by the server; leave it out.`, {
    field: name,
  });
}

/** The refusal to change a field that is set when the row is created, and then stands. */
function unchanging(resource: Resource, name: string): ApiError {
  const message = `${name} of ${resource.name} cannot be changed afterwards; leave it out, or create another row.`;
  return new ApiError('read_only_field', message, { field: name });
}

/** What an empty value means; an id of 0 is empty too, and fine where a relation may be empty after all. */
function emptied(field: Field, { verb, batch }: WriteInput, value: unknown): Stored {
  if (verb === 'create') {
    const none = value === 0 || value === '0';
    if (field.notInBatches === true && batch === true) return null;
    if (field.create === 'R' && (field.required || !none)) throw missing(field.name);
    return field.default ?? null;
  }
  if (field.required) throw invalidValue(field.name, value, `a ${field.type.name}; it cannot be emptied`);
  return null;
}

function missing(name: string): ApiError {
  return new ApiError('missing_parameter', `The required parameter ${name} is missing.`, { field: name });
}

function requireFields({ resource, batch }: WriteInput, draft: Draft): void {
  for (const field of resource.fields.values()) {
    if (field.notInBatches === true && batch === true) continue;
    if (field.create !== 'R' || field.name in draft.values || field.name in draft.extra) continue;
    throw missing(field.name);
  }
}

/** The refusal of a field that the caller may not set. */
export function notWritable(resource: Resource, name: string): ApiError {
  const message = `You may not set the field ${name} of ${resource.name}.`;
  return new ApiError('field_not_allowed', message, { field: name });
}

function targetId(entity: Readonly<Record<string, unknown>>, { id, resource, context }: WriteInput): number {
  const field = resource.fields.get('id');
  const target =
    field === undefined ? null : idOfRow({ inAddress: id, inBody: entity['id'], field }, context);
  if (target === null) throw missing('id');
  return target;
}

function planChildren(nested: unknown, { resource, schema }: WriteInput): readonly ChildrenPlan[] {
  if (isEmpty(nested)) return [];
  const byResource = parsedText(nested);
  if (typeof byResource !== 'object' || byResource === null || Array.isArray(byResource))
    throw badNesting(nested);
  return Object.entries(byResource).map(([name, entities]) => {
    const child = schema.find(name);
    const parentField = child && resource.nested[child.name];
    if (child === undefined || parentField === undefined) {
      const known = Object.keys(resource.nested).join(', ') || 'none';
      throw new ApiError(
        'unknown_parameter',
        `nestedEntities names "${name}"; children of ${resource.name} are: ${known}.`,
        { field: 'nestedEntities' },
      );
    }
    const listed = listedEntities(entities);
    if (listed === null) throw badNesting(nested);
    return { resource: child, parentField, entities: listed };
  });
}

/** The one pending child of a row; its id, if there is one, is what the row names. */
function planPendingChild({ resource, entities }: ChildrenPlan, input: WriteInput): EntityPlan {
  const { id: _id, ...entity } = asEntity(entities[0] ?? null);
  if (entities.length !== 1 || !isEmpty(entity['nestedEntities'])) {
    throw invalidValue(
      'nestedEntities',
      entities,
      `one entity of ${resource.name} without children of its own`,
    );
  }
  return planWrite({
    ...input,
    resource,
    verb: 'create',
    entity,
    id: null,
    parameters: new Map(),
    link: null,
  });
}

function badNesting(value: unknown): ApiError {
  return invalidValue(
    'nestedEntities',
    value,
    'an object of child resources, each with an array of entities',
  );
}
