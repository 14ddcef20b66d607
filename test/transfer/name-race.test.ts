// Tests two accounts of one name that are created at the same time.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { AccountError } from '#accounts/account-error.ts';
import { createAccount } from '#accounts/create-account.ts';
import type { Engine } from '#engine/engine.ts';
import { importAccount } from '#transfer/import-account.ts';
import { insertAccount } from '#sql/accounts.ts';
import type { Database } from '#sql/database.ts';
import { byHand, scratchDirectory } from '../sql/scratch.ts';
import { storageEngines, type StorageEngine } from '../support/engines.ts';
import { password, startInstallation } from '../support/installation.ts';
import { exportTo } from './moved.ts';

/** Whether a transaction waits for the end of another one that has written to the list of accounts. */
const isWaitedFor: Readonly<Record<StorageEngine['name'], (database: Database) => Promise<boolean>>> = {
  sqlite: async (database) => database.waiting() > 0,
  async postgres(database) {
    // A coordinator of Citus waits for its nodes, where the locks are, and calls that by several names.
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and state = 'active'
      and wait_event is not null and query like 'insert into "accounts"%'`;
    const found = await database.read(null, (tx) => tx.all({ sql: byHand(waiting), parameters: [] }));
    return found.length > 0;
  },
};

const comings: Readonly<Record<string, (engine: Engine, file: string) => Promise<unknown>>> = {
  'an import': (engine, file) => importAccount(engine, { file, name: 'other' }),
  'a new account': (engine) =>
    createAccount(engine, {
      name: 'other',
      admin: { username: 'admin', password },
      timezone: 'UTC',
      country: 'AT',
    }),
};

for (const engine of storageEngines) {
  for (const [what, come] of Object.entries(comings)) {
    test(`${what} is refused when another takes its name first (${engine.name})`, async (t) => {
      const place = await startInstallation({ engine });
      t.after(() => place.close());
      const { engine: parts } = place.app;
      const { database } = parts;
      const file = join(scratchDirectory(t), 'acme.jsonl');
      await exportTo(database, { accountId: place.account.id, file });

      const [listed, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const faster = database.write(1_000_000, async (tx) => {
        await insertAccount(tx, { id: 1_000_000, name: 'other' });
        listed.resolve();
        await gate.promise;
      });
      await listed.promise;
      const coming = { isOver: false };
      const refused = assert.rejects(
        come(parts, file).finally(() => (coming.isOver = true)),
        new AccountError('There is an account "other" already.'),
      );
      while (!coming.isOver && !(await isWaitedFor[engine.name](database)))
        await new Promise((turned) => setImmediate(turned));
      gate.resolve();
      await faster;
      await refused;
    });
  }
}
