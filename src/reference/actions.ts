// Everything that can be done with a resource, as a list: the one source of pages, OpenAPI document and examples.
import { downloadAction } from '#request/parse-request.ts';
import type { Action, Field, Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import type { WriteVerb } from '#resource/access.ts';

/** The resources that clients can do something with; the others only keep what the server itself needs. */
export function documentedResources(schema: Schema): readonly Resource[] {
  return [...schema.resources.values()].filter((resource) => doingsOf(resource).length > 0);
}

/** Something that can be done under an address of its own. */
export type Doing =
  | { readonly kind: 'read' }
  | { readonly kind: 'namedRead'; readonly name: string }
  | { readonly kind: 'download' }
  | { readonly kind: 'write'; readonly verb: WriteVerb }
  | { readonly kind: 'action'; readonly action: Action };

/** What can be done with the resource, in the order in which it is documented. */
export function doingsOf(resource: Resource): readonly Doing[] {
  const writes = (['create', 'update', 'delete'] as const).filter((verb) => resource.actions.has(verb));
  return [
    ...(resource.actions.has('read') ? [{ kind: 'read' } as const] : []),
    ...Object.keys(resource.namedReads).map((name): Doing => ({ kind: 'namedRead', name })),
    ...(resource.content === null ? [] : [{ kind: 'download' } as const]),
    ...writes.map((verb): Doing => ({ kind: 'write', verb })),
    ...[...resource.customActions.values()].map((action): Doing => ({ kind: 'action', action })),
  ];
}

/** The last but one segment of its address. */
export function nameOf(doing: Doing): string {
  switch (doing.kind) {
    case 'read':
      return 'read';
    case 'namedRead':
      return doing.name;
    case 'download':
      return downloadAction;
    case 'write':
      return doing.verb;
    case 'action':
      return doing.action.name;
  }
}

/** The HTTP method to call it by. */
export function methodOf(doing: Doing): 'GET' | 'POST' | 'PUT' | 'DELETE' {
  switch (doing.kind) {
    case 'read':
    case 'namedRead':
    case 'download':
      return 'GET';
    case 'write':
      return ({ create: 'POST', update: 'PUT', delete: 'DELETE' } as const)[doing.verb];
    case 'action':
      return doing.action.methods[0] ?? 'PUT';
  }
}

/** Whether rows of the resource have an id that clients name them by. */
export function hasId(resource: Resource): boolean {
  return resource.storage !== 'computed' && resource.report === null && resource.pair === null;
}

/** What a read does, as a sentence without its full stop. */
export function readSummary({ answer, storage, report }: Resource): string {
  if (answer !== null) return 'Rows worked out for what the parameters ask';
  if (report !== null) return 'Sums in groups, filtered, sorted and in pages';
  return storage === 'computed' ? 'The one row' : 'Rows, filtered, sorted and in pages';
}

/** The fields that a read may show; none of a resource that is asked by its fields: its rows are what it makes them. */
export function readableFields(resource: Resource): readonly Field[] {
  return resource.answer === null ? fieldsOfReads(resource) : [];
}

/** What a resource without rows of its own is asked by, declared like the parameters of an action. */
export function askedFields(resource: Resource): readonly Field[] {
  if (resource.answer === null) return [];
  return fieldsOfReads(resource).map((field) => ({ ...field, create: field.read }));
}

function fieldsOfReads(resource: Resource): readonly Field[] {
  return [...resource.fields.values()].filter((field) => field.read !== '-');
}

/** The fields that a create or update takes; the id of an update stands in its address or beside them. */
export function writableFields(resource: Resource, verb: 'create' | 'update'): readonly Field[] {
  return [...resource.fields.values()].filter(
    (field) => field[verb] !== '-' && !(field.name === 'id' && verb === 'update'),
  );
}
