// The parameters of an aggregated read, shared out among its resources (specification §4.4).
import { ApiError } from '#errors/api-error.ts';
import type { Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import type { AggregatedReadRequest, Parameters } from './api-request.ts';
import { fits, type MayUse } from './fitting-parameters.ts';

/** One resource of an aggregated read with the parameters meant for it. */
export interface IncludedRead {
  readonly resource: Resource;
  readonly parameters: Parameters;
}

/** All of them, and one sentence for each name that was ignored. */
export interface SplitReads {
  readonly reads: readonly IncludedRead[];
  readonly warnings: readonly string[];
}

const own = new Set(['_include', '_exclude']);
/** Parameters that mean nothing where no resource fits; any other that fits none is misspelt. */
const deltaOnly = new Set(['_since', '_fetch_deleted']);

/** For whom parameters are shared out. */
export interface Sharing {
  readonly schema: Schema;
  /** Read when `_include` is missing; `null` makes it required. */
  readonly defaults: readonly Resource[] | null;
  readonly mayUse: MayUse;
}

/** Shares out the parameters. */
export function splitAggregated(
  { name, parameters }: AggregatedReadRequest,
  { schema, defaults, mayUse }: Sharing,
): SplitReads {
  const { included, ignored } = includedIn(schema, { name, parameters, defaults });
  const prefixed = new Map<Resource, Map<string, string>>(included.map((resource) => [resource, new Map()]));
  for (const [parameter, value] of parameters) {
    if (!parameter.startsWith('_')) addPrefixed(schema, { parameter, value, prefixed, ignored });
  }
  const shared = [...parameters].filter(([parameter]) => parameter.startsWith('_') && !own.has(parameter));
  const reads = included.map((resource) => ({ resource, parameters: new Map(prefixed.get(resource)) }));
  for (const [parameter, value] of shared) {
    const fitting = reads.filter((read) => fits(read, { parameter, value, mayUse }));
    const isMisspelt = fitting.length === 0 && !deltaOnly.has(parameter);
    for (const read of isMisspelt ? reads : fitting) {
      if (!read.parameters.has(parameter)) read.parameters.set(parameter, value);
    }
  }
  const warnings = ignored.map(
    (unknown) => `_include names "${unknown}", which is no resource that can be read here; it was ignored.`,
  );
  return { reads, warnings };
}

function includedIn(
  schema: Schema,
  part: { name: string; parameters: Parameters; defaults: readonly Resource[] | null },
): { readonly included: readonly Resource[]; readonly ignored: readonly string[] } {
  const { name, parameters, defaults } = part;
  const asked = namesIn(parameters, '_include');
  if (asked.length === 0 && defaults === null) {
    throw new ApiError(
      'missing_parameter',
      `${name} needs _include with the names of the resources to read.`,
      { field: '_include' },
    );
  }
  const found = asked.flatMap((one) => readable(schema, one) ?? []);
  const ignored = asked.filter((one) => readable(schema, one) === undefined);
  if (found.length === 0 && ignored.length > 0) throw unknownName('_include', ignored[0] as string);
  const excluded = namesIn(parameters, '_exclude').map((one) => {
    const resource = readable(schema, one);
    if (resource === undefined) throw unknownName('_exclude', one);
    return resource;
  });
  const chosen = asked.length === 0 ? (defaults ?? []) : found;
  return { included: [...new Set(chosen)].filter((resource) => !excluded.includes(resource)), ignored };
}

function namesIn(parameters: Parameters, parameter: string): readonly string[] {
  return (parameters.get(parameter) ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** An open resource tells clients without a token how to log in; its answer is no list of rows. */
function readable(schema: Schema, name: string): Resource | undefined {
  const resource = schema.find(name);
  return resource?.actions.has('read') === true && !resource.open ? resource : undefined;
}

function unknownName(parameter: string, name: string): ApiError {
  const message = `${parameter} names "${name}", which is no resource that can be read here.`;
  return new ApiError('invalid_value', message, { field: parameter });
}

function addPrefixed(
  schema: Schema,
  part: {
    parameter: string;
    value: string;
    prefixed: ReadonlyMap<Resource, Map<string, string>>;
    ignored: readonly string[];
  },
): void {
  const { parameter, value, prefixed, ignored } = part;
  const end = parameter.indexOf('__');
  const prefix = end < 0 ? '' : parameter.slice(0, end);
  if (ignored.some((name) => name.toLowerCase() === prefix.toLowerCase())) return;
  const resource = schema.find(prefix);
  const parameters = resource && prefixed.get(resource);
  if (parameters === undefined) {
    const sentence = `"${parameter}" does not begin with the name of an included resource and two underscores, as in users__active.`;
    throw new ApiError('unknown_parameter', sentence, { field: parameter });
  }
  parameters.set(parameter.slice(end + 2), value);
}
