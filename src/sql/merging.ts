// How statements about rows of a resource become one with others: see `Merging` in database.ts.
import type { Resource } from '#resource/resource.ts';
import type { Merging } from './database.ts';

const inserts = new WeakMap<Resource, Merging>();
const keyColumns = new WeakMap<Resource, ReadonlySet<string>>();

/** How inserts of one row each become one. */
export function mergingInsert(resource: Resource): Merging {
  let known = inserts.get(resource);
  if (known === undefined) {
    const refersTo = [...resource.fields.values()].flatMap(({ relation }) => relation ?? []);
    known = { kind: 'insert', into: [resource.name, resource.table], refersTo: new Set(refersTo) };
    inserts.set(resource, known);
  }
  return known;
}

/** How an update becomes one with others. `undefined`: what it changes decides whether other rows may be there. */
export function mergingUpdate(
  resource: Resource,
  {
    names,
    ...merging
  }: Omit<Extract<Merging, { readonly kind: 'update' }>, 'kind'> & { readonly names: readonly string[] },
): Merging | undefined {
  let keys = keyColumns.get(resource);
  if (keys === undefined) keyColumns.set(resource, (keys = new Set(keyColumnsOf(resource))));
  return names.some((name) => keys.has(name)) ? undefined : { kind: 'update', ...merging };
}

/** Columns on which unique keys, references and exclusions depend. */
function keyColumnsOf({ fields, indexes, pair, idempotent, exclusive }: Resource): readonly string[] {
  const unique = indexes.filter((index) => index.unique === true);
  return [
    ...[...fields.values()].flatMap(({ name, relation }) => (relation === undefined ? [] : [name])),
    ...unique.flatMap(({ columns, whereNull = [] }) => [columns, whereNull].flat()),
    ...(pair ?? []),
    ...(idempotent ?? []),
    ...(exclusive === null ? [] : [...exclusive.columns, exclusive.from, exclusive.until]),
  ];
}
