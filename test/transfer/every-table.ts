// Adds a row to each table of an account, so that a test sees whether a transfer includes all tables.
import { types } from '#resource/define-resource.ts';
import type { Resource } from '#resource/resource.ts';
import type { Database, Tx } from '#sql/database.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { continueSequence } from '#sql/store.ts';
import type { Table } from '#sql/table.ts';
import { fillingOrder } from '#sql/table-order.ts';
import { insertRows, readRows, rowColumns, type RowValue } from '#sql/table-rows.ts';
import { loadResources } from '../../src/load-resources.ts';

/** Adds a row of plain values to each table of accounts that has none of this account. */
export async function addRowToEveryTable(database: Database, accountId: number): Promise<void> {
  const resources = await loadResources();
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
          (await referredTo(tx, { table, column: name, schema, accountId })) ??
            plainValue({ table: table.name, name, type }, resources),
        );
      await insertRows(tx, { table, accountId, late: [], rows: [row] });
      if (table.columns.some(({ name }) => name === 'id'))
        await tx.unit((unit) => continueSequence({ tx: unit, accountId }, { sequence: table.name, next: 2 }));
    }
  });
}

/** A value that the field of the column takes. */
function plainValue(
  { table, name, type }: { table: string; name: string; type: 'text' | 'bigint' },
  resources: readonly Resource[],
): RowValue {
  const field = resources.find((one) => one.table === table && one.fields.has(name))?.fields.get(name);
  if (name === 'scope_row' || name === 'sight' || name === 'own_values') return '{}';
  if (field?.values !== undefined) return field.values[0] ?? null;
  if (name.endsWith('timezone')) return 'UTC';
  // Rows that turn do so never: the server has nothing to do with them.
  if (name === 'turns_at') return 9_999_999_999;
  if (type === 'bigint') return Math.max(1, field?.min ?? 1);
  return textOf[field?.type.name ?? ''] ?? (field?.type === types.month ? '2026-01' : 'x');
}

const textOf: Readonly<Record<string, string>> = {
  Date: '2026-01-01',
  DateTime: '2026-01-01 08:00:00',
  Time: '08:00:00',
};

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
