// The parameters of a read, sorted by kind and checked for names (specification §4.3, decisions §2 and §4).
import { ApiError } from '#errors/api-error.ts';
import type { Field, Resource } from '#resource/resource.ts';
import type { AggregateFunction } from './read-plan.ts';
import { boolean } from '#resource/field-types/boolean.ts';

/** Comparison operators that clients may name in `_op__<field>`. */
export const operators = [
  'eq',
  'neq',
  'gt',
  'gteq',
  'lt',
  'lteq',
  'in',
  'nin',
  'betw',
  'like',
  'null',
  'notnull',
] as const;
/** One of {@link operators}. */
export type Operator = (typeof operators)[number];

/** Functions that clients may name in `_aggregate__<column>`. */
export const aggregateFunctions: readonly AggregateFunction[] = [
  'sum',
  'avg',
  'max',
  'min',
  'count',
  'group_concat',
];

/** A filter as asked for; `value` is as sent. */
export interface Filter {
  readonly field: Field;
  readonly operator: Operator;
  readonly value: string;
}

/** What a read asks for, by kind. Values are as sent, names are fields. */
export interface ReadParameters {
  readonly filters: readonly Filter[];
  readonly aggregates: ReadonlyMap<Field, AggregateFunction>;
  readonly groups: readonly Field[];
  readonly orderBy: Field | null;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly fields: readonly Field[] | null;
  readonly resolve: readonly Field[];
  readonly nested: string | null;
  readonly since: string | null;
  readonly fetchDeleted: boolean;
  /** Whether the number of all rows, beyond the page, is asked for. */
  readonly count: boolean;
}

/** Rows of a read that names no `_limit`. */
export const defaultLimit = 100;
/** The default of a read that is whole unless the client limits it. */
export const noLimit = Number.MAX_SAFE_INTEGER;
/** The largest `_limit`. */
export const largestLimit = 10_000;

/** Sorts parameters; throws `unknown_parameter`, `unknown_operator`, `invalid_value`, `missing_parameter`. */
export function readParameters(
  resource: Resource,
  given: ReadonlyMap<string, string>,
  fallbackLimit: number = defaultLimit,
): ReadParameters {
  const fieldNamed = (name: string, parameter: string): Field => findField(resource, name, parameter);
  // Each field once: what is named thousands of times would be looked up as often.
  const list = (parameter: string, separator: string): readonly Field[] => {
    const names = (given.get(parameter) ?? '').split(separator).map((name) => name.trim());
    const distinct = new Set(names.filter((name) => name !== ''));
    return [...distinct].map((name) => fieldNamed(name, parameter));
  };
  return {
    filters: filtersIn(resource, given),
    aggregates: aggregatesIn(resource, given),
    groups: list('_group_by', given.get('_group_by')?.includes('|') === true ? '|' : ','),
    orderBy: single(list('_order_by', ','), given),
    descending: isDescending(given),
    limit: wholeNumber(given, '_limit', { fallback: fallbackLimit, largest: largestLimit }),
    offset: wholeNumber(given, '_offset', { fallback: 0, largest: Number.MAX_SAFE_INTEGER }),
    fields: isGiven(given, '_fields') ? list('_fields', ',') : null,
    resolve: list('_resolve', ','),
    nested: given.get('nestedEntities') ?? null,
    since: given.get('_since') ?? null,
    fetchDeleted: readFlag(given, '_fetch_deleted'),
    count: readFlag(given, '_count'),
  };
}

function isGiven(given: ReadonlyMap<string, string>, name: string): boolean {
  return (given.get(name) ?? '') !== '';
}

function single(fields: readonly Field[], given: ReadonlyMap<string, string>): Field | null {
  if (fields.length <= 1) return fields[0] ?? null;
  const message = `_order_by is "${given.get('_order_by')}"; it must be the name of one field.`;
  throw new ApiError('invalid_value', message, { field: '_order_by' });
}

/** The readable field of this name; `unknown_parameter` otherwise. */
function findField(resource: Resource, name: string, parameter: string): Field {
  const field = resource.fields.get(name);
  if (field !== undefined && field.read !== '-' && field.stored) return field;
  const where = parameter === name ? '' : ` (in ${parameter})`;
  throw new ApiError(
    'unknown_parameter',
    `${resource.name} has no field "${name}"${where} that can be read.`,
    { field: name },
  );
}

