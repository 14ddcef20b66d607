// PARSE: HTTP → ApiRequest. It knows which resources and actions exist, nothing about who may use them.
import { ApiError } from '#errors/api-error.ts';
import type { Action, Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import type { ApiRequest, Parameters } from './api-request.ts';
import type { HttpRequest } from './http-message.ts';
import type { Address } from './parse-address.ts';
import { exportsName, isExport } from './export-address.ts';
import { limitEntities } from './limit-entities.ts';
import { parseBody, type ParsedBody } from './parse-body.ts';
import { parseParameters } from './parse-parameters.ts';

/** A known action under another HTTP method: answers 405 and the methods that would do. */
export class WrongMethod extends ApiError {
  readonly allow: string;

  constructor(method: string, allow: string) {
    super('wrong_method', `The method ${method} does not fit this action; use ${allow}.`);
    this.allow = allow;
  }
}

const aggregated = new Map([
  ['deltasync', 'deltaSync'],
  ['fetchdata', 'fetchData'],
] as const);

/** The canonical name of the resource in an address, or the name as sent when there is none. */
export function resourceNameOf(schema: Schema, name: string): string {
  if (isExport({ resource: name })) return exportsName;
  return schema.find(name)?.name ?? aggregated.get(name.toLowerCase() as 'deltasync') ?? name;
}

/** Reads what is asked; throws `unknown_address`, {@link WrongMethod} and the faults of query and body. */
export function parseRequest(schema: Schema, address: Address, http: HttpRequest): ApiRequest {
  const name = aggregated.get(address.resource.toLowerCase() as 'deltasync');
  if (name !== undefined) return parseAggregated(name, address, http);
  const whole = schema.find(`${address.resource}/${address.action}`);
  if (whole !== undefined) return parseRead(whole, null, address, http);
  const resource = schema.find(address.resource);
  if (resource === undefined)
    throw new ApiError('unknown_address', `There is no resource "${address.resource}".`);
  const action = address.action === 'get' ? 'read' : address.action;
  const named = Object.keys(resource.namedReads).find((key) => key.toLowerCase() === action);
  if (named !== undefined) return parseRead(resource, named, address, http);
  if (isDownload(resource, action)) return parseDownload(resource, address, http);
  const custom = actionNamed(resource, action);
  if (custom !== undefined) return parseAction(resource, custom, address, http);
  if (!resource.actions.has(action as 'read')) {
    const known = actionNames(resource).join(', ');
    throw new ApiError(
      'unknown_address',
      `${resource.name} has no action "${address.action}"; it has ${known}.`,
    );
  }
  return action === 'read'
    ? parseRead(resource, null, address, http)
    : parseWrite(resource, action, address, http);
}

/** The action of the resource's own that has this name in any letter case. */
export function actionNamed(resource: Resource, name: string): Action | undefined {
  return [...resource.customActions.values()].find(
    (action) => action.name.toLowerCase() === name.toLowerCase(),
  );
}

function actionNames(resource: Resource): readonly string[] {
  return [
    ...resource.actions,
    ...Object.keys(resource.namedReads),
    ...(resource.content === null ? [] : [downloadAction]),
    ...resource.customActions.keys(),
  ];
}

/** The action that answers the bytes of a row. */
export const downloadAction = 'download';

function isDownload({ content }: Resource, action: string): boolean {
  return content !== null && action === downloadAction;
}

function parseDownload(resource: Resource, address: Address, http: HttpRequest): ApiRequest {
  requireMethod(http, ['GET']);
  const parameters = parseParameters(http.query);
  const id = address.id ?? parameters.get('id') ?? null;
  if (id === null) {
    const message = `The required parameter id is missing: ${downloadAction}/<id>.`;
    throw new ApiError('missing_parameter', message, { field: 'id' });
  }
  return { kind: 'download', resource, id, parameters };
}

function parseRead(
  resource: Resource,
  named: string | null,
  address: Address,
  http: HttpRequest,
): ApiRequest {
  requireMethod(http, ['GET']);
  return { kind: 'read', resource, named, id: address.id, parameters: parseParameters(http.query) };
}

function parseAggregated(name: 'deltaSync' | 'fetchData', address: Address, http: HttpRequest): ApiRequest {
  if ((address.action !== 'read' && address.action !== 'get') || address.id !== null) {
    throw new ApiError('unknown_address', `${name} has no action "${address.action}"; it has read.`);
  }
  requireMethod(http, ['GET']);
  return { kind: 'aggregatedRead', name, parameters: parseParameters(http.query) };
}

function parseWrite(resource: Resource, action: string, address: Address, http: HttpRequest): ApiRequest {
  const query = parseParameters(http.query);
  if (action === 'delete') {
    requireMethod(http, ['DELETE']);
    return { kind: 'delete', resource, id: address.id, parameters: withBody(query, http) };
  }
  const kind = action === 'create' ? 'create' : 'update';
  requireMethod(http, kind === 'create' ? ['POST'] : ['PUT']);
  if (kind === 'create' && address.id !== null) {
    throw new ApiError('unknown_address', 'The create action takes no id; the server assigns one.');
  }
  const takesFiles = kind === 'create' && resource.content !== null;
  const entities = parseEntities(http, query, { takesFiles });
  const key = kind === 'create' ? parseKey(http) : undefined;
  return { kind, resource, ...entities, id: address.id, parameters: query, key };
}

/** Quotes, as the draft has them, are part of the key. Sent twice, it holds a comma and a space. */
function parseKey({ headers }: HttpRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined || /^[!-~]{1,255}$/.test(key)) return key;
  const message = 'The header Idempotency-Key must hold 1 to 255 visible ASCII characters without spaces.';
  throw new ApiError('malformed_parameter', message, { field: 'Idempotency-Key' });
}

