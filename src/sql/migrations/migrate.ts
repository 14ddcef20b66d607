// Brings a database to the schema of this program: applies what is missing, under the lock of the ledger, so that several
// processes may start at once. A database that may be serving gets one migration after another, beside what others do.
import type { Observe } from '#observe/event.ts';
import type { Database, Tx } from '../database.ts';
import { prepareForAll } from '../distribute.ts';
import { admitService, foreignOwner } from '../fences.ts';
import { appliedNames, assertKnown } from './ledger.ts';
import { loadMigrations, schemaAfter, type Migration } from './load-migrations.ts';
import { whoCreates } from '../who-creates.ts';
import { applyInTurn } from './apply-in-turn.ts';
import { applySteps, type LoadedMigration } from './apply-steps.ts';

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
  const isNew = before === 0 || database.dialect.name === 'sqlite';
  const applied = isNew ? await applyTogether(database, migrations) : await applyInTurn(database, migrations);
  const { serviceRole } = options;
  if (serviceRole !== undefined) {
    const tables = (await schemaAfter(migrations)).values();
    await database.changeSchema(async (tx) => {
      await lockLedger(tx);
      await prepareForAll(tx);
      await admitService(tx, serviceRole, tables);
    });
  }
  if (applied.length > 0) options.observe({ kind: 'migrations_applied', names: applied });
  return applied;
}

/** All of them or none: while nobody else works with the tables. */
function applyTogether(database: Database, migrations: readonly Migration[]): Promise<readonly string[]> {
  return database.changeSchema(async (tx) => {
    await lockLedger(tx);
    const standing = assertKnown(await appliedNames(tx), migrations);
    const missing = migrations.slice(standing);
    await prepareForAll(tx);
    if (missing.length > 0)
      await applySteps(tx, {
        steps: await Promise.all(missing.map(loaded)),
        before: await schemaAfter(migrations.slice(0, standing)),
      });
    return missing.map((migration) => migration.name);
  });
}

const loaded = async (migration: Migration): Promise<LoadedMigration> => ({
  ...migration,
  operations: await migration.load(),
});

async function lockLedger(tx: Tx): Promise<void> {
  for (const sql of tx.dialect.lockTable('schema_migrations')) await tx.run({ sql, parameters: [] });
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
