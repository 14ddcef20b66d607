// A database with the present schema and no rows, for one test.
import type { TestContext } from 'node:test';
import type { Database } from '#sql/database.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import type { StorageEngine } from './engines.ts';

const observe = (): void => {};

/** Opens one, which is closed and removed after the test; `clock` shows milliseconds. */
export async function emptyDatabase(
  t: TestContext,
  engine: StorageEngine,
  clock: () => number = Date.now,
): Promise<{ readonly database: Database; readonly url: string }> {
  const { url, remove } = await engine.create();
  const database = await openDatabase({ url, clock, observe });
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
