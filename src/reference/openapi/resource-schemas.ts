// All schemas of one resource: its rows as they are shown, what it takes, and what it answers.
import type { Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import { readableFields } from '../actions.ts';
import type { JsonObject } from '../json.ts';
import { answerSchemas, readResult } from './answer-schemas.ts';
import { componentName } from './component-names.ts';
import { actionSchema, entitySchema } from './entity-schemas.ts';
import { hasChildren, isFiltered, isRead, relationsOf, rowSchema, withChildren } from './row-schemas.ts';

/** They, by name. */
export function resourceSchemas(resource: Resource, schema: Schema): JsonObject {
  const name = (suffix?: string): string => componentName(resource, suffix);
  const fields = readableFields(resource).map((field) => field.name);
  const relations = relationsOf(resource, schema).map((field) => field.name);
  const writes = (['create', 'update'] as const).filter((verb) => resource.actions.has(verb));
  return {
    [name()]: rowSchema(resource, schema),
    ...(isFiltered(resource) ? { [name('field')]: { type: 'string', enum: fields } } : {}),
    ...(relations.length === 0 ? {} : { [name('relation')]: { type: 'string', enum: relations } }),
    ...(hasChildren(resource) ? { [name('withChildren')]: withChildren(resource, schema, 'row') } : {}),
    ...(isRead(resource) ? { [name('readResult')]: readResult(resource) } : {}),
    ...Object.fromEntries(
      writes.map((verb) => [name(verb), entitySchema(resource, schema, { verb, linked: null })]),
    ),
    ...Object.fromEntries(
      [...resource.customActions.values()].map((action) => [
        name(`${action.name}Input`),
        actionSchema(action),
      ]),
    ),
    ...answerSchemas(resource, schema),
  };
}
