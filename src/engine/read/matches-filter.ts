// A filter on a row that is no table's: the same operators as in SQL, for resources whose only row is computed.
import { unreachable } from '#errors/api-error.ts';
import { parseByType } from '#plan/parse-value.ts';
import type { Filter } from '#plan/read-parameters.ts';
import type { ValueContext } from '#resource/field-type.ts';
import type { Document } from '#response/document.ts';

/** Whether a shown row meets the filter; throws `invalid_value` for a value of the wrong type. */
export function matchesFilter(row: Document, filter: Filter, context: ValueContext): boolean {
  const { field, operator, value } = filter;
  const shown = row[field.name] ?? null;
  const parsed = (one: unknown): string | number => parseByType(field, one, context);
  const listed = (): readonly (string | number)[] => value.split('|').map(parsed);
  if (shown === null) return operator === 'null' || operator === 'neq' || operator === 'nin';
  const held = parsed(shown);
  switch (operator) {
    case 'eq':
      return value !== '' && held === parsed(value);
    case 'neq':
      return value === '' || held !== parsed(value);
    case 'gt':
      return held > parsed(value);
    case 'gteq':
      return held >= parsed(value);
    case 'lt':
      return held < parsed(value);
    case 'lteq':
      return held <= parsed(value);
    case 'in':
      return listed().includes(held);
    case 'nin':
      return !listed().includes(held);
    case 'betw': {
      const [first, second = first] = listed();
      return first !== undefined && second !== undefined && first <= held && held <= second;
    }
    case 'like':
      return String(shown as string | number)
        .toLowerCase()
        .includes(value.toLowerCase());
    case 'null':
      return false;
    case 'notnull':
      return true;
    default:
      return unreachable(operator);
  }
}
