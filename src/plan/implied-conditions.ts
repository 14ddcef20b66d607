// What a filter says beside itself, so that an index of another column can serve: a filter by a date is one by the local
// time of which it is the date, and one by an empty end is one by rows that are open.
import type { ValueContext } from '#resource/field-type.ts';
import type { Resource } from '#resource/resource.ts';
import { parseByType } from './parse-value.ts';
import type { Filter } from './read-parameters.ts';
import type { Predicate } from './read-plan.ts';
import type { Values } from './values.ts';

/** A column that follows from the filtered one: the first and the last value that a value of the filtered one stands for. */
interface Following {
  readonly column: string;
  readonly first: (value: string) => string;
  readonly last: (value: string) => string;
  /** Whether several values follow from one: what is after a month is after its last day. */
  readonly isFiner: boolean;
}

/** The conditions; each is true of every row that the filter finds. */
export function impliedBy(
  { fields }: Pick<Resource, 'fields'>,
  filter: Filter,
  { values, context }: { readonly values: Values; readonly context: ValueContext },
): readonly Predicate[] {
  const { field, operator, value } = filter;
  if (operator === 'null' || (operator === 'eq' && value === ''))
    return field.emptyWith === undefined ? [] : [{ op: 'null', column: field.emptyWith }];
  const following = followingColumn(fields, filter);
  const [low = '', high = low] = value.split('|');
  if (following === null || low === '' || high === '') return [];
  const { column, first, last, isFiner } = following;
  const bound = (is: '<' | '<=' | '>' | '>=', text: string): Predicate => ({
    op: 'compare',
    column,
    is,
    value: values.add(text),
  });
  const stored = (text: string): string => String(parseByType(field, text, context));
  switch (operator) {
    case 'eq':
    case 'betw':
      return [bound('>=', first(stored(low))), bound('<=', last(stored(high)))];
    case 'gt':
      return [isFiner ? bound('>', last(stored(low))) : bound('>=', first(stored(low)))];
    case 'gteq':
      return [bound('>=', first(stored(low)))];
    case 'lt':
      return [isFiner ? bound('<', first(stored(low))) : bound('<=', last(stored(low)))];
    case 'lteq':
      return [bound('<=', last(stored(low)))];
    default:
      return [];
  }
}

function followingColumn(fields: Resource['fields'], { field }: Filter): Following | null {
  const { monthOf, dateOf } = field;
  if (monthOf !== undefined)
    // No date of a month comes before the one or after the other.
    return {
      column: monthOf,
      first: (month) => `${month}-01`,
      last: (month) => `${month}-31`,
      isFiner: true,
    };
  if (dateOf !== undefined)
    return {
      column: dateOf,
      first: (date) => `${date} 00:00:00`,
      last: (date) => `${date} 23:59:59`,
      isFiner: true,
    };
  const date = [...fields.values()].find((other) => other.dateOf === field.name);
  if (date === undefined) return null;
  const dateOfTime = (time: string): string => time.slice(0, 10);
  return { column: date.name, first: dateOfTime, last: dateOfTime, isFiner: false };
}
