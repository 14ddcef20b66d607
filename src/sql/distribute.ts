// Tables of a PostgreSQL database with the extension Citus, spread over its nodes: those of accounts by account, the
// others copied to every node (https://docs.citusdata.com/en/stable/develop/api_udf.html).
import type { Database, Tx } from './database.ts';
import { clearLocalRows, distributedNames, hasCitus, inTurn, spreadTable } from './citus.ts';
import { createForeignKeys, foreignKeyName } from './dialects/postgres-schema.ts';
import {
  admitToClocks,
  areServicesShutOut,
  assertNoServerIsOwner,
  serviceRoles,
  shutOutServices,
} from './fences.ts';
import { accountClocksTable } from './system-tables.ts';
import type { Table } from './table.ts';

/** Names of tables that were spread or copied now; what was so before is in neither. */
export interface Distribution {
  readonly distributed: readonly string[];
  readonly copied: readonly string[];
}

/** How a database is spread. */
export interface DistributeOptions {
  /** Services may be shut out while rows of accounts are copied. */
  readonly mayPause?: boolean;
  /** Told of each table that was spread, and how many there are, where services are shut out. */
  readonly spread?: (table: string, done: number, all: number) => void;
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

/**
 * Spreads what is not spread yet. A database without accounts: all of it or nothing. One with accounts: table by table, while services
 * are shut out; what was interrupted goes on where it ended. Throws an Error with one line.
 */
export async function distribute(
  database: Database,
  declared: readonly Table[],
  { mayPause = false, spread = () => undefined }: DistributeOptions = {},
): Promise<Distribution> {
  if (database.dialect.name !== 'postgres')
    throw new Error('Only a PostgreSQL database can be spread over nodes; this one is a SQLite file.');
  const found = await database.changeSchema(look);
  const tables = [ledger, ...declared]
    .filter(({ name }) => !found.done.has(name))
    .toSorted((a, b) => rank(a) - rank(b));
  if (found.isShutOut || (found.accounts > 0 && tables.length > 0)) {
    if (!mayPause && !found.isShutOut) throw new Error(pauseNeeded(found));
    await spreadRows(database, { tables, declared, spread });
  } else await database.changeSchema((tx) => spreadAtOnce(tx, tables));
  const named = (some: readonly Table[]): string[] => some.map(({ name }) => name);
  return {
    distributed: named(tables.filter(({ scope }) => scope !== 'installation')),
    copied: named(tables.filter(({ scope }) => scope === 'installation')),
  };
}

/** What there is before. */
interface Found {
  readonly done: ReadonlySet<string>;
  readonly accounts: number;
  readonly megabytes: number;
  /** An earlier run was interrupted. */
  readonly isShutOut: boolean;
}

async function look(tx: Tx): Promise<Found> {
  if (!(await hasCitus(tx)))
    throw new Error(
      'The database has no extension citus; install Citus and run "create extension citus" first.',
    );
  if ((await serviceRoles(tx)).length === 0)
    throw new Error(
      'Rows that are fenced off from the owner of their table cannot be moved: let a role of its own serve first, by hourbook migrate --service-role NAME.',
    );
  const sql =
    'select (select count(*) from accounts) as accounts, pg_database_size(current_database()) / 1048576 as megabytes';
  const [row = {}] = await tx.all({ sql, parameters: [] });
  return {
    done: await distributedNames(tx),
    accounts: Number(row['accounts']),
    megabytes: Number(row['megabytes']),
    isShutOut: await areServicesShutOut(tx),
  };
}

const pauseNeeded = ({ accounts, megabytes }: Found): string =>
  `The database holds ${accounts} accounts in ${megabytes} MB: services answer 503 until all rows are copied to their nodes. Run hourbook db distribute --pause when they may.`;

async function spreadAtOnce(tx: Tx, tables: readonly Table[]): Promise<void> {
  // Tables refer to each other in circles, so none could be the first: their foreign keys come back at the end.
  for (const { drop } of tables.flatMap(keysOf)) await tx.run({ sql: drop, parameters: [] });
  await inTurn(tx);
  for (const table of tables) await spreadTable(tx, table);
  for (const { add } of tables.flatMap(keysOf)) await tx.run({ sql: add, parameters: [] });
}

interface Rows {
  /** Those to spread, in order. */
  readonly tables: readonly Table[];
  readonly declared: readonly Table[];
  readonly spread: (table: string, done: number, all: number) => void;
}

/** Each step has a transaction of its own, and is left out when it was done before. */
async function spreadRows(database: Database, { tables, declared, spread }: Rows): Promise<void> {
  await database.changeSchema(assertNoServerIsOwner);
  await database.changeSchema(shutOutServices);
  await database.changeSchema(async (tx) => {
    const present = await presentKeys(tx);
    const ofTables = tables.flatMap(keysOf).filter(({ name }) => present.has(name));
    for (const { drop } of ofTables) await tx.run({ sql: drop, parameters: [] });
  });
  for (const [index, table] of tables.entries()) {
    await database.changeSchema((tx) => spreadTable(tx, table));
    spread(table.name, index + 1, tables.length);
  }
  // Deleted rows are gone only when no copy of them stays where they were.
  for (const table of [ledger, ...declared]) await database.changeSchema((tx) => clearLocalRows(tx, table));
  const present = await database.changeSchema(presentKeys);
  for (const { name, add } of declared.flatMap(keysOf)) {
    if (present.has(name)) continue;
    await database.changeSchema(async (tx) => {
      await inTurn(tx);
      await tx.run({ sql: add, parameters: [] });
    });
  }
  await database.changeSchema(admitToClocks);
}

/** A foreign key, and what drops and adds it. */
interface Key {
  readonly name: string;
  readonly drop: string;
  readonly add: string;
}

function keysOf(table: Table): readonly Key[] {
  return table.foreignKeys.flatMap((key) => {
    const name = foreignKeyName(table.name, key);
    const drop = `alter table "${table.name}" drop constraint "${name}"`;
    return createForeignKeys({ ...table, foreignKeys: [key] }).map((add) => ({ name, drop, add }));
  });
}

/** Names of the foreign keys that the tables have now; no two tables share one. */
async function presentKeys(tx: Tx): Promise<ReadonlySet<string>> {
  const sql = `select conname as name from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace`;
  return new Set((await tx.all({ sql, parameters: [] })).map((row) => String(row['name'])));
}

/** Copied tables come first, then the one beside whose rows those of the same account are put. */
function rank({ scope, name }: Table): number {
  return scope === 'installation' ? 0 : name === accountClocksTable.name ? 1 : 2;
}

/** What a transaction begins with that changes tables or works with the rows of all accounts: on nodes, one shard after another. */
export async function prepareForAll(tx: Tx): Promise<void> {
  if (await isDistributed(tx)) await inTurn(tx);
}

/** Spreads tables that a migration has just made, if the others are: a table cannot refer to one that is spread otherwise. */
export async function distributeNew(tx: Tx, tables: readonly Table[]): Promise<void> {
  if (tables.length === 0 || !(await isDistributed(tx))) return;
  await inTurn(tx);
  for (const table of tables.toSorted((a, b) => rank(a) - rank(b))) await spreadTable(tx, table);
}

/** Whether the rows of accounts are spread over nodes. */
export async function isDistributed(tx: Tx): Promise<boolean> {
  if (tx.dialect.name !== 'postgres' || !(await hasCitus(tx))) return false;
  return (await distributedNames(tx)).has(accountClocksTable.name);
}
