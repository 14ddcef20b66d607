// A model of filters, orders and aggregates on rows in memory. It knows no SQL.
import type { Shown } from '../support/expectations.ts';

/** A value as shown. */
export type Value = string | number | null;

/** One filter as a client asks for it; `in`, `nin` and `betw` have several values. */
export interface ModelFilter {
  readonly field: string;
  readonly operator: string;
  readonly values: readonly Exclude<Value, null>[];
}

/** The query parameters of a filter. */
export function queryOf({ field, operator, values }: ModelFilter): Record<string, string> {
  const named: Record<string, string> = operator === 'eq' ? {} : { [`_op__${field}`]: operator };
  if (operator !== 'null' && operator !== 'notnull') named[field] = values.map(textOf).join('|');
  return named;
}

/** Whether a row passes. Comparisons never find an empty field; `neq` and `nin` do. */
export function passes(row: Shown, { field, operator, values }: ModelFilter): boolean {
  const value = row[field] as Value;
  const [first = '', second = ''] = values;
  if (operator === 'null') return value === null;
  if (operator === 'notnull') return value !== null;
  if (operator === 'neq') return value === null || compare(value, first) !== 0;
  if (operator === 'nin') return value === null || values.every((one) => compare(value, one) !== 0);
  if (value === null) return false;
  switch (operator) {
    case 'eq':
      return compare(value, first) === 0;
    case 'gt':
      return compare(value, first) > 0;
    case 'gteq':
      return compare(value, first) >= 0;
    case 'lt':
      return compare(value, first) < 0;
    case 'lteq':
      return compare(value, first) <= 0;
    case 'betw':
      return compare(value, first) >= 0 && compare(value, second) <= 0;
    case 'in':
      return values.some((one) => compare(value, one) === 0);
    case 'like':
      return folded(textOf(value)).includes(folded(textOf(first)));
    default:
      throw new Error(`the model knows no operator ${operator}`);
  }
}

/** Rows in order: empty first (last when descending), numbers as numbers, text without regard to case; then by id. */
export function sorted(rows: readonly Shown[], field: string | null, descending: boolean): Shown[] {
  return rows.toSorted((a, b) => {
    const byField = field === null ? 0 : compareShown(a[field] as Value, b[field] as Value);
    return (descending ? -byField : byField) || (a['id'] as number) - (b['id'] as number);
  });
}

/** Compares as `_order_by` does. */
export function compareShown(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === 'string' && typeof b === 'string') return compare(folded(a), folded(b));
  return compare(a, b);
}

/** Compares as `gt` and `lt` do: numbers by size, text by code points. */
export function compare(a: Exclude<Value, null>, b: Exclude<Value, null>): number {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b);
  const [left, right] = [[...a], [...b]];
  for (const [index, character] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const difference = (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** A value as text; small numbers without an exponent. */
export function textOf(value: string | number): string {
  return typeof value === 'number' ? plainNumbers.format(value) : value;
}

const plainNumbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20, useGrouping: false });

/** Simple case folding, character by character (Unicode, CaseFolding.txt); both small sigmas are one letter. */
function folded(text: string): string {
  return [...text].map((character) => (character === 'ς' ? 'σ' : character.toLowerCase())).join('');
}
