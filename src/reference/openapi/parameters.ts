// The parameters of reads: those that all resources share, and the fields of one (specification §4.3, decisions §4).
import { defaultLimit, largestLimit } from '#plan/read-parameters.ts';
import { boolean } from '#resource/field-types/boolean.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { Schema } from '#resource/schema.ts';
import { askedFields, readableFields } from '../actions.ts';
import type { JsonObject } from '../json.ts';
import { componentName, parameterRef, schemaRef } from './component-names.ts';
import { takenSchema } from './field-schema.ts';
import { hasChildren, isFiltered, relationsOf } from './row-schemas.ts';

/** Parameters that every resource has, by component name. */
export const sharedParameters: JsonObject = {
  limit: query('_limit', {
    schema: { type: 'integer', minimum: 0, maximum: largestLimit },
    description: `Most rows to answer with; ${defaultLimit} unless given, in deltaSync and fetchData all.`,
  }),
  offset: query('_offset', { schema: { type: 'integer', minimum: 0 }, description: 'Rows to skip.' }),
  count: query('_count', {
    schema: schemaRef('FlagInput'),
    description: '1 adds NumResultsTotal, the number of all rows beyond the page.',
  }),
  orderDesc: query('_order_desc', {
    schema: schemaRef('FlagInput'),
    description: '1 turns the order round.',
  }),
  sortDirection: query('_sort_direction', {
    schema: { type: 'string', enum: ['ASC', 'DESC'] },
    description: 'Older spelling of _order_desc.',
  }),
  since: query('_since', {
    schema: { type: 'string' },
    description: 'Only rows changed at or after it: the RequestStartTime of the answer before.',
  }),
  fetchDeleted: query('_fetch_deleted', {
    schema: schemaRef('FlagInput'),
    description: '1 with _since: lists the rows deleted since in Deleted.',
  }),
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    schema: { type: 'string' },
    description: 'The ETag of an answer that you have; if nothing changed, 304 comes back.',
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
    description: 'A new random text. The same create, sent again with it, answers the row of the first one.',
  },
};

/** The parameters of one resource that several of its reads share, by component name. */
export function resourceParameters(resource: Resource, schema: Schema): JsonObject {
  if (!isFiltered(resource)) return {};
  const field = schemaRef(componentName(resource, 'field'));
  const relation = schemaRef(componentName(resource, 'relation'));
  const related = relationsOf(resource, schema).length > 0;
  return {
    [componentName(resource, '_fields')]: list('_fields', field, 'Shows these fields and no others.'),
    ...(related
      ? {
          [componentName(resource, '_resolve')]: list(
            '_resolve',
            relation,
            'Adds the objects that these refer to.',
          ),
        }
      : {}),
    ...(hasChildren(resource) ? { [componentName(resource, '_nested')]: nestedParameter(resource) } : {}),
  };
}

/** What decides how much of a row is shown. */
export function showParameters(resource: Resource, schema: Schema): readonly JsonObject[] {
  return Object.keys(resourceParameters(resource, schema)).map(parameterRef);
}

/** Everything that a read of many rows takes. */
export function listParameters(resource: Resource, schema: Schema): readonly JsonObject[] {
  if (!isFiltered(resource)) return askedFields(resource).map(askedBy);
  const fields = readableFields(resource).filter(({ stored }) => stored);
  const { sums = [], parameters = {} } = resource.report ?? {};
  const filters = fields.filter(({ name }) => !sums.includes(name));
  const field = schemaRef(componentName(resource, 'field'));
  const delta = resource.lastChange === null ? [] : ['since', 'fetchDeleted'];
  return [
    ...['limit', 'offset', 'count'].map(parameterRef),
    query('_order_by', { schema: field, description: 'Sorts by this field; equal rows come by id.' }),
    ...['orderDesc', 'sortDirection', ...delta].map(parameterRef),
    ...showParameters(resource, schema),
    ...filters.flatMap((one) => (one.name in parameters ? [valueOf(one)] : filterOf(one))),
    list('_group_by', field, 'One row for each group of equal values.'),
    ...fields.map(aggregateOf),
    ...(resource.report === null ? [parameterRef('ifNoneMatch')] : []),
  ];
}

function askedBy(field: Field): JsonObject {
  const required = field.create === 'R';
  const { description, ...schema } = takenSchema({ ...field, required: true });
  return query(field.name, { ...(required ? { required } : {}), schema, description });
}

function filterOf(field: Field): readonly JsonObject[] {
  return [valueOf(field), query(`_op__${field.name}`, { schema: schemaRef('Operator') })];
}

function valueOf(field: Field): JsonObject {
  return query(field.name, { schema: schemaRef(filterName(field)), description: field.doc });
}

function filterName({ type }: Field): string {
  if (type === boolean) return 'FlagFilter';
  return type.numeric ? 'NumberFilter' : 'TextFilter';
}

function aggregateOf({ name, type }: Field): JsonObject {
  return query(`_aggregate__${name}`, {
    schema: schemaRef(type.numeric ? 'NumberAggregate' : 'TextAggregate'),
  });
}

function nestedParameter(resource: Resource): JsonObject {
  const example = JSON.stringify(
    Object.fromEntries(Object.keys(resource.nested).map((name) => [name, [{}]])),
  );
  return query('nestedEntities', {
    schema: { type: 'string', contentMediaType: 'application/json', examples: [example] },
    description: 'Adds children to each row.',
  });
}

/** A parameter of the query string. */
export function query(name: string, more: JsonObject): JsonObject {
  return { name, in: 'query', ...more };
}

/** A comma-separated list. */
export function list(name: string, items: JsonObject, description: string): JsonObject {
  return query(name, { style: 'form', explode: false, schema: { type: 'array', items }, description });
}
