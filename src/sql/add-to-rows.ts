// Adding to many rows at once: one statement, whatever their number.
import { sql } from 'kysely';
import type { Resource } from '#resource/resource.ts';
import type { Comparison } from '#resource/rule.ts';
import { valuesOf, whereOf } from './comparisons.ts';
import type { AccountUnit } from './database.ts';
import { changeOf } from './row-question.ts';
import { bind, compile, meaning, type Compiled } from './statement.ts';

const compiled = new Map<string, Compiled>();

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
  if (known === undefined) {
    known = compile(tx.dialect, (db, value, dialect) => {
      const where = whereOf(resource, comparisons, { value, dialect });
      const place = comparisons.length + 2;
      const sets = names.map(
        (name, index) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${value(place + index)}`,
      );
      const stamp = resource.lastChange === null ? [] : [sql`${sql.ref(resource.lastChange)} = ${value(1)}`];
      const all = sql.join([...sets, ...stamp, sql`row_revision = row_revision + 1`]);
      const text = sql`${dialect.updateMany} ${sql.table(resource.table)} set ${all} ${where}`;
      return { compile: () => text.compile(db) };
    });
    compiled.set(key, known);
  }
  const values = [...valuesOf(tx, comparisons), ...names.map((name) => amounts[name])];
  tx.run(
    meaning(tx, bind(known, [accountId, tx.stamp, ...values]), () => {
      const equal = comparisons.filter(({ column, is }) => is === '=' && !names.includes(column));
      const having = Object.fromEntries(equal.map(({ column, value }) => [column, value]));
      return { change: changeOf({ resource, accountId }, { kind: 'some', having }) };
    }),
  );
}
