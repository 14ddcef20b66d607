// Every way in which a request can name the id of a row, generated from the declared resources. It must not know
// accounts.
import { operators } from '#plan/read-parameters.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import type { RequestOptions } from '../support/client.ts';
import { entryOf } from './missing-data.ts';
import { harmlessUpdates, looseReferences, samples } from './samples.ts';
import type { SampleContext } from './areas/area.ts';

/** A request that names an id. */
export interface Cell {
  readonly name: string;
  /**
   * `find`: answers 200 and no row; `refuse`: the id is refused as unknown; `accept`: the id has no effect; `alike`: it is
   * answered like an id of no row, whatever that is.
   */
  readonly kind: 'find' | 'refuse' | 'accept' | 'alike';
  readonly request: (id: number, own: OwnRows) => RequestOptions & { method: string; path: string };
}

/** What the asking account has itself. */
export interface OwnRows {
  readonly ids: Readonly<Record<string, number>>;
  /** The same for both requests of a cell. */
  readonly sample: SampleContext;
  readonly since: string;
}

const aggregates = ['sum', 'avg', 'max', 'min', 'count', 'group_concat'];

/** Of the other kinds no row belongs to an account. */
const shown = new Set<Resource['storage']>(['account', 'report']);

/** All cells of a resource. */
export function cellsOf(schema: Schema, resource: Resource): readonly Cell[] {
  if (!shown.has(resource.storage)) return [];
  return [
    ...readCells(schema, resource),
    ...(resource.actions.has('create') ? createCells(schema, resource) : []),
    ...(resource.actions.has('update') ? updateCells(schema, resource) : []),
    ...(resource.actions.has('delete') ? deleteCells(resource) : []),
    ...(resource.actions.has('create') ? nestedCells(schema, resource) : []),
  ];
}

/** How many cells a resource must have, counted from its declaration without making any. */
export function cellCount(schema: Schema, resource: Resource): number {
  if (!shown.has(resource.storage)) return 0;
  const { actions } = resource;
  const keys = keyFields(schema, resource).length;
  const hasId = resource.fields.has('id') ? 1 : 0;
  const relations = (verb: 'create' | 'update'): number => referring(schema, resource, verb).length;
  const reads =
    keys * (operators.length + aggregates.length + 2) +
    hasId * (3 + Object.keys(resource.namedReads).length + Object.keys(resource.nested).length) +
    relationFields(schema, resource, 'read').length * hasId;
  const children = Object.entries(resource.nested).map(([name, link]) => {
    const child = schema.resources.get(name) as Resource;
    return 2 + referring(schema, child, 'create').filter(({ field }) => field !== link).length;
  });
  return (
    reads +
    (actions.has('create') ? 2 * relations('create') : 0) +
    (actions.has('update') ? 2 + 2 * relations('update') : 0) +
    (actions.has('delete') ? (resource.pair === null ? 2 : 2 ** resource.pair.length - 1) : 0) +
    (actions.has('create') ? 1 : 0) * children.reduce((sum, count) => sum + count, 0)
  );
}

