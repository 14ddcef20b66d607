// A row in every table of an account, also in those that nobody has written to: what moves must take all of them along.
import type { Database, Tx } from '#sql/database.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import type { Table } from '#sql/table.ts';
import { fillingOrder } from '#sql/table-order.ts';
import { insertRows, readRows, rowColumns, type RowValue } from '#sql/table-rows.ts';

/** Adds a row of plain values to each table of accounts that has none of this account. */
export async function addRowToEveryTable(database: Database, accountId: number): Promise<void> {
  const schema = await schemaAfter(await loadMigrations());
  const own = [...schema.values()].filter(
    ({ name, scope }) => scope === 'account' && name !== 'account_clocks',
  );
  await database.write(accountId, async (tx) => {
    for (const { table } of fillingOrder(own)) {
      if ((await firstRow(tx, table, accountId)) !== undefined) continue;
      const row: RowValue[] = [];
      for (const { name, type } of rowColumns(table))
        row.push(
          (await referredTo(tx, { table, column: name, schema, accountId })) ?? (type === 'text' ? 'x' : 1),
        );
      await insertRows(tx, { table, accountId, late: [], rows: [row] });
    }
  });
}

async function firstRow(tx: Tx, table: Table, accountId: number): Promise<readonly RowValue[] | undefined> {
  for await (const [row] of readRows(tx, { table, accountId })) return row;
  return undefined;
}

/** The value that a reference must have, if the column is one: that of the first row of the other table. */
async function referredTo(
  tx: Tx,
  {
    table,
    column,
    schema,
    accountId,
  }: { table: Table; column: string; schema: ReadonlyMap<string, Table>; accountId: number },
): Promise<RowValue | undefined> {
  const key = table.foreignKeys.find(({ columns }) => columns.at(-1) === column);
  const target = key === undefined ? undefined : schema.get(key.table);
  if (key === undefined || target === undefined || target === table) return undefined;
  const row = await firstRow(tx, target, accountId);
  return row?.[rowColumns(target).findIndex(({ name }) => name === key.references.at(-1))];
}
