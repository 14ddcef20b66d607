// One filter → one condition. Empty values mean "empty"; `neq` and `nin` find the rows that `eq` and `in` leave out.
import { ApiError } from '#errors/api-error.ts';
import type { ValueContext } from '#resource/field-type.ts';
import type { Field } from '#resource/resource.ts';
import { unreachable } from '#errors/api-error.ts';
import { parseByType } from './parse-value.ts';
import type { Filter } from './read-parameters.ts';
import type { Predicate } from './read-plan.ts';
import { allOf, anyOf, type Values } from './values.ts';

const mostListed = 1_000;

/** The condition that a filter means (specification §4.3, decisions §4). */
export function planFilter(filter: Filter, values: Values, context: ValueContext): Predicate {
  const { field, operator, value } = filter;
  const column = field.name;
  const slot = (text: string): number => values.add(parseByType(field, text, context));
  switch (operator) {
    case 'eq':
      return value === '' ? { op: 'null', column } : { op: 'compare', column, is: '=', value: slot(value) };
    case 'neq':
      if (value === '') return { op: 'not null', column };
      return anyOf([
        { op: 'compare', column, is: '!=', value: slot(value) },
        { op: 'null', column },
      ]);
    case 'gt':
      return { op: 'compare', column, is: '>', value: slot(value) };
    case 'gteq':
      return { op: 'compare', column, is: '>=', value: slot(value) };
    case 'lt':
      return { op: 'compare', column, is: '<', value: slot(value) };
    case 'lteq':
      return { op: 'compare', column, is: '<=', value: slot(value) };
    case 'betw':
      return between(field, value, slot);
    case 'in':
    case 'nin':
      return listed(filter, values, context);
    case 'like':
      return { op: 'contains', column, part: values.add(value), zone: values.add(context.serverTimeZone) };
    case 'null':
      return { op: 'null', column };
    case 'notnull':
      return { op: 'not null', column };
    default:
      return unreachable(operator);
  }
}

function between(field: Field, value: string, slot: (text: string) => number): Predicate {
  const [low, high, ...rest] = value.split('|');
  if (low === undefined || high === undefined || rest.length > 0) {
    throw new ApiError(
      'invalid_value',
      `${field.name} is "${value}"; betw needs two values separated by |, as first|second.`,
      { field: field.name },
    );
  }
  return allOf([
    { op: 'compare', column: field.name, is: '>=', value: slot(low) },
    { op: 'compare', column: field.name, is: '<=', value: slot(high) },
  ]);
}

function listed({ field, operator, value }: Filter, values: Values, context: ValueContext): Predicate {
  const parts = value.split('|');
  if (parts.length > mostListed) {
    throw new ApiError(
      'invalid_value',
      `${field.name} lists ${parts.length} values; ${operator} takes at most ${mostListed}.`,
      { field: field.name },
    );
  }
  const present = parts.filter((part) => part !== '').map((part) => parseByType(field, part, context));
  const column = field.name;
  const withEmpty = parts.includes('');
  if (operator === 'in') {
    const found: Predicate = { op: 'in', column, list: values.add(present) };
    return withEmpty ? anyOf([found, { op: 'null', column }]) : found;
  }
  const others: Predicate = { op: 'not in', column, list: values.add(present) };
  return withEmpty ? allOf([others, { op: 'not null', column }]) : anyOf([others, { op: 'null', column }]);
}
