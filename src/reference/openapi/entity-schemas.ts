// What a resource takes, as JSON Schema: entities to create and to update, children, parameters of actions.
import type { Action, Field, Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import { documentedResources, writableFields } from '../actions.ts';
import type { JsonObject } from '../json.ts';
import { componentName, schemaRef } from './component-names.ts';
import { takenSchema } from './field-schema.ts';
import { hasChildren, mayHaveMore, ownFieldsNote } from './row-schemas.ts';

/** An entity to create or update; `linked`: a nested one, whose parent's id the server fills in. */
export function entitySchema(
  resource: Resource,
  schema: Schema,
  { verb, linked }: { verb: 'create' | 'update'; linked: string | null },
): JsonObject {
  const fields = writableFields(resource, verb);
  const required = fields
    .filter((field) => field[verb] === 'R' && field.name !== linked)
    .map(({ name }) => name);
  const taken = fields.map((field) => [
    field.name,
    takenSchema(verb === 'create' ? field : withoutDefault(field)),
  ]);
  const rowId =
    verb === 'update'
      ? {
          id: { type: 'integer', description: 'The row, unless the address names it.' },
          ...keyOf(resource),
        }
      : {};
  return {
    type: 'object',
    ...(mayHaveMore(resource) ? { description: ownFieldsNote } : {}),
    ...(required.length === 0 ? {} : { required }),
    properties: {
      ...rowId,
      ...Object.fromEntries(taken),
      ...childrenToWrite(resource, schema),
    } as JsonObject,
  };
}

/** The field that names the row in place of the id. */
function keyOf({ updateKey, fields }: Resource): JsonObject {
  const field = updateKey === null ? undefined : fields.get(updateKey);
  if (field === undefined) return {};
  return {
    [field.name]: { ...takenSchema(withoutDefault(field)), description: 'The row, in place of its id.' },
  };
}

/** A field that an update leaves out stays as it is. */
function withoutDefault(field: Field): Field {
  const { default: _, ...rest } = field;
  return rest;
}

function childrenToWrite(resource: Resource, schema: Schema): JsonObject {
  if (!hasChildren(resource)) return {};
  const children = Object.entries(resource.nested).flatMap(([name, key]) => {
    const child = schema.resources.get(name);
    return child?.actions.has('create') === true
      ? [[name, { type: 'array', items: childRef(child, key) }]]
      : [];
  });
  if (children.length === 0) return {};
  const object = { type: 'object', properties: Object.fromEntries(children) as JsonObject };
  const text = { type: 'string', contentMediaType: 'application/json' };
  return { nestedEntities: { anyOf: [object, text], description: 'Children; JSON text in form data.' } };
}

/** A child takes what its create takes; only the parent's id need not be sent. */
function childRef(child: Resource, key: string): JsonObject {
  const needed = child.fields.get(key)?.create === 'R';
  return schemaRef(componentName(child, needed ? `createBy_${key}` : 'create'));
}

/** The schemas of entities that stand inside a parent which fills in a required field. */
export function childSchemas(schema: Schema): JsonObject {
  const schemas: Record<string, JsonObject> = {};
  for (const parent of documentedResources(schema)) {
    for (const [name, key] of Object.entries(parent.nested)) {
      const child = schema.resources.get(name);
      if (child?.actions.has('create') !== true || child.fields.get(key)?.create !== 'R') continue;
      schemas[componentName(child, `createBy_${key}`)] = entitySchema(child, schema, {
        verb: 'create',
        linked: key,
      });
    }
  }
  return schemas;
}

/** The parameters of an action. */
export function actionSchema(action: Action): JsonObject {
  const parameters = [...action.parameters.values()];
  const required = parameters.filter(({ create }) => create === 'R').map(({ name }) => name);
  const elsewhere = action.on === 'row' ? 'the address names' : 'address or parameters name';
  const rowId =
    action.on === 'resource'
      ? {}
      : { id: { type: 'integer', description: `The row, unless ${elsewhere} it.` } };
  const taken = parameters.map((field) => [
    field.name,
    takenSchema({ ...field, required: field.create === 'R' }),
  ]);
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: { ...rowId, ...Object.fromEntries(taken) } as JsonObject,
  };
}
