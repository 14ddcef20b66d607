// A SQLite database as the version before has left it, with an account in it.
import { loadMigrations, type Migration } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import { run } from '../sql/scratch.ts';

/** The account's name, and the one person in it. */
export const older = { account: 'old', username: 'ada' } as const;

const rows = [
  "insert into accounts (id, name, created_at) values (7, 'old', 1000)",
  "insert into users (account_id, id, username, username_folded, lastname, firstname, password, internal_user_group, active, human) values (7, 3, 'ada', 'ada', 'Lovelace', 'Ada', 'no hash', 1, 1, 1)",
  "insert into row_counters values (7, 'users', 4)",
];

/** Makes it with all migrations but the newest; answers those that are to come. */
export async function makeOlderDatabase(file: string): Promise<readonly Migration[]> {
  const migrations = await loadMigrations();
  const observe = (): void => {};
  const database = await openDatabase({ url: `sqlite:${file}`, clock: Date.now, observe });
  try {
    await migrate(database, { observe, migrations: migrations.slice(0, -1) });
    await database.write(7, async (tx) => {
      for (const text of rows) await run(tx, text);
    });
  } finally {
    await database.close();
  }
  return migrations.slice(-1);
}
