// Brings a database to the schema of this program: applies what is missing, all of it or nothing, under the lock
// that every writer takes, so that several processes may start at once.
import type { Observe } from '#observe/event.ts';
import type { Database, Tx } from '../database.ts';
import { distributeNew, prepareForAll } from '../distribute.ts';
import { admitService, admitServices, foreignOwner, lowerFences, raiseFences } from '../fences.ts';
import type { ForeignKey, Table } from '../table.ts';
import { loadMigrations, schemaAfter, type Migration } from './load-migrations.ts';
import { whoCreates } from '../who-creates.ts';
import { applyOperation, existing, type Operation, type TableMap } from './operation.ts';

/** What migrating may be told; `migrations` are this program's own when left out. */
export interface MigrateOptions {
  readonly observe: Observe;
  readonly migrations?: readonly Migration[];
  /** Some migration must have made the schema before. */
  readonly mustExist?: boolean;
  /** PostgreSQL only: a role that serves from now on, in place of the owner of the tables. */
  readonly serviceRole?: string;
}

/** Spelt so that both engines understand it: it exists before any migration. */
const createLedger =
  'create table if not exists schema_migrations (version bigint primary key, name text not null, applied_at bigint not null)';

/** Applies the missing migrations and answers their names. Throws an Error if the database is newer than the program. */
export async function migrate(database: Database, options: MigrateOptions): Promise<readonly string[]> {
  const migrations = options.migrations ?? (await loadMigrations());
  const before = await doneBefore(database, migrations);
  if (before === migrations.length && options.serviceRole === undefined) return [];
  await assertMayChange(database);
  if (before === 0 && options.mustExist === true)
    throw new Error(`The database holds nothing of Hourbook yet; ${whoCreates}.`);
  if (before === 0) await makeLedger(database);
  const applied = await database.changeSchema(async (tx) => {
    await runAll(tx, tx.dialect.lockTable('schema_migrations'));
    const standing = assertKnown(await appliedNames(tx), migrations);
    const missing = migrations.slice(standing);
    await prepareForAll(tx);
    if (missing.length > 0)
      await applyAll(tx, { missing, before: await schemaAfter(migrations.slice(0, standing)) });
    if (options.serviceRole !== undefined)
      await admitService(tx, options.serviceRole, (await schemaAfter(migrations)).values());
    return missing.map((migration) => migration.name);
  });
  if (applied.length > 0) options.observe({ kind: 'migrations_applied', names: applied });
  return applied;
}

/** In a transaction of its own: of several processes that make a table at once, all but one may fail. */
async function makeLedger(database: Database): Promise<void> {
  const make = (): Promise<number> =>
    database.changeSchema((tx) => tx.run({ sql: createLedger, parameters: [] }));
  try {
    await make();
  } catch {
    // They fail in many ways, after the one that did not: now it is there, or something else is wrong that is so again.
    await make();
  }
}

/** A role that only serves may not change tables. */
async function assertMayChange(database: Database): Promise<void> {
  const owner = await database.read(null, foreignOwner);
  if (owner === null) return;
  throw new Error(
    `The database needs a newer schema, and its tables belong to the role ${owner}: run hourbook migrate as that role first.`,
  );
}

/** How many migrations the database has seen. Looks without a lock: almost every start finds nothing to do. */
async function doneBefore(database: Database, migrations: readonly Migration[]): Promise<number> {
  const names = await database.read(null, appliedNames).catch((error: unknown) => {
    if (database.dialect.isUnavailable(error)) throw error;
    // A new database has no ledger yet.
    return null;
  });
  return names === null ? 0 : assertKnown(names, migrations);
}

/** Names of the migrations that the database has seen, in order. */
export async function appliedNames(tx: Tx): Promise<readonly string[]> {
  const rows = await tx.all({ sql: 'select name from schema_migrations order by version', parameters: [] });
  return rows.map((row) => String(row['name']));
}

