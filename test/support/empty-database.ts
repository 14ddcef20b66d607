// A database with the present schema and no rows, for one test.
import type { TestContext } from 'node:test';
import type { Database } from '#sql/database.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import type { StorageEngine } from './engines.ts';

const observe = (): void => {};

/** A database, and its address for those who serve. */
interface Emptied {
  readonly database: Database;
  readonly url: string;
}

/** Opens one, which is closed and removed after the test; `clock` shows milliseconds. */
export function emptyDatabase(
  t: TestContext,
  engine: StorageEngine,
  clock: () => number = Date.now,
): Promise<Emptied> {
  return open(t, engine, { clock });
}

/** The same, opened by the owner of its tables, who may fill it. */
export function emptyTarget(t: TestContext, engine: StorageEngine): Promise<Emptied> {
  return open(t, engine, { clock: Date.now, asOwner: true });
}

async function open(
  t: TestContext,
  engine: StorageEngine,
  { clock, asOwner = false }: { readonly clock: () => number; readonly asOwner?: boolean },
): Promise<Emptied> {
  const { url, ownerUrl = url, remove } = await engine.create();
  const database = await openDatabase({ url: asOwner ? ownerUrl : url, clock, observe });
  t.after(async () => {
    await database.close();
    await remove();
  });
  await migrate(database, { observe });
  return { database, url };
}

/** The same with an account, whose id is 1. */
export async function databaseWithAccount(
  t: TestContext,
  engine: StorageEngine,
  clock: () => number = Date.now,
): Promise<Database> {
  const { database } = await emptyDatabase(t, engine, clock);
  const sql = "insert into accounts (id, name, created_at) values (1, 'acme', 1)";
  await database.write(null, (tx) => tx.run({ sql, parameters: [] }));
  return database;
}
