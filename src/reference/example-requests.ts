// One example request for everything that can be done with a resource, built from its fields.
import { boolean } from '#resource/field-types/boolean.ts';
import type { Report } from '#resource/report.ts';
import type { Action, Field, Resource } from '#resource/resource.ts';
import { askedFields, doingsOf, hasId, methodOf, nameOf, readableFields, writableFields } from './actions.ts';
import { exampleId, exampleValue } from './example-values.ts';
import type { JsonObject } from './json.ts';

/** A request to an account; the path begins behind the version. */
export interface ExampleRequest {
  readonly action: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body: JsonObject | null;
  /** Needs no token. */
  readonly open: boolean;
}

/** The examples of a resource, in the order of its actions. */
export function exampleRequests(resource: Resource): readonly ExampleRequest[] {
  return doingsOf(resource).map((doing) => {
    const action = nameOf(doing);
    const common = { action, method: methodOf(doing), query: [], body: null, open: resource.open };
    const path = `${resource.name}/${action}`;
    switch (doing.kind) {
      case 'read':
        return { ...common, path, query: readQuery(resource) };
      case 'namedRead':
        return { ...common, path };
      case 'download':
        return { ...common, path: `${path}/${exampleId(resource)}` };
      case 'write':
        return { ...common, ...writeParts(resource, doing.verb, path) };
      case 'action':
        return { ...common, ...actionParts(resource, doing.action, path), open: doing.action.open };
    }
  });
}

/** What must be asked, or a filter, a limit and, where changes are tracked, a moment since which. */
function readQuery(resource: Resource): readonly (readonly [string, string])[] {
  if (resource.storage === 'computed') {
    const required = askedFields(resource).filter(({ create }) => create === 'R');
    return required.map((field) => [field.name, String(exampleValue(field))] as const);
  }
  if (resource.report !== null) return reportQuery(resource, resource.report);
  const fields = readableFields(resource).filter(({ name, stored }) => stored && name !== 'id');
  const filtered =
    fields.find(({ name }) => name === 'user_id') ??
    fields.find(({ type }) => type === boolean) ??
    fields.find(({ relation }) => relation !== undefined);
  const filter = filtered === undefined ? [] : [[filtered.name, String(exampleValue(filtered))] as const];
  const since =
    resource.lastChange === null
      ? []
      : ([
          ['_since', '2026-06-01 08:00:00'],
          ['_fetch_deleted', '1'],
        ] as const);
  return [...filter, ...since, ...(since.length === 0 ? [['_limit', '10'] as const] : [])];
}

/** What is added up, or of which month, and by what rows are put together. */
function reportQuery({ fields }: Resource, report: Report): readonly (readonly [string, string])[] {
  const asked = [...Object.keys(report.parameters), 'month'].flatMap((name) => fields.get(name) ?? []);
  const filters = asked.map((field) => [field.name, String(exampleValue(field))] as const);
  return [...filters, ['_group_by', 'user_id'], ['_resolve', 'user_id']];
}

function writeParts(
  resource: Resource,
  verb: 'create' | 'update' | 'delete',
  path: string,
): Pick<ExampleRequest, 'path' | 'query' | 'body'> {
  if (verb === 'create') return { path, query: [], body: valuesOf(createdFields(resource)) };
  if (verb === 'update') {
    const changed = writableFields(resource, verb)
      .filter(({ secret }) => !secret)
      .slice(0, 1);
    return { path: `${path}/${exampleId(resource)}`, query: [], body: valuesOf(changed) };
  }
  if (hasId(resource)) return { path: `${path}/${exampleId(resource)}`, query: [], body: null };
  return { path, query: (resource.pair ?? []).map((name) => [name, '1'] as const), body: null };
}

/** What must be sent, and whose it is; of a resource without such fields, the first that may be. */
function createdFields(resource: Resource): readonly Field[] {
  const fields = writableFields(resource, 'create');
  const needed = fields.filter(
    ({ create, name }) => create === 'R' || name === 'user_id' || name === resource.content?.filename,
  );
  return needed.length === 0 ? fields.slice(0, 2) : needed;
}

/** Most parameters with which an action is shown that need not be sent. */
const mostShown = 6;

/** An action on a row or on what a few parameters name instead is shown with all of these. */
function actionParts(
  resource: Resource,
  action: Action,
  path: string,
): Pick<ExampleRequest, 'path' | 'body'> {
  const parameters = [...action.parameters.values()];
  const required = parameters.filter(({ create }) => create === 'R');
  const few = required.length === 0 ? parameters.slice(0, 1) : required;
  const sent = action.on === 'either' && parameters.length <= mostShown ? parameters : few;
  return {
    path: action.on === 'row' ? `${path}/${exampleId(resource)}` : path,
    body: valuesOf(sent),
  };
}

function valuesOf(fields: readonly Field[]): JsonObject {
  return Object.fromEntries(fields.map((field) => [field.name, exampleValue(field)]));
}
