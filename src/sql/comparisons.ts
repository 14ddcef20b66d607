// Comparisons of rules → SQL, for statements of the store.
import { sql, type RawBuilder } from 'kysely';
import { isOwnName, ownColumn } from '#resource/own-fields.ts';
import type { Resource } from '#resource/resource.ts';
import type { Comparison } from '#resource/rule.ts';
import type { UnitTx } from './database.ts';
import type { Dialect } from './dialect.ts';
import type { SlotOf } from './statement.ts';

/** The `where` of comparisons. Slot 0 is the account, slot 1 the statement's own; the comparisons' values follow. */
export function whereOf(
  resource: Resource,
  comparisons: readonly Comparison[],
  { value, dialect }: { value: SlotOf; dialect: Dialect },
): RawBuilder<unknown> {
  const conditions = comparisons.map(({ column, is }, index) => {
    // An account's own field may be of any type: as text it is compared with nothing but NULL.
    const left = isOwnName(column) ? dialect.jsonMember(sql.ref(ownColumn), column, 'text') : sql.ref(column);
    const right = value(index + 2);
    if (is === 'null' || is === 'not null') return sql`${left} is ${sql.raw(is)}`;
    if (is === 'in')
      return dialect.isOneOf(left, right, resource.fields.get(column)?.type.column ?? 'integer');
    return sql`${left} ${sql.raw(is)} ${right}`;
  });
  const account = resource.storage === 'account' ? [sql`account_id = ${value(0)}`] : [];
  const fixed = Object.entries(resource.fixed).map(
    ([name, constant]) => sql`${sql.ref(name)} = ${sql.lit(constant)}`,
  );
  const all = [...account, ...fixed, ...conditions];
  return all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`;
}

/** The comparisons' values as parameters. */
export function valuesOf(
  tx: Pick<UnitTx, 'dialect'>,
  comparisons: readonly Comparison[],
): readonly unknown[] {
  return comparisons.map(({ value }) => (Array.isArray(value) ? tx.dialect.listParameter(value) : value));
}
