// Reads of several resources at once (specification §4.4).
import type { Schema } from '#resource/schema.ts';
import type { JsonObject } from '../json.ts';
import { pageMembers } from './answer-schemas.ts';
import { componentName, parameterRef, responseRef, schemaRef } from './component-names.ts';
import { list, query } from './parameters.ts';
import { answer, refusals } from './resource-paths.ts';

/** The paths behind the version. */
export const aggregatedPaths: JsonObject = {
  '/deltaSync/read': {
    get: {
      ...head('deltaSync', 'Changes of every resource that tracks them and that you may read'),
      parameters: parametersOf({ required: false }),
      responses: { '200': responseRef('Aggregated'), ...refusals },
    },
  },
  '/fetchData/read': {
    get: {
      ...head('fetchData', 'Rows of the resources named, all from one moment'),
      parameters: parametersOf({ required: true }),
      responses: { '200': responseRef('Aggregated'), ...refusals },
    },
  },
};

/** The schemas that they need, by name. */
export function aggregatedSchemas(schema: Schema): JsonObject {
  const included = [...schema.resources.values()].filter(
    (resource) => resource.actions.has('read') && !resource.open,
  );
  const results = included.map(
    (resource) => [resource.name, schemaRef(componentName(resource, 'readResult'))] as const,
  );
  return {
    IncludedResource: { type: 'string', enum: included.map(({ name }) => name) },
    AggregatedResult: {
      allOf: [
        schemaRef('Envelope'),
        {
          type: 'object',
          required: ['Results', 'HasMore'],
          properties: {
            HasMore: pageMembers['HasMore'] ?? {},
            Warnings: {
              type: 'array',
              items: { type: 'string' },
              description: 'What of the request was ignored.',
            },
            Results: { type: 'object', properties: Object.fromEntries(results) },
          },
        },
      ],
    },
  };
}

/** The answers that they give, by name. */
export const aggregatedResponses: JsonObject = {
  Aggregated: answer('An envelope for each resource.', schemaRef('AggregatedResult')),
};

function head(name: string, summary: string): JsonObject {
  return { operationId: `${name}_read`, tags: [name], summary };
}

function parametersOf({ required }: { required: boolean }): readonly JsonObject[] {
  const resource = schemaRef('IncludedResource');
  return [
    { ...list('_include', resource, 'Reads these resources.'), ...(required ? { required } : {}) },
    list('_exclude', resource, 'Leaves these resources out.'),
    ...['since', 'fetchDeleted', 'limit', 'offset', 'count'].map(parameterRef),
    query('prefixed', {
      style: 'form',
      explode: true,
      schema: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
      description:
        'Parameters for one resource: its name, two underscores and the parameter, as in users__active=1 and users___op__id=gt.',
    }),
  ];
}
