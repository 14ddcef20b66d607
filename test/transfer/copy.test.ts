// Tests the copy of an installation between all engines: it holds all rows under the same ids.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDemo } from '#accounts/create-demo.ts';
import { copyInstallation } from '#transfer/copy-installation.ts';
import type { CopiedTable } from '#transfer/copy-tally.ts';
import type { Database } from '#sql/database.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { openDatabase } from '#sql/open-database.ts';
import { storageEngines, type StorageEngine } from '../support/engines.ts';
import { byHand, run } from '../sql/scratch.ts';
import { createClient } from '../support/client.ts';
import { emptyTarget } from '../support/empty-database.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { addRowToEveryTable } from './every-table.ts';

const observe = (): void => {};

async function copyTo({ app }: Installation, to: Database): Promise<readonly CopiedTable[]> {
  const tables = (await schemaAfter(await loadMigrations())).values();
  return copyInstallation({ from: app.engine.database, to, tables, clock: Date.now });
}

/** Every row but those that an engine keeps for itself. */
async function contents(database: Database): Promise<Record<string, readonly unknown[]>> {
  const tables = [...(await schemaAfter(await loadMigrations())).values()];
  const all = (account: number | null, sql: string): Promise<readonly Record<string, unknown>[]> =>
    database.read(account, (tx) => tx.all({ sql: byHand(sql), parameters: [] }));
  const accounts = (await all(null, 'select id from accounts order by id')).map(({ id }) => id as number);
  const found: Record<string, unknown[]> = {};
  for (const { name, primaryKey, scope } of tables.filter((table) => table.name !== 'account_clocks')) {
    const order = `order by ${primaryKey.join()}`;
    found[name] = [];
    if (scope === 'installation') found[name].push(...(await all(null, `select * from "${name}" ${order}`)));
    else
      for (const id of accounts)
        found[name].push(...(await all(id, `select * from "${name}" where account_id = ${id} ${order}`)));
  }
  const counters = found['installation_counters'] as Record<string, unknown>[];
  return { ...found, installation_counters: counters.filter((row) => row['sequence'] !== 'version') };
}

for (const engine of storageEngines) {
  /** An installation with a row in each table, which no server changes any more. */
  let full: Installation;
  let source: Database;
  before(async () => {
    full = await startInstallation({ engine });
    await createDemo(full.app.engine);
    await full.addAccount('third', 'Europe/Vienna');
    await full.account.machine.create('messages', { sender_id: 1, message: 'there' });
    await addRowToEveryTable(full.app.engine.database, full.account.id);
    await full.app.close();
    source = await openDatabase({ url: full.databaseUrl, clock: Date.now, observe });
  });
  after(async () => {
    await source?.close();
    await full?.close();
  });

  for (const other of storageEngines) {
    describe(`copy of an installation from ${engine.name} to ${other.name}`, () => {
      let place: Installation;
      before(async () => {
        place = await startInstallation({ engine });
      });
      after(() => place?.close());

      it('holds each row of each table and accepts the tokens of the source', async (t) => {
        const { database, url } = await emptyTarget(t, other);
        const tables = (await schemaAfter(await loadMigrations())).values();
        const copied = await copyInstallation({ from: source, to: database, tables, clock: Date.now });
        const there = await contents(source);
        for (const [table, rows] of Object.entries(there)) assert.ok(rows.length > 0, table);
        assert.deepEqual(await contents(database), there);
        assert.deepEqual(
          Object.fromEntries(copied.map(({ table, rows }) => [table, rows])),
          Object.fromEntries(Object.entries(there).map(([table, rows]) => [table, rows.length])),
        );
        assert.ok(copied.find(({ table }) => table === 'tokens')!.rows > 0);

        const same: StorageEngine = {
          name: other.name,
          create: async () => ({ url, remove: async () => {} }),
        };
        const copy = await startInstallation({ engine: same, account: 'new' });
        t.after(() => copy.close());
        const client = createClient({ address: copy.address, account: 'acme' }, full.account.machine.token);
        const made = await client.create('messages', { sender_id: 1, message: 'here' });
        assert.equal(made['id'], 2);
        assert.equal(copy.account.id, 4);
      });

      it('stamps no write before the last stamp of the source when its clock is behind', async (t) => {
        const { id, machine } = place.account;
        await machine.create('messages', { sender_id: 1, message: 'seen' });
        const seen = await place.app.engine.database.read(id, async (tx) => tx.now);
        const { database, url } = await emptyTarget(t, other);
        await copyTo(place, database);
        const late = await openDatabase({ url, clock: () => Date.now() - 60_000, observe });
        t.after(() => late.close());
        const stamp = await late.write(id, async (tx) => tx.stamp);
        assert.ok(stamp >= seen, `${stamp} is ${seen - stamp} seconds too early`);
      });

      it('refuses a target with rows', async (t) => {
        const { database } = await emptyTarget(t, other);
        const insert = "insert into installation_counters (sequence, next_id) values ('anything', 1)";
        await database.write(null, (tx) => run(tx, insert));
        await assert.rejects(copyTo(place, database), /target is not empty: .* installation_counters/);
      });

      it('leaves the target empty when a table cannot be copied', async (t) => {
        const { database } = await emptyTarget(t, other);
        await place.account.machine.create('messages', { sender_id: 1, message: 'one too many' });
        await database.changeSchema((tx) => run(tx, 'drop table messages'));
        await assert.rejects(copyTo(place, database), /messages/);
        const [accounts] = await database.read(null, (tx) =>
          tx.all({ sql: byHand('select count(*) as found from accounts'), parameters: [] }),
        );
        assert.equal(Number(accounts?.['found']), 0);
      });

      // The last one: the clock of the source is ahead from now on.
      it('refuses a clock behind the last stamp of the source', async (t) => {
        place.clock.shift += 60_000;
        await place.account.machine.create('messages', { sender_id: 1, message: 'of the future' });
        const { database } = await emptyTarget(t, other);
        await assert.rejects(copyTo(place, database), /clock is \d+ seconds behind .* set it right/);
      });
    });
  }
}
