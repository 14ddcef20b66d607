// What a path is about, for logs and metrics: only declared names, so that clients cannot invent label values.
import { exportsName, isExport, timesheetsName } from '#request/export-address.ts';
import { parseAddress } from '#request/parse-address.ts';
import { downloadAction } from '#request/parse-request.ts';
import type { Schema } from '#resource/schema.ts';

/** Account, resource and action of a request, as far as they are known. */
export interface RequestSubject {
  readonly account?: string;
  readonly resource?: string;
  readonly action?: string;
}

/** The part of a schema that names things. */
export type NamedResources = Pick<Schema, 'find'>;

const aggregated = new Map([
  ['deltasync', 'deltaSync'],
  ['fetchdata', 'fetchData'],
]);

/** Reads a path of the API; an empty subject for any other. */
export function subjectOf(path: string, schema: NamedResources): RequestSubject {
  if (!path.includes('/v') && !path.includes('/V')) return {};
  try {
    const { account, resource: name, action: sent } = parseAddress(path);
    if (isExport({ resource: name }))
      return { account, resource: exportsName, ...(sent === timesheetsName ? { action: sent } : {}) };
    const action = sent === 'get' ? 'read' : sent;
    const combined = aggregated.get(name.toLowerCase());
    if (combined !== undefined && action === 'read') return { account, resource: combined, action };
    const whole = schema.find(`${name}/${action}`);
    if (whole !== undefined) return { account, resource: whole.name, action: 'read' };
    const resource = schema.find(name);
    if (resource === undefined) return { account };
    const known = resource.actions.has(action as 'read')
      ? action
      : [
          ...Object.keys(resource.namedReads),
          ...(resource.content === null ? [] : [downloadAction]),
          ...resource.customActions.keys(),
        ].find((key) => key.toLowerCase() === action);
    return known === undefined
      ? { account, resource: resource.name }
      : { account, resource: resource.name, action: known };
  } catch {
    return {};
  }
}
