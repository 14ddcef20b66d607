// A reading view in which some rows of a resource are others than those that stand. Comparisons are those of SQL: what is
// empty meets none of them.
import type { Stored } from '#resource/field-type.ts';
import type { Comparison, FindOptions, ReadView, Row } from '#resource/rule.ts';
import { typedFind } from '#resource/untyped-find.ts';

/** The rows that stand in for all that the test meets. */
export interface OtherRows {
  readonly resource: string;
  readonly rows: readonly Row[];
  readonly replaces: (row: Row) => boolean;
}

/** The view with these rows in place of those; `get` and `count` see what stands. */
export function withRows(view: ReadView, { resource, rows, replaces }: OtherRows): ReadView {
  return {
    ...view,
    find: typedFind((name, comparisons, options = {}) => {
      if (name !== resource) return view.find(name, comparisons, options);
      const others = view.find(name, comparisons).filter((row) => !replaces(row));
      const met = rows.filter((row) => comparisons.every((one) => meets(row[one.column] ?? null, one)));
      return sorted([...others, ...met], options).slice(0, options.limit);
    }),
  };
}

function meets(stored: Stored, { is, value }: Comparison): boolean {
  if (is === 'null') return stored === null;
  if (stored === null) return false;
  if (is === 'not null') return true;
  const values = [value ?? null].flat();
  if (is === 'in') return values.includes(stored);
  const order = orderOf(stored, values[0] ?? null);
  switch (is) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

function sorted(rows: readonly Row[], { orderBy = [] }: FindOptions): readonly Row[] {
  const keys = [...orderBy, 'id'].map((key) => ({
    column: key.replace(/^-/, ''),
    down: key.startsWith('-'),
  }));
  return rows.toSorted((one, other) => {
    for (const { column, down } of keys) {
      const order = orderOf(one[column] ?? null, other[column] ?? null);
      if (order !== 0) return down ? -order : order;
    }
    return 0;
  });
}

/** Below 0, 0 or above it; a comparison with nothing is none, and NaN. */
function orderOf(one: Stored, other: Stored): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
}
