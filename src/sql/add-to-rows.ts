// Adding to many rows at once: one statement, whatever their number.
import { sql } from 'kysely';
import type { Resource } from '#resource/resource.ts';
import type { Comparison } from '#resource/rule.ts';
import { valuesOf, whereOf } from './comparisons.ts';
import type { AccountUnit } from './database.ts';
import type { Dialect } from './dialect.ts';
import { before, compileUpdate, varyingOf, type Update } from './families.ts';
import { mergingUpdate } from './merging.ts';
import { changeOf } from './row-question.ts';
import { bind, meaning } from './statement.ts';

const compiled = new Map<string, Update>();

/**
 * Adds amounts to columns of every row that meets the comparisons, and moves their stamps and revisions; answers how
 * many there were. Not for columns on which rights depend, and of views and blocks only their own columns.
 */
export function addToRows(
  { tx, accountId }: AccountUnit,
  resource: Resource,
  { comparisons, amounts }: { comparisons: readonly Comparison[]; amounts: Readonly<Record<string, number>> },
): void {
  const names = Object.keys(amounts);
  const key = `add ${tx.dialect.name} ${resource.name} ${names.join()} ${comparisons.map(({ column, is }) => column + is).join()}`;
  let known = compiled.get(key);
  if (known === undefined)
    compiled.set(key, (known = addition(tx.dialect, resource, { comparisons, names })));
  const { one, family } = known;
  const values = [...valuesOf(tx, comparisons), ...names.map((name) => amounts[name])];
  tx.run(
    meaning(tx, bind(one, [accountId, tx.stamp, ...values]), () => {
      const equal = comparisons.filter(({ column, is }) => is === '=' && !names.includes(column));
      const having = Object.fromEntries(equal.map(({ column, value }) => [column, value]));
      return {
        change: changeOf({ resource, accountId }, { kind: 'some', having }),
        merging: mergingUpdate(resource, { names, row: null, adds: null, family }),
      };
    }),
  );
}

function addition(
  dialect: Dialect,
  resource: Resource,
  { comparisons, names }: { readonly comparisons: readonly Comparison[]; readonly names: readonly string[] },
): Update {
  const first = comparisons.length + before;
  const added = names.map((_, index) => ({ index: first + index, type: 'integer' }) as const);
  const varying = [...varyingOf({ resource, comparisons }), ...added];
  return compileUpdate(dialect, { begin: dialect.updateMany, table: resource.table, varying }, (value) => {
    const sets = names.map(
      (name, index) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${value(first + index)}`,
    );
    const stamp = resource.lastChange === null ? [] : [sql`${sql.ref(resource.lastChange)} = ${value(1)}`];
    return {
      set: sql.join([...sets, ...stamp, sql`row_revision = row_revision + 1`]),
      where: whereOf(resource, comparisons, { value, dialect }),
    };
  });
}
