// Databases on the scratch PostgreSQL server for one test, closed and removed after it.
import { suite, type TestContext } from 'node:test';
import type { Database } from '#sql/database.ts';
import { openDatabase, type DatabaseOptions } from '#sql/open-database.ts';
import { insertAccount } from '#sql/accounts.ts';
import { postgresEngine } from '../support/engines.ts';
import { addressOf, withServer } from '../support/postgres-databases.ts';
import { handClock, type HandClock } from './scratch.ts';

/** A suite of tests that want PostgreSQL; left out, and said so, where there is none. */
export function postgresSuite(title: string, declare: () => void): void {
  suite(title, { skip: postgresEngine === null ? 'this run has no PostgreSQL' : false }, declare);
}

/** A database with two accounts, 1 and 2, and nothing in them. */
export interface ScratchPostgres {
  readonly database: Database;
  readonly url: string;
  readonly clock: HandClock;
  /** Opens it once more, as another process would. */
  open(options?: Partial<DatabaseOptions>): Promise<Database>;
  /** Runs statements past all fences; answers the rows of the last. */
  asSuperuser(...texts: readonly string[]): Promise<readonly Record<string, unknown>[]>;
}

/** Makes one with the present schema, or an empty one without accounts. */
export async function scratchPostgres(
  t: TestContext,
  options: Partial<DatabaseOptions> & { readonly empty?: boolean } = {},
): Promise<ScratchPostgres> {
  const { empty = false, ...more } = options;
  if (postgresEngine === null) throw new Error('there is no PostgreSQL');
  const { url, remove } = await postgresEngine.create({ empty });
  const clock = handClock();
  const opened: Database[] = [];
  t.after(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await remove();
  });
  const open = async (changes: Partial<DatabaseOptions> = {}): Promise<Database> => {
    const database = await openDatabase({ url, clock, observe: () => {}, ...more, ...changes });
    opened.push(database);
    return database;
  };
  const database = await open();
  if (!empty) for (const id of [1, 2]) await addAccount(database, id);
  const superuser = addressOf(url, { user: 'postgres', database: new URL(url).pathname.slice(1) });
  return {
    database,
    url,
    clock,
    open,
    asSuperuser: async (...texts) => {
      let rows: readonly Record<string, unknown>[] = [];
      await withServer(superuser, async (client) => {
        for (const text of texts) rows = (await client.query<Record<string, unknown>>(text)).rows;
      });
      return rows;
    },
  };
}

function addAccount(database: Database, id: number): Promise<void> {
  return database.write(id, (tx) => insertAccount(tx, { id, name: `account${id}` }));
}
