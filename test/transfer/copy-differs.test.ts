// Tests that a copy fails when the target changes rows, here by a trigger.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyInstallation } from '#transfer/copy-installation.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { column, run, scratchDatabase } from '../sql/scratch.ts';

const observe = (): void => {};

for (const [what, body] of [
  ['other values', 'update accounts set created_at = created_at + 1 where id = new.id'],
  ['fewer rows', 'delete from accounts where id = new.id'],
  ['more rows', "insert into countries (id, name) values (1000 + new.id, 'Nowhere')"],
] as const) {
  test(`fails before the commit when the copy has ${what}`, async (t) => {
    const [from, to] = [await scratchDatabase(t), await scratchDatabase(t)];
    for (const { database } of [from, to]) await migrate(database, { observe });
    await from.database.write(null, (tx) =>
      run(tx, "insert into accounts (id, name, created_at) values (1, 'a', 5), (2, 'b', 6)"),
    );
    const trigger = `create trigger strange after insert on accounts when new.id = 2 begin ${body}; end`;
    await to.database.changeSchema((tx) => run(tx, trigger));
    const tables = (await schemaAfter(await loadMigrations())).values();
    await assert.rejects(
      copyInstallation({ from: from.database, to: to.database, tables, clock: Date.now }),
      /^Error: The copy of (accounts|countries) differs: \d rows with the checksum [0-9a-f]{64} have become \d with /,
    );
    for (const table of ['accounts', 'countries'])
      assert.deepEqual(await to.database.read(null, (tx) => column(tx, `select id from ${table}`)), []);
  });
}