function filtersIn(resource: Resource, given: ReadonlyMap<string, string>): readonly Filter[] {
  const filters: Filter[] = [];
  for (const [name, value] of given) {
    if (name.startsWith('_op__')) requireOperand(resource, name, given);
    else if (!name.startsWith('_') && name !== 'nestedEntities') {
      const field = findField(resource, name, name);
      filters.push({ field, operator: operatorOf(name, given), value });
    }
  }
  for (const name of ['null', 'notnull'] as const) {
    for (const [parameter, operator] of given) {
      const target = parameter.slice(5);
      if (!parameter.startsWith('_op__') || operator !== name || given.has(target)) continue;
      filters.push({ field: findField(resource, target, parameter), operator: name, value: '' });
    }
  }
  return filters;
}

function requireOperand(resource: Resource, parameter: string, given: ReadonlyMap<string, string>): void {
  const name = parameter.slice(5);
  findField(resource, name, parameter);
  const operator = operatorOf(name, given);
  if (given.has(name) || operator === 'null' || operator === 'notnull') return;
  throw new ApiError(
    'missing_parameter',
    `${parameter} is given, but ${name} is not; add ${name}=<value to compare with>.`,
    { field: name },
  );
}

function operatorOf(name: string, given: ReadonlyMap<string, string>): Operator {
  const operator = given.get(`_op__${name}`) ?? 'eq';
  if ((operators as readonly string[]).includes(operator)) return operator as Operator;
  throw new ApiError(
    'unknown_operator',
    `_op__${name} is "${operator}"; it must be one of ${operators.join(', ')}.`,
    { field: name },
  );
}

function aggregatesIn(
  resource: Resource,
  given: ReadonlyMap<string, string>,
): ReadonlyMap<Field, AggregateFunction> {
  const aggregates = new Map<Field, AggregateFunction>();
  for (const [name, value] of given) {
    if (!name.startsWith('_aggregate__')) continue;
    const field = findField(resource, name.slice(12), name);
    const apply = aggregateFunctions.find((known) => known === value.toLowerCase());
    if (apply === undefined) {
      throw new ApiError(
        'unknown_operator',
        `${name} is "${value}"; it must be one of ${aggregateFunctions.join(', ')}.`,
        { field: field.name },
      );
    }
    if ((apply === 'sum' || apply === 'avg') && !field.type.numeric) {
      throw new ApiError(
        'invalid_value',
        `${name} is "${value}", but ${field.name} is a ${field.type.name}; ${value} needs numbers.`,
        { field: field.name },
      );
    }
    aggregates.set(field, apply);
  }
  return aggregates;
}

function isDescending(given: ReadonlyMap<string, string>): boolean {
  const direction = given.get('_sort_direction')?.toUpperCase();
  if (direction !== undefined && direction !== 'ASC' && direction !== 'DESC') {
    throw new ApiError('invalid_value', `_sort_direction is "${direction}"; it must be ASC or DESC.`, {
      field: '_sort_direction',
    });
  }
  return given.has('_order_desc') ? readFlag(given, '_order_desc') : direction === 'DESC';
}

/** Whether a parameter is 1; throws `invalid_value`. */
export function readFlag(given: ReadonlyMap<string, string>, name: string): boolean {
  const value = given.get(name);
  if (value === undefined || value === '') return false;
  try {
    return boolean.parse(value, { serverTimeZone: 'UTC' }) === 1;
  } catch {
    throw new ApiError('invalid_value', `${name} is "${value}"; it must be 1 or 0.`, { field: name });
  }
}

function wholeNumber(
  given: ReadonlyMap<string, string>,
  name: string,
  range: { fallback: number; largest: number },
): number {
  const text = given.get(name);
  if (text === undefined || text === '') return range.fallback;
  const number = /^\d{1,16}(?:\.0*)?$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(number) && number <= range.largest) return number;
  throw new ApiError(
    'invalid_value',
    `${name} is "${text}"; it must be a whole number from 0 to ${range.largest}.`,
    { field: name },
  );
}
