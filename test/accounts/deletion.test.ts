// Deleting an account removes all rows of the account, also those that refer to each other, and no row of others.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deleteAccount } from '#accounts/delete-account.ts';
import { createDemo } from '#accounts/create-demo.ts';
import { purgeLogins } from '#oauth/purge-logins.ts';
import { purgeCreateKeys } from '#sql/create-keys.ts';
import { accountNamed, type GoOn } from '#sql/accounts.ts';
import type { Database } from '#sql/database.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { purgeDeletions } from '#sql/purge-deletions.ts';
import type { Table } from '#sql/table.ts';
import { storageEngines } from '../support/engines.ts';
import { startInstallation } from '../support/installation.ts';

/** How many rows the account has in all its tables, its clock among them. */
function countRows(
  database: Database,
  { account, tables }: { readonly account: number; readonly tables: readonly Table[] },
): Promise<number> {
  return database.read(account, async (tx) => {
    let rows = 0;
    for (const { name } of tables.filter(({ scope }) => scope === 'account')) {
      const query = tx.dialect.builder.selectFrom(name).select(({ fn }) => fn.countAll().as('found'));
      const [row] = await tx.all(query.where('account_id', '=', account).compile());
      rows += Number(row?.['found']);
    }
    return rows;
  });
}

/** What goes through all accounts. */
const rounds: Readonly<Record<string, (database: Database, goOn: GoOn) => Promise<number>>> = {
  purgeLogins,
  purgeCreateKeys,
  purgeDeletions: (database, goOn) => purgeDeletions(database, { keptSeconds: 0, goOn }),
};

for (const engine of storageEngines) {
  describe(`account deletion (${engine.name})`, () => {
    test('deletes every row of the account and no row of others', async (t) => {
      const place = await startInstallation({ engine });
      t.after(() => place.close());
      const { database } = place.app.engine;
      await createDemo(place.app.engine);
      const demo = (await database.read(null, (tx) => accountNamed(tx, 'demo'))) as number;
      const tables = [...(await schemaAfter(await loadMigrations())).values()];
      const countOf = (account: number): Promise<number> => countRows(database, { account, tables });
      const [before, ours] = [await countOf(demo), await countOf(place.account.id)];
      assert.ok(before > 1000);
      assert.equal(await deleteAccount(database, { accountId: demo, tables, store: null }), before);
      assert.equal(await countOf(demo), 0);
      assert.equal(await countOf(place.account.id), ours);
      assert.equal(await database.read(null, (tx) => accountNamed(tx, 'demo')), undefined);
      assert.equal((await place.account.machine.get('users/read')).status, 200);
    });

    for (const [name, round] of Object.entries(rounds)) {
      test(`leaves no row when the account is deleted while ${name} runs`, async (t) => {
        const place = await startInstallation({ engine });
        t.after(() => place.close());
        const { database } = place.app.engine;
        const gone = (await place.addAccount('gone')).id;
        const last = (await place.addAccount('last')).id;
        const tables = [...(await schemaAfter(await loadMigrations())).values()];
        const before = await database.read(last, async (tx) => tx.version);
        let steps = 0;
        await round(database, async () => {
          steps += 1;
          if (steps === 2) await deleteAccount(database, { accountId: gone, tables, store: null });
          return true;
        });
        assert.equal(steps, 3);
        assert.equal(await countRows(database, { account: gone, tables }), 0);
        assert.notEqual(await database.read(last, async (tx) => tx.version), before);
      });
    }
  });
}
