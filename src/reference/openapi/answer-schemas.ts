// What a resource answers, as JSON Schema: envelopes of its rows.
import type { Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import type { JsonObject } from '../json.ts';
import { componentName, schemaRef } from './component-names.ts';
import { hasChildren, shownRowRef, withChildren } from './row-schemas.ts';
import { batchFailure, itemMembers } from './shared-schemas.ts';

/** What a read answers. */
export function readResult(resource: Resource): JsonObject {
  const row = shownRowRef(resource);
  const delta =
    resource.lastChange === null
      ? {}
      : {
          Deleted: {
            type: 'array',
            items: deletionSchema(resource),
            description: 'With `_fetch_deleted=1`.',
          },
          FullResync: { const: 1, description: 'The answer is complete: `_since` lies too far back.' },
        };
  const results = resource.open ? row : { type: 'array', items: row };
  return enveloped({ Results: results, ...pageMembers, ...delta }, ['Results', 'HasMore']);
}

/** What a read says of its page. */
export const pageMembers: JsonObject = {
  HasMore: { type: 'integer', enum: [0, 1], description: '1: rows follow behind the page.' },
  NumResultsTotal: { type: 'integer', description: 'With `_count=1`: the number of all rows.' },
};

function deletionSchema({ pair }: Resource): JsonObject {
  if (pair === null) return schemaRef('Deletion');
  const keys = Object.fromEntries(pair.map((name) => [name, { type: 'integer' }]));
  return { allOf: [schemaRef('Deletion'), { type: 'object', required: [...pair], properties: keys }] };
}

function enveloped(properties: JsonObject, required: readonly string[]): JsonObject {
  return { allOf: [schemaRef('Envelope'), { type: 'object', required, properties }] };
}

/** The answers to writes; a resource that clients cannot write has none. */
export function answerSchemas(resource: Resource, schema: Schema): JsonObject {
  const writable =
    resource.customActions.size > 0 || [...resource.actions].some((action) => action !== 'read');
  if (!writable) return {};
  const name = (suffix: string): string => componentName(resource, suffix);
  const row = schemaRef(hasChildren(resource) ? name('written') : name(''));
  const rows = { type: 'array', items: row };
  const item = {
    type: 'object',
    required: ['Success', ...Object.keys(itemMembers), 'Results'],
    properties: { Success: { const: true }, ...itemMembers, Results: rows },
  };
  const batch = {
    isBatch: { const: 1 },
    ...batchFailure,
    Results: { type: 'array', items: schemaRef(name('item')) },
    Affected: schemaRef('Affected'),
  };
  return {
    ...(hasChildren(resource) ? { [name('written')]: withChildren(resource, schema, 'item') } : {}),
    [name('writtenItem')]: item,
    [name('item')]: { oneOf: [schemaRef(name('writtenItem')), schemaRef('FailedItem')] },
    [name('writeResult')]: enveloped({ Results: rows, Affected: schemaRef('Affected') }, ['Results']),
    [name('batchResult')]: enveloped(batch, ['isBatch', 'Results']),
  };
}
