// Tables of a PostgreSQL database with the extension Citus, spread over its nodes: those of accounts by account, the
// others copied to every node (https://docs.citusdata.com/en/stable/develop/api_udf.html).
import type { Database, Tx } from './database.ts';
import { foreignKeyName } from './dialects/postgres-schema.ts';
import { serviceRoles } from './fences.ts';
import { accountClocksTable } from './system-tables.ts';
import type { Table } from './table.ts';

/** Names of tables that were spread or copied now; what was so before is in neither. */
export interface Distribution {
  readonly distributed: readonly string[];
  readonly copied: readonly string[];
}

/** Not declared by anything: migrations make it. */
const ledger: Table = {
  name: 'schema_migrations',
  scope: 'installation',
  columns: [],
  primaryKey: [],
  indexes: [],
  foreignKeys: [],
};

/** Spreads what is not spread yet, all of it or nothing. Throws an Error with one line. */
export async function distribute(database: Database, declared: readonly Table[]): Promise<Distribution> {
  if (database.dialect.name !== 'postgres')
    throw new Error('Only a PostgreSQL database can be spread over nodes; this one is a SQLite file.');
  return database.changeSchema(async (tx) => {
    if (!(await hasCitus(tx)))
      throw new Error(
        'The database has no extension citus; install Citus and run "create extension citus" first.',
      );
    if ((await serviceRoles(tx)).length === 0)
      throw new Error(
        'Rows that are fenced off from the owner of their table cannot be moved: let a role of its own serve first, by hourbook migrate --service-role NAME.',
      );
    const done = await distributedNames(tx);
    const tables = [ledger, ...declared].filter(({ name }) => !done.has(name));
    for (const sql of withoutKeys(tables)) await tx.run({ sql, parameters: [] });
    await spread(tx, tables);
    for (const table of tables) {
      for (const sql of tx.dialect.createForeignKeys(table)) await tx.run({ sql, parameters: [] });
    }
    const named = (some: readonly Table[]): string[] => some.map(({ name }) => name);
    return {
      distributed: named(tables.filter(({ scope }) => scope !== 'installation')),
      copied: named(tables.filter(({ scope }) => scope === 'installation')),
    };
  });
}

/** What a transaction begins with that changes tables or works with the rows of all accounts: on nodes, one shard after another. */
export async function prepareForAll(tx: Tx): Promise<void> {
  if (await isDistributed(tx)) await inTurn(tx);
}

/** Spreads tables that a migration has just made, if the others are: a table cannot refer to one that is spread otherwise. */
export async function distributeNew(tx: Tx, tables: readonly Table[]): Promise<void> {
  if (tables.length > 0 && (await isDistributed(tx))) await spread(tx, tables);
}

async function isDistributed(tx: Tx): Promise<boolean> {
  if (tx.dialect.name !== 'postgres' || !(await hasCitus(tx))) return false;
  return (await distributedNames(tx)).has(accountClocksTable.name);
}

/** Connections of their own for each shard could not see what the transaction has done before. */
async function inTurn(tx: Tx): Promise<void> {
  await tx.run({ sql: "set local citus.multi_shard_modify_mode = 'sequential'", parameters: [] });
}

async function spread(tx: Tx, tables: readonly Table[]): Promise<void> {
  await inTurn(tx);
  const clocksFirst = tables.toSorted((a, b) => rank(a) - rank(b));
  for (const table of clocksFirst) await tx.all({ sql: spreading(table), parameters: [] });
}

/** Copied tables come first, then the one beside whose rows those of the same account are put. */
function rank({ scope, name }: Table): number {
  return scope === 'installation' ? 0 : name === accountClocksTable.name ? 1 : 2;
}

function spreading({ name, scope }: Table): string {
  if (scope === 'installation') return `select create_reference_table('${name}')`;
  const beside = name === accountClocksTable.name ? 'none' : accountClocksTable.name;
  return `select create_distributed_table('${name}', 'account_id', colocate_with => '${beside}')`;
}

/** Tables refer to each other in circles, so none could be the first: their foreign keys come back at the end. */
function withoutKeys(tables: readonly Table[]): readonly string[] {
  return tables.flatMap((table) =>
    table.foreignKeys.map(
      (key) => `alter table "${table.name}" drop constraint "${foreignKeyName(table.name, key)}"`,
    ),
  );
}

async function hasCitus(tx: Tx): Promise<boolean> {
  const found = await tx.all({ sql: "select 1 from pg_extension where extname = 'citus'", parameters: [] });
  return found.length > 0;
}

async function distributedNames(tx: Tx): Promise<ReadonlySet<string>> {
  const sql = 'select logicalrelid::regclass::text as name from pg_dist_partition';
  return new Set((await tx.all({ sql, parameters: [] })).map((row) => String(row['name'])));
}
