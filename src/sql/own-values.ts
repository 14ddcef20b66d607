// What is asked and told of an account's own fields beside reading and writing rows: the options of a choice, and the end of
// a field in all rows at once.
import { sql } from 'kysely';
import { ownColumn } from '#resource/own-fields.ts';
import type { Resource } from '#resource/resource.ts';
import type { AccountUnit } from './database.ts';
import { whereOf } from './comparisons.ts';
import { bind, compile, statement } from './statement.ts';

const options = statement((db, value) =>
  db
    .selectFrom('user_defined_field_definition_options')
    .select('field_option_value')
    .where('account_id', '=', value(0))
    .where('field_id', '=', value(1))
    .where('active', '=', 1)
    .orderBy('sort_order')
    .orderBy('id'),
);

/** The values from which people choose, in order. */
export function activeOptions({ tx, accountId }: AccountUnit, definition: number): readonly string[] {
  const found = options.all(tx, [accountId, definition]);
  return found.map((row) => row['field_option_value'] as string);
}

/**
 * Takes the value of a field out of every row that has one, and moves their stamps and revisions
 * One statement, whatever their number. It is used seldom, so it is not kept.
 */
export function emptyOwnField({ tx, accountId }: AccountUnit, resource: Resource, name: string): void {
  const compiled = compile(tx.dialect, (db, value, dialect) => {
    const where = whereOf(resource, [{ column: name, is: 'not null' }], { value, dialect });
    const column = sql.ref(ownColumn);
    const stamp = resource.lastChange === null ? sql`` : sql`, ${sql.ref(resource.lastChange)} = ${value(1)}`;
    const text = sql`update ${sql.table(resource.table)} set ${column} = ${dialect.withoutJsonMember(column, name)}${stamp}, row_revision = row_revision + 1 ${where}`;
    return { compile: () => text.compile(db) };
  });
  tx.run(bind(compiled, [accountId, tx.stamp]));
}