function parseAction(resource: Resource, action: Action, address: Address, http: HttpRequest): ApiRequest {
  requireMethod(http, action.methods);
  const query = parseParameters(http.query);
  if (action.on === 'resource' && address.id !== null) {
    throw new ApiError('unknown_address', `The ${action.name} action of ${resource.name} takes no id.`);
  }
  const isEmptyDelete = http.method === 'DELETE' && http.body === null;
  const entities = isEmptyDelete ? entityInQuery(query) : parseEntities(http, query);
  return { kind: 'action', resource, action, ...entities, id: address.id, parameters: query };
}

function parseEntities(
  http: HttpRequest,
  query: Parameters,
  options: { readonly takesFiles?: boolean } = {},
): ParsedBody {
  const body = parseBody(http, options);
  limitEntities(body.entities);
  for (const name of query.keys()) refuseQueryField(name);
  return body;
}

/** Clients send no body with DELETE: the fields stand in the query. */
function entityInQuery(query: Parameters): ParsedBody {
  const fields = [...query].filter(([name]) => !name.startsWith('_'));
  return { batch: false, entities: [Object.fromEntries(fields)] };
}

function withBody(query: Parameters, http: HttpRequest): Parameters {
  const { batch, entities } = parseBody(http);
  if (batch)
    throw new ApiError(
      'malformed_body',
      'The delete action takes one entity at a time, named in the address.',
    );
  const parameters = new Map(query);
  for (const [name, value] of Object.entries(entities[0] ?? {})) {
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new ApiError(
        'invalid_value',
        `${name} is ${JSON.stringify(value)}; it must be a number or text.`,
        { field: name },
      );
    }
    const inAddress = parameters.get(name);
    if (inAddress !== undefined && inAddress !== String(value)) {
      throw new ApiError(
        'contradiction',
        `The address says ${name} ${inAddress}, the body ${value}; give one.`,
        { field: name },
      );
    }
    parameters.set(name, String(value));
  }
  return parameters;
}

function refuseQueryField(name: string): void {
  if (name.startsWith('_')) return;
  throw new ApiError(
    'unknown_parameter',
    `The parameter "${name}" stands in the address; send fields in the body.`,
    { field: name },
  );
}

/** Throws {@link WrongMethod}; HEAD is allowed where GET is. */
export function requireMethod(http: HttpRequest, allowed: readonly string[]): void {
  const method = http.method === 'HEAD' ? 'GET' : http.method;
  if (!allowed.includes(method)) throw new WrongMethod(http.method, allowed.join(', '));
}
