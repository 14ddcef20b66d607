// Tests that a copy fails when its source changes during the copy.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { promiseToClear } from '#accounts/clear-account.ts';
import { copyInstallation } from '#transfer/copy-installation.ts';
import { insertAccount, removeAccount, reserveAccountId } from '#sql/accounts.ts';
import type { AccountScope, Database, Tx } from '#sql/database.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import { column, run } from '../sql/scratch.ts';
import { storageEngines, type StorageEngine } from '../support/engines.ts';

const observe = (): void => {};

async function scratch(t: TestContext, engine: StorageEngine): Promise<Database> {
  const { url, ownerUrl = url, remove } = await engine.create();
  const database = await openDatabase({ url: ownerUrl, clock: Date.now, observe });
  t.after(async () => {
    await database.close();
    await remove();
  });
  await migrate(database, { observe });
  return database;
}

/** The database as a copy finds it when something happens as soon as this was read for the first time. */
function interrupted(database: Database, what: AccountScope, happens: () => Promise<unknown>): Database {
  let hasHappened = false;
  return {
    ...database,
    async read(account, work) {
      const answer = await database.read(account, work);
      if (!hasHappened && account === what) {
        hasHappened = true;
        await happens();
      }
      return answer;
    },
  };
}

/** In which account's transaction what is written. */
type Change = readonly [what: string, account: AccountScope, write: (tx: Tx) => Promise<unknown>];

const changes: readonly Change[] = [
  ['an account is added', 8, (tx) => insertAccount(tx, { id: 8, name: 'late' })],
  ['an account is removed', 7, (tx) => removeAccount(tx, 7)],
  ['an id is reserved', null, reserveAccountId],
  ['an account is queued for clearing', 8, (tx) => promiseToClear(tx, 8)],
];

const ownRow = "insert into row_counters (account_id, sequence, next_id) values (7, 'any', 1)";

/** Copies a source with these accounts, but writes to it once `after` was read; then copies it again without writes. */
async function refusesToCopy(
  t: TestContext,
  { engine, accounts, after, change: [, account, write] }: Case,
): Promise<void> {
  const [from, to] = [await scratch(t, engine), await scratch(t, engine)];
  for (const id of accounts) await from.write(id, (tx) => insertAccount(tx, { id, name: `early-${id}` }));
  const tables = [...(await schemaAfter(await loadMigrations())).values()];
  const source = interrupted(from, after, () => from.write(account, write));
  await assert.rejects(
    copyInstallation({ from: source, to, tables, clock: Date.now }),
    /^Error: The source was changed while it was copied: stop the service and copy again\.$/,
  );
  assert.deepEqual(await to.read(null, (tx) => column(tx, 'select id from accounts')), []);
  await copyInstallation({ from, to, tables, clock: Date.now });
}

interface Case {
  readonly engine: StorageEngine;
  readonly accounts: readonly number[];
  readonly after: AccountScope;
  readonly change: Change;
}

for (const engine of storageEngines) {
  for (const change of changes) {
    test(`fails when ${change[0]} during the copy (${engine.name})`, (t) =>
      refusesToCopy(t, { engine, accounts: [7], after: null, change }));
  }

  // There is no account whose state could tell.
  const [first] = changes as readonly [Change, ...Change[]];
  test(`fails when the first account is added during the copy (${engine.name})`, (t) =>
    refusesToCopy(t, { engine, accounts: [], after: null, change: first }));

  const change: Change = ['an account is written to', 7, (tx) => run(tx, ownRow)];
  test(`fails when ${change[0]} after it was copied (${engine.name})`, (t) =>
    refusesToCopy(t, { engine, accounts: [7], after: 7, change }));
}
