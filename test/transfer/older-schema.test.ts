// Tests the import of a file from an older version: its rows pass the migrations since then.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, before, describe, it, type TestContext } from 'node:test';
import { importAccount } from '#transfer/import-account.ts';
import { loadMigrations, type Migration } from '#sql/migrations/load-migrations.ts';
import type { Operation } from '#sql/migrations/operation.ts';
import { byHand } from '../sql/scratch.ts';
import { storageEngines } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { olderFile } from './older-file.ts';

/** A migration after those of this program, as the next version has one. */
const fills = "update nodes set external_id = name || ' of before' where object_type = 'task'";

async function nextMigrations(): Promise<readonly Migration[]> {
  const migrations = await loadMigrations();
  const load = async (): Promise<readonly Operation[]> => [
    { kind: 'statements', sqlite: [fills], postgres: [fills] },
  ];
  return [...migrations, { version: migrations.length + 1, name: 'next', load }];
}

const node = 'insert into nodes (account_id, id, mother_id, is_restricted, name, object_type, node_path)';

/** The file that this program writes of an account without any default row. */
async function bareFile(t: TestContext): Promise<string> {
  return olderFile(t, {
    migrations: await loadMigrations(),
    statements: [
      `${node} values (7, 1, null, 0, 'Root', 'subproject', '1'), (7, 2, 5, 1, 'Inner', 'subproject', '1/5/2'), (7, 4, 2, 0, 'Leaf', 'task', '1/5/2/4'), (7, 5, 1, 1, 'Outer', 'subproject', '1/5')`,
      "insert into users (account_id, id, username, username_folded, lastname, firstname, password, internal_user_group, active, human) values (7, 3, 'ada', 'ada', 'Lovelace', 'Ada', 'no hash', 1, 1, 1)",
      "insert into row_counters values (7, 'nodes', 6), (7, 'users', 4), (7, 'deletions', 2)",
      "insert into deletions values (7, 1, 'tasks', 3, 2000, '{}')",
    ],
  });
}

for (const engine of storageEngines) {
  describe(`a file of an older version (${engine.name})`, () => {
    let place: Installation;
    before(async () => {
      place = await startInstallation({ engine });
    });
    after(() => place?.close());

    it('passes later migrations and gets the default rows of the importing version', async (t) => {
      const file = await bareFile(t);
      const { database } = place.app.engine;
      const { accountId } = await importAccount(place.app.engine, {
        file,
        name: null,
        migrations: await nextMigrations(),
      });
      const all = (sql: string): Promise<readonly Record<string, unknown>[]> =>
        database.read(accountId, (tx) => tx.all({ sql: byHand(sql), parameters: [] }));
      assert.deepEqual(
        (await all(`select id, external_id from nodes where account_id = ${accountId} order by id`)).map(
          ({ id, external_id }) => [id, external_id],
        ),
        [
          [1, null],
          [2, null],
          [4, 'Leaf of before'],
          [5, null],
        ],
      );
      const [settings] = await all(
        `select count(*) as found from general_settings where account_id = ${accountId}`,
      );
      assert.ok(Number(settings?.['found']) > 10);
      const statuses = await all(`select user_id from user_status_overview where account_id = ${accountId}`);
      assert.deepEqual(
        statuses.map((row) => row['user_id']),
        [3],
      );
      const [deletion] = await all(`select deleted_at from deletions where account_id = ${accountId}`);
      assert.equal(deletion?.['deleted_at'], 2000);
    });

    it('leaves no temporary file after an import and after a refusal', async (t) => {
      const parts = { file: await bareFile(t), migrations: await nextMigrations() };
      await importAccount(place.app.engine, { ...parts, name: 'again' });
      await assert.rejects(importAccount(place.app.engine, { ...parts, name: 'acme' }), /already/);
      assert.deepEqual(
        readdirSync(tmpdir()).filter((name) => name.startsWith(`hourbook-import-${process.pid}-`)),
        [],
      );
    });
  });
}
