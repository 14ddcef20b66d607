// The paths of one resource: an operation for everything that can be done with it.
import { batchLimit } from '#request/parse-body.ts';
import type { WriteVerb } from '#resource/access.ts';
import type { Action, Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import { doingsOf, hasId, methodOf, nameOf, readSummary, type Doing } from '../actions.ts';
import { exampleRequests } from '../example-requests.ts';
import type { JsonObject } from '../json.ts';
import { componentName, parameterRef, responseRef, schemaRef } from './component-names.ts';
import { listParameters, query, showParameters } from './parameters.ts';
import { isRead } from './row-schemas.ts';

/** An operation under its address. */
interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
}

/** The paths behind the version, by address. */
export function resourcePaths(resource: Resource, schema: Schema): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const doing of doingsOf(resource)) {
    for (const { path, method, operation } of operationsOf(resource, schema, doing)) {
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
    }
  }
  return paths;
}

function operationsOf(resource: Resource, schema: Schema, doing: Doing): readonly Operation[] {
  const path = `/${resource.name}/${nameOf(doing)}`;
  const method = methodOf(doing);
  switch (doing.kind) {
    case 'read': {
      const one = readById(resource, schema);
      const all = { path, method, operation: readList(resource, schema) };
      return hasId(resource) ? [all, { path: `${path}/{id}`, method, operation: one }] : [all];
    }
    case 'namedRead':
      return [{ path, method, operation: namedRead(resource, schema, doing.name) }];
    case 'download':
      return [{ path: `${path}/{id}`, method, operation: download(resource) }];
    case 'write':
      return writeOperations(resource, doing.verb, { path, method });
    case 'action':
      return actionOperations(resource, doing.action, { path, method });
  }
}

function readList(resource: Resource, schema: Schema): JsonObject {
  return {
    ...head(resource, 'read', readSummary(resource)),
    ...parameters(listParameters(resource, schema)),
    responses: {
      '200': responseRef(componentName(resource, 'read')),
      ...(resource.storage === 'computed' || resource.report !== null
        ? {}
        : { '304': responseRef('NotModified') }),
      ...refusals,
    },
  };
}

function readById(resource: Resource, schema: Schema): JsonObject {
  return {
    ...head(resource, 'readById', 'The row with this id, if there is one that you may read'),
    ...parameters([rowId, ...showParameters(resource, schema)]),
    responses: { '200': responseRef(componentName(resource, 'read')), ...refusals },
  };
}

function namedRead(resource: Resource, schema: Schema, name: string): JsonObject {
  return {
    ...head(resource, name, `The rows that ${name} stands for`),
    ...parameters(listParameters(resource, schema)),
    responses: { '200': responseRef(componentName(resource, 'read')), ...refusals },
  };
}

function download(resource: Resource): JsonObject {
  const bytes = { description: 'The bytes, as an attachment.', content: { '*/*': { schema: {} } } };
  return {
    ...head(resource, 'download', 'The bytes of the file'),
    ...parameters([rowId]),
    responses: { '200': bytes, ...refusals },
  };
}

type Place = Pick<Operation, 'path' | 'method'>;

function writeOperations(
  resource: Resource,
  verb: 'create' | 'update' | 'delete',
  { path, method }: Place,
): readonly Operation[] {
  if (verb === 'delete') {
    const keys = (resource.pair ?? []).map((name) =>
      query(name, { required: true, schema: { type: 'integer' } }),
    );
    const operation = {
      ...head(resource, verb, 'Removes the row and answers with it as it stood'),
      ...parameters(hasId(resource) ? [rowId] : keys),
      responses: { '200': responseRef(componentName(resource, 'written')), ...refusals },
    };
    return [{ path: hasId(resource) ? `${path}/{id}` : path, method, operation }];
  }
  const example = exampleBody(resource, verb);
  const summary = verb === 'create' ? 'Creates a row' : 'Changes the fields that are sent';
  const many = {
    ...head(resource, verb, `${summary}, or those of a batch`),
    ...parameters(verb === 'create' ? [parameterRef('idempotencyKey')] : []),
    requestBody: bodyOf(componentName(resource, verb), {
      batch: true,
      example,
      withFile: verb === 'create' && resource.content !== null,
    }),
    responses: { '200': responseRef(componentName(resource, 'writtenOrBatch')), ...refusals },
  };
  if (verb === 'create') return [{ path, method, operation: many }];
  const one = {
    ...head(resource, 'updateById', summary),
    ...parameters([rowId]),
    requestBody: bodyOf(componentName(resource, verb), { batch: false, example }),
    responses: { '200': responseRef(componentName(resource, 'written')), ...refusals },
  };
  return [
    { path, method, operation: many },
    { path: `${path}/{id}`, method, operation: one },
  ];
}