function readCells(schema: Schema, resource: Resource): readonly Cell[] {
  const cells: Cell[] = [];
  const read = (name: string, query: (id: number, own: OwnRows) => Record<string, string | number>): void => {
    cells.push({
      name,
      kind: 'find',
      request: (id, own) => ({ method: 'GET', path: `${resource.name}/read`, query: query(id, own) }),
    });
  };
  for (const field of keyFields(schema, resource)) {
    for (const operator of operators) {
      read(`filter ${field} ${operator}`, (id) => ({
        [field]: operand(operator, id),
        [`_op__${field}`]: operator,
      }));
    }
    for (const apply of aggregates) {
      read(`${apply} of ${field}`, (id) => ({ [field]: id, [`_aggregate__${field}`]: apply }));
    }
    read(`group by ${field}`, (id) => ({ [field]: id, _group_by: field }));
    read(`delta filtered by ${field}`, (id, { since }) => ({ [field]: id, ...deltaOf(resource, since) }));
  }
  if (!resource.fields.has('id')) return cells;
  const get = (
    name: string,
    path: string,
    query: (id: number, own: OwnRows) => Record<string, string | number>,
  ): void => {
    cells.push({
      name,
      kind: 'find',
      request: (id, own) => ({ method: 'GET', path, query: query(id, own) }),
    });
  };
  cells.push({
    name: 'by id',
    kind: 'find',
    request: (id) => ({ method: 'GET', path: `${resource.name}/read/${id}` }),
  });
  get('fetchData', 'fetchData/read', (id) => ({ _include: resource.name, [`${resource.name}__id`]: id }));
  get('deltaSync', 'deltaSync/read', (id, { since }) => ({
    _include: resource.name,
    [`${resource.name}__id`]: id,
    ...deltaOf(resource, since),
  }));
  for (const named of Object.keys(resource.namedReads))
    get(named, `${resource.name}/${named}`, (id) => ({ id }));
  for (const child of Object.keys(resource.nested)) {
    read(`nested ${child}`, (id) => ({ id, nestedEntities: JSON.stringify({ [child]: [{}] }) }));
  }
  for (const { name } of relationFields(schema, resource, 'read'))
    read(`resolve ${name}`, (id) => ({ id, _resolve: name }));
  return cells;
}

function createCells(schema: Schema, resource: Resource): readonly Cell[] {
  return referring(schema, resource, 'create').flatMap(({ field, beside }): Cell[] => {
    const path = `${resource.name}/create`;
    const entity = (id: number, { sample }: OwnRows): object => ({
      ...sampleOf(resource, sample),
      ...beside,
      [field]: id,
    });
    return [
      {
        name: `create with ${field}`,
        kind: 'refuse',
        request: (id, own) => ({ method: 'POST', path, body: entity(id, own) }),
      },
      {
        name: `create by batch with ${field}`,
        kind: 'refuse',
        request: (id, own) => ({ method: 'POST', path, body: [entity(id, own), entity(id, own)] }),
      },
    ];
  });
}

function updateCells(schema: Schema, resource: Resource): readonly Cell[] {
  const path = `${resource.name}/update`;
  const harmless = entryOf(harmlessUpdates, 'harmless update', resource.name);
  const own = (ids: OwnRows['ids']): number => ids[resource.name] as number;
  return [
    {
      name: 'update',
      kind: 'refuse',
      request: (id) => ({ method: 'PUT', path: `${path}/${id}`, body: harmless }),
    },
    {
      name: 'update by batch',
      kind: 'refuse',
      request: (id) => ({ method: 'PUT', path, body: [{ id, ...harmless }] }),
    },
    ...referring(schema, resource, 'update').flatMap(({ field, beside }): Cell[] => [
      {
        name: `update of ${field}`,
        kind: 'refuse',
        request: (id, { ids }) => ({
          method: 'PUT',
          path: `${path}/${own(ids)}`,
          body: { ...beside, [field]: id },
        }),
      },
      {
        name: `update by batch of ${field}`,
        kind: 'refuse',
        request: (id, { ids }) => ({ method: 'PUT', path, body: [{ id: own(ids), ...beside, [field]: id }] }),
      },
    ]),
  ];
}

