// The parameters of an aggregated read, shared out among its resources (specification §4.4, decisions §4).
import { ApiError } from '#errors/api-error.ts';
import type { Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import type { AggregatedReadRequest, Parameters } from './api-request.ts';

/** One resource of an aggregated read with the parameters meant for it. */
export interface IncludedRead {
  readonly resource: Resource;
  readonly parameters: Parameters;
}

const own = new Set(['_include', '_exclude']);
/** Parameters that a resource which does not track changes cannot use; unprefixed they are not meant for it. */
const deltaOnly = new Set(['_since', '_fetch_deleted']);

/** Shares out the parameters; `defaults` are read when `_include` is missing, `null` makes it required. */
export function splitAggregated(
  schema: Schema,
  { name, parameters }: AggregatedReadRequest,
  defaults: readonly Resource[] | null,
): readonly IncludedRead[] {
  const included = includedIn(schema, { name, parameters, defaults });
  const shared = new Map<string, string>();
  const prefixed = new Map<Resource, Map<string, string>>(included.map((resource) => [resource, new Map()]));
  for (const [parameter, value] of parameters) {
    if (own.has(parameter)) continue;
    if (parameter.startsWith('_')) shared.set(parameter, value);
    else addPrefixed(schema, { parameter, value, prefixed });
  }
  return included.map((resource) => {
    const common = [...shared].filter(
      ([parameter]) => resource.lastChange !== null || !deltaOnly.has(parameter),
    );
    return { resource, parameters: new Map([...common, ...(prefixed.get(resource) ?? [])]) };
  });
}

function includedIn(
  schema: Schema,
  part: { name: string; parameters: Parameters; defaults: readonly Resource[] | null },
): readonly Resource[] {
  const { name, parameters, defaults } = part;
  const asked = parameters.get('_include');
  if ((asked === undefined || asked === '') && defaults === null) {
    throw new ApiError(
      'missing_parameter',
      `${name} needs _include with the names of the resources to read.`,
      { field: '_include' },
    );
  }
  const chosen =
    asked === undefined || asked === '' ? (defaults ?? []) : resourcesIn(schema, asked, '_include');
  const excluded = new Set(resourcesIn(schema, parameters.get('_exclude') ?? '', '_exclude'));
  return [...new Set(chosen)].filter((resource) => !excluded.has(resource));
}

function resourcesIn(schema: Schema, list: string, parameter: string): readonly Resource[] {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.map((name) => {
    const resource = schema.find(name);
    if (resource !== undefined && resource.storage !== 'computed' && resource.actions.has('read'))
      return resource;
    throw new ApiError(
      'invalid_value',
      `${parameter} names "${name}", which is no resource that can be read here.`,
      { field: parameter },
    );
  });
}

function addPrefixed(
  schema: Schema,
  {
    parameter,
    value,
    prefixed,
  }: { parameter: string; value: string; prefixed: Map<Resource, Map<string, string>> },
): void {
  const end = parameter.indexOf('__');
  const resource = end < 0 ? undefined : schema.find(parameter.slice(0, end));
  const parameters = resource && prefixed.get(resource);
  if (parameters === undefined) {
    const sentence = `"${parameter}" does not begin with the name of an included resource and two underscores, as in users__active.`;
    throw new ApiError('unknown_parameter', sentence, { field: parameter });
  }
  parameters.set(parameter.slice(end + 2), value);
}
