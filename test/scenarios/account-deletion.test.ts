// The end of an account, however its rows refer to each other: nothing of it is left, and nothing else is touched.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deleteAccount } from '#accounts/delete-account.ts';
import { createDemo } from '#accounts/create-demo.ts';
import { accountNamed } from '#sql/accounts.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { storageEngines } from '../support/engines.ts';
import { startInstallation } from '../support/installation.ts';

for (const engine of storageEngines) {
  describe(`deleting an account (${engine.name})`, () => {
    test('leaves no row of it in any table, and every row of the others', async (t) => {
      const place = await startInstallation({ engine });
      t.after(() => place.close());
      const { database } = place.app.engine;
      await createDemo(place.app.engine);
      const demo = (await database.read(null, (tx) => accountNamed(tx, 'demo'))) as number;
      const tables = [...(await schemaAfter(await loadMigrations())).values()];
      const countOf = (account: number): Promise<number> =>
        database.read(account, async (tx) => {
          let rows = 0;
          for (const { name } of tables.filter(({ scope }) => scope === 'account')) {
            const { builder } = tx.dialect;
            const query = builder.selectFrom(name).select(({ fn }) => fn.countAll().as('found'));
            const [row] = await tx.all(query.where('account_id', '=', account).compile());
            rows += Number(row?.['found']);
          }
          return rows;
        });
      const [before, ours] = [await countOf(demo), await countOf(place.account.id)];
      assert.ok(before > 1000);
      assert.equal(await deleteAccount(database, { accountId: demo, tables }), before);
      assert.equal(await countOf(demo), 0);
      assert.equal(await countOf(place.account.id), ours);
      assert.equal(await database.read(null, (tx) => accountNamed(tx, 'demo')), undefined);
      assert.equal((await place.account.machine.get('users/read')).status, 200);
    });
  });
}
