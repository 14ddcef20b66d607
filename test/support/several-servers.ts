// An account that one server keeps on SQLite, and two on PostgreSQL: both engines have to answer alike.
import type { TestContext } from 'node:test';
import type { Database } from '#sql/database.ts';
import { openDatabase } from '#sql/open-database.ts';
import { emptyDatabase } from './empty-database.ts';
import { sqliteEngine, storageEngines } from './engines.ts';

/** The servers of each engine, with account 1, which is empty. */
export async function severalServers(t: TestContext): Promise<readonly (readonly Database[])[]> {
  const sides: (readonly Database[])[] = [];
  for (const engine of storageEngines) {
    const { database, url } = await emptyDatabase(t, engine);
    const sql = "insert into accounts (id, name, created_at) values (1, 'acme', 1)";
    await database.write(null, (tx) => tx.run({ sql, parameters: [] }));
    if (engine === sqliteEngine) sides.push([database]);
    else {
      const other = await openDatabase({ url, clock: Date.now, observe: () => undefined });
      t.after(() => other.close());
      sides.push([database, other]);
    }
  }
  return sides;
}
