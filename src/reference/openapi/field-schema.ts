// One field as JSON Schema: as it is shown, and as it is taken.
import { boolean } from '#resource/field-types/boolean.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { Json, JsonObject } from '../json.ts';
import { schemaRef } from './component-names.ts';

const context = { serverTimeZone: 'UTC' };

/** What an answer holds under the field's name. */
export function shownSchema(field: Field, resource: Resource): JsonObject {
  const { name, required, doc } = field;
  const always = required || name === 'id' || name === resource.lastChange || resource.storage === 'computed';
  return { ...valueSchema(field, { empty: !always, taken: false }), ...titleOf(field), description: doc };
}

/**
 * What a request may send under the field's name. A default stands in the description and in `x-default`: with the
 * keyword `default` openapi-typescript would want every such field to be sent. `x-relation` names the resource whose ids
 * are taken, so that programs can offer its rows. A row may keep a choice that is offered no more, so that only what is
 * taken lists choices.
 */
export function takenSchema(field: Field): JsonObject {
  const { doc, secret, relation } = field;
  const fallback = field.default == null ? null : render(field, field.default);
  return {
    ...valueSchema(field, { empty: !field.required, taken: true }),
    ...(secret ? { format: 'password', writeOnly: true } : {}),
    ...(relation === undefined ? {} : { 'x-relation': relation }),
    ...(fallback === null ? {} : { 'x-default': fallback }),
    ...titleOf(field),
    ...(field.described?.choices ? { enum: [...field.described.choices, null] } : {}),
    description: `${doc}${fallback === null ? '' : ` Default: ${fallback}.`}`,
  };
}

/** How an account calls a field that it has defined; `deprecated`: people are not to see it any more. */
function titleOf({ described }: Field): JsonObject {
  if (described === undefined) return {};
  return { title: described.title, ...(described.active ? {} : { deprecated: true }) };
}

interface Use {
  readonly empty: boolean;
  readonly taken: boolean;
}

function valueSchema(field: Field, use: Use): JsonObject {
  const { type, values } = field;
  if (type === boolean) return schemaRef(`Flag${use.taken ? 'Input' : ''}${use.empty ? 'OrNull' : ''}`);
  if (values !== undefined) return listSchema(field, use);
  switch (type.name) {
    case 'Integer':
      return { type: orNull('integer', use), ...boundsOf(field, use) };
    case 'Decimal':
      return { type: orNull('number', use), ...boundsOf(field, use) };
    case 'String':
      return { type: orNull('string', use), ...lengthOf(field, use) };
    case 'File':
      return { type: 'string', contentEncoding: 'base64' };
    case 'Char':
      return { type: orNull('string', use), minLength: 1, maxLength: 1 };
    default:
      return schemaRef(use.empty ? `${type.name}OrNull` : type.name);
  }
}

function listSchema(field: Field, { empty }: Use): JsonObject {
  const shown: readonly Json[] = (field.values ?? []).map((value) => render(field, value));
  const name = field.type.column === 'text' ? 'string' : field.type.scale === 0 ? 'integer' : 'number';
  return { type: orNull(name, { empty }), enum: empty ? [...shown, null] : shown };
}

function boundsOf(field: Field, { taken }: Use): JsonObject {
  if (!taken) return {};
  const { min, max } = field;
  return {
    ...(min === undefined ? {} : { minimum: render(field, min) }),
    ...(max === undefined ? {} : { maximum: render(field, max) }),
  };
}

function lengthOf({ maxLength }: Field, { taken }: Use): JsonObject {
  return taken && maxLength !== undefined ? { maxLength } : {};
}

function orNull(name: string, { empty }: Pick<Use, 'empty'>): Json {
  return empty ? [name, 'null'] : name;
}

function render({ type }: Field, stored: Exclude<Stored, null>): string | number {
  return type.render(stored, context);
}