function deleteCells(resource: Resource): readonly Cell[] {
  const path = `${resource.name}/delete`;
  const { pair } = resource;
  if (pair === null) {
    return [
      { name: 'delete', kind: 'refuse', request: (id) => ({ method: 'DELETE', path: `${path}/${id}` }) },
      {
        name: 'delete by parameter',
        kind: 'refuse',
        request: (id) => ({ method: 'DELETE', path, query: { id } }),
      },
    ];
  }
  // Every way to take at least one half of the pair from elsewhere.
  return Array.from({ length: 2 ** pair.length - 1 }, (_, number): Cell => {
    const foreign = pair.filter((_name, place) => ((number + 1) >> place) % 2 === 1);
    return {
      name: `delete with ${foreign.join(' and ')}`,
      kind: 'refuse',
      request: (id, { ids }) => ({
        method: 'DELETE',
        path,
        query: Object.fromEntries(
          pair.map((name) => [name, foreign.includes(name) ? id : ownTarget(resource, name, ids)]),
        ),
      }),
    };
  });
}

function nestedCells(schema: Schema, resource: Resource): readonly Cell[] {
  return Object.entries(resource.nested).flatMap(([name, link]): Cell[] => {
    const child = schema.resources.get(name) as Resource;
    const below = (entity: object): object => ({ nestedEntities: { [name]: [entity] } });
    const parent = (own: OwnRows): object => sampleOf(resource, own.sample);
    const create = `${resource.name}/create`;
    const others = referring(schema, child, 'create').filter(({ field }) => field !== link);
    return [
      ...others.map(({ field, beside }): Cell => ({
        name: `nested ${name} with ${field}`,
        kind: 'refuse',
        request: (id, own) => ({
          method: 'POST',
          path: create,
          body: { ...parent(own), ...below({ ...sampleOf(child, own.sample), ...beside, [field]: id }) },
        }),
      })),
      {
        name: `nested ${name} that names another parent`,
        kind: 'accept',
        request: (id, own) => ({
          method: 'POST',
          path: create,
          body: { ...parent(own), ...below({ ...sampleOf(child, own.sample), [link]: id }) },
        }),
      },
      {
        name: `nested ${name} in an update`,
        kind: 'refuse',
        request: (id, own) => ({
          method: 'PUT',
          path: `${resource.name}/update/${id}`,
          body: { ...harmlessUpdates[resource.name], ...below(sampleOf(child, own.sample)) },
        }),
      },
    ];
  });
}

/** A field that an entity may name another row with, and what must stand beside it. */
interface Referring {
  readonly field: string;
  readonly beside: Readonly<Record<string, unknown>>;
}

function referring(schema: Schema, resource: Resource, verb: 'create' | 'update'): readonly Referring[] {
  const declared = relationFields(schema, resource, verb).map(({ name }) => ({ field: name, beside: {} }));
  return [...declared, ...(looseReferences[resource.name] ?? [])];
}

/** Relations to rows of the account, of resources that are served. */
function relationFields(
  schema: Schema,
  resource: Resource,
  verb: 'create' | 'read' | 'update',
): readonly Field[] {
  return [...resource.fields.values()].filter(
    ({ relation, [verb]: availability }) =>
      availability !== '-' &&
      relation !== undefined &&
      schema.targets(relation).some(({ storage }) => storage === 'account'),
  );
}

/** Fields by which a read can name an id. */
function keyFields(schema: Schema, resource: Resource): readonly string[] {
  const loose = (looseReferences[resource.name] ?? []).map(({ field }) => field);
  const relations = relationFields(schema, resource, 'read').map(({ name }) => name);
  return [...new Set([...(resource.fields.has('id') ? ['id'] : []), ...relations, ...loose])];
}

function operand(operator: (typeof operators)[number], id: number): string {
  return operator === 'betw' || operator === 'in' || operator === 'nin' ? `${id}|${id}` : String(id);
}

function deltaOf(resource: Resource, since: string): Record<string, string | number> {
  return resource.lastChange === null ? {} : { _since: since, _fetch_deleted: 1 };
}

function sampleOf(resource: Resource, context: SampleContext): Record<string, unknown> {
  return { ...entryOf(samples, 'sample row', resource.name)(context) };
}

function ownTarget(resource: Resource, field: string, ids: OwnRows['ids']): number {
  return ids[resource.fields.get(field)?.relation ?? ''] as number;
}