function actionOperations(resource: Resource, action: Action, { path, method }: Place): readonly Operation[] {
  const input = componentName(resource, `${action.name}Input`);
  const open = action.open ? noToken : {};
  const example = exampleBody(resource, action.name);
  const many = {
    ...head(resource, action.name, action.doc),
    ...open,
    requestBody: bodyOf(input, { batch: true, example }),
    responses: { '200': responseRef(componentName(resource, 'writtenOrBatch')), ...refusals },
  };
  if (action.on === 'resource') return [{ path, method, operation: many }];
  const one = {
    ...head(resource, `${action.name}ById`, action.doc),
    ...open,
    ...parameters([rowId]),
    requestBody: bodyOf(input, { batch: false, example: action.on === 'row' ? example : {} }),
    responses: { '200': responseRef(componentName(resource, 'written')), ...refusals },
  };
  return [
    { path, method, operation: many },
    { path: `${path}/{id}`, method, operation: one },
  ];
}

/** Answers of the resource that several of its operations share, by component name. */
export function resourceResponses(resource: Resource): JsonObject {
  const name = (suffix: string): string => componentName(resource, suffix);
  const doings = doingsOf(resource);
  const many = doings.some((doing) => doing.kind === 'action' || isWrite(doing, ['create', 'update']));
  const one = doings.some((doing) =>
    doing.kind === 'action' ? doing.action.on !== 'resource' : isWrite(doing, ['update', 'delete']),
  );
  const result = schemaRef(name('writeResult'));
  return {
    ...(isRead(resource) ? { [name('read')]: answer('Rows.', schemaRef(name('readResult'))) } : {}),
    ...(one
      ? { [name('written')]: answer('The row as it stands now, as far as you may see it.', result) }
      : {}),
    ...(many
      ? {
          [name('writtenOrBatch')]: answer('What became of the entity, or of each item of the batch.', {
            anyOf: [result, schemaRef(name('batchResult'))],
          }),
        }
      : {}),
  };
}

function isWrite(doing: Doing, verbs: readonly WriteVerb[]): boolean {
  return doing.kind === 'write' && verbs.includes(doing.verb);
}

/** An answer in JSON. */
export function answer(description: string, schema: JsonObject): JsonObject {
  return {
    description,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
    content: { 'application/json': { schema } },
  };
}

const rowId: JsonObject = { $ref: '#/components/parameters/rowId' };

/** How any request can fail. */
export const refusals: JsonObject = {
  '401': responseRef('NotAllowed'),
  '422': responseRef('Unprocessable'),
  default: responseRef('Refused'),
};

/** Marks an operation that anonymous callers may use. */
const noToken: JsonObject = { security: [{}] };

function head(resource: Resource, action: string, summary: string): JsonObject {
  return {
    operationId: `${resource.name}_${action}`,
    tags: [resource.name],
    summary: summary.replace(/\.$/, ''),
    ...(resource.open ? noToken : {}),
  };
}

function parameters(all: readonly JsonObject[]): JsonObject {
  return all.length === 0 ? {} : { parameters: all };
}

function exampleBody(resource: Resource, action: string): JsonObject {
  return exampleRequests(resource).find((example) => example.action === action)?.body ?? {};
}

/** JSON or form data; only JSON can carry a batch. A file comes best in a form of parts. */
function bodyOf(
  name: string,
  { batch, example, withFile = false }: { batch: boolean; example: JsonObject; withFile?: boolean },
): JsonObject {
  const one = schemaRef(name);
  const many = { type: 'array', items: one, minItems: 1, maxItems: batchLimit };
  return {
    required: true,
    content: {
      'application/json': { schema: batch ? { anyOf: [one, many] } : one, example },
      ...(withFile ? { 'multipart/form-data': { schema: one } } : {}),
      'application/x-www-form-urlencoded': { schema: one },
    },
  };
}