/** How many of the program's migrations the names are. Throws an Error when there are others among them. */
export function assertKnown(names: readonly string[], migrations: readonly Migration[]): number {
  const strange = names.findIndex((name, index) => name !== migrations[index]?.name);
  if (strange === -1) return names.length;
  const newest = migrations.at(-1)?.name ?? 'none';
  if (strange < migrations.length) {
    throw new Error(
      `The database has the migration ${names[strange]} where this program has ${migrations[strange]?.name}.`,
    );
  }
  throw new Error(
    `The database is newer than this program: it has the schema ${names.at(-1)}, this program knows none after ${newest}.`,
  );
}

interface Pending {
  readonly missing: readonly Migration[];
  readonly before: TableMap;
}

async function applyAll(tx: Tx, { missing, before }: Pending): Promise<void> {
  let tables = before;
  const steps = await Promise.all(missing.map(async (one) => ({ ...one, operations: await one.load() })));
  const all = steps.flatMap(({ operations }) => operations);
  const isTouched = ({ name }: Table): boolean => all.some((one) => touches(one, name));
  await lowerFences(tx, [...before.values()].filter(isTouched));
  for (const { version, name, operations } of steps) {
    // Tables that refer to others are linked once all are there, in whatever order the migration names them.
    const linked: Table[] = [];
    const created: Table[] = [];
    for (const operation of operations) {
      const after = applyOperation(tables, operation);
      if (operation.kind === 'createTable') {
        created.push(operation.table);
        linked.push(operation.table);
      }
      if (operation.kind === 'addForeignKey') {
        linked.push({ ...existing(after, operation.table), foreignKeys: [operation.foreignKey] });
      }
      await runAll(tx, statementsOf(tx, operation, { before: tables, after }));
      tables = after;
    }
    await distributeNew(tx, created);
    await admitServices(tx, created);
    await runAll(tx, linked.flatMap(tx.dialect.createForeignKeys));
    const entry = { version, name, applied_at: tx.now };
    await tx.run(tx.dialect.builder.insertInto('schema_migrations').values(entry).compile());
  }
  await raiseFences(tx, [...tables.values()].filter(isTouched));
  await runAll(tx, tx.dialect.describeTables([...tables.values()]));
}

/** Whether an operation changes the table or looks at its rows; only such tables are kept from others meanwhile. */
function touches(operation: Operation, table: string): boolean {
  switch (operation.kind) {
    case 'createTable':
      return operation.table.name === table || refersTo(operation.table.foreignKeys, table);
    case 'addForeignKey':
      return operation.table === table || refersTo([operation.foreignKey], table);
    case 'statements':
      return operation.postgres.some((text) => new RegExp(`\\b${table}\\b`).test(text));
    default:
      return operation.table === table;
  }
}

function refersTo(foreignKeys: readonly ForeignKey[], table: string): boolean {
  return foreignKeys.some((foreignKey) => foreignKey.table === table);
}

async function runAll(tx: Tx, statements: readonly string[]): Promise<void> {
  for (const sql of statements) await tx.run({ sql, parameters: [] });
}

interface Around {
  readonly before: TableMap;
  readonly after: TableMap;
}

function statementsOf(
  { dialect, now }: Tx,
  operation: Operation,
  { before, after }: Around,
): readonly string[] {
  switch (operation.kind) {
    case 'createTable':
      return dialect.createTable(operation.table);
    case 'dropTable':
      return [`drop table "${operation.table}"`];
    case 'createIndex':
      return [dialect.createIndex(operation.table, operation.index)];
    case 'dropIndex':
      return [`drop index "${operation.index}"`];
    case 'statements':
      return operation[dialect.name].map((text) => text.replaceAll('{now}', String(now)));
    default:
      return dialect.changeTable(
        operation,
        existing(before, operation.table),
        existing(after, operation.table),
      );
  }
}
