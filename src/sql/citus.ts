// What the extension Citus is asked in its own words. It must not know in which order tables are spread, or why.
import type { Tx } from './database.ts';
import { accountClocksTable } from './system-tables.ts';
import type { Table } from './table.ts';

/**
 * Lets the server look now and then whether its client is still there, and undo what it does without one: it would finish it unseen,
 * and stand in the way of the next run.
 */
export const endsWithClient = (scope: 'session' | 'local'): string =>
  `set ${scope} client_connection_check_interval = '2s'`;

/** Whether the database has the extension. */
export async function hasCitus(tx: Tx): Promise<boolean> {
  const found = await tx.all({ sql: "select 1 from pg_extension where extname = 'citus'", parameters: [] });
  return found.length > 0;
}

/** Names of the tables that are spread or copied. */
export async function distributedNames(tx: Tx): Promise<ReadonlySet<string>> {
  const sql = 'select logicalrelid::regclass::text as name from pg_dist_partition';
  return new Set((await tx.all({ sql, parameters: [] })).map((row) => String(row['name'])));
}

/** Connections of their own for each shard could not see what the transaction has done before. */
export async function inTurn(tx: Tx): Promise<void> {
  await tx.run({ sql: "set local citus.multi_shard_modify_mode = 'sequential'", parameters: [] });
}

/** Spreads a table with its rows, or copies it to every node. */
export async function spreadTable(tx: Tx, { name, scope }: Table): Promise<void> {
  const beside = name === accountClocksTable.name ? 'none' : accountClocksTable.name;
  const sql =
    scope === 'installation'
      ? `select create_reference_table('${name}')`
      : `select create_distributed_table('${name}', 'account_id', colocate_with => '${beside}')`;
  await tx.run({ sql: endsWithClient('local'), parameters: [] });
  await tx.all({ sql, parameters: [] });
}

/** Takes away what a table that is spread, or copied, has left behind on the coordinator; tables that refer to it must be spread too. */
export async function clearLocalRows(tx: Tx, { name }: Table): Promise<void> {
  await tx.all({ sql: `select truncate_local_data_after_distributing_table('${name}')`, parameters: [] });
}
