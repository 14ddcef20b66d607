// A file that an older version wrote: its rows go through the migrations that a database would have gone through.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, it, type TestContext } from 'node:test';
import { importAccount } from '#moving/import-account.ts';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import { byHand } from '../sql/scratch.ts';
import { storageEngines } from '../support/engines.ts';
import { startInstallation } from '../support/installation.ts';
import { olderFile } from './older-file.ts';

const node =
  'insert into nodes (account_id, id, mother_id, is_restricted, restricted_on_path, name, object_type)';

/** The file that the first version of the program would have written of an account with a restricted part of its tree. */
async function firstVersionsFile(t: TestContext): Promise<string> {
  return olderFile(t, {
    migrations: (await loadMigrations()).slice(0, 1),
    statements: [
      `${node} values (7, 1, null, 0, 0, 'Root', 'project'), (7, 2, 5, 1, 1, 'Inner', 'project'), (7, 4, 2, 0, 1, 'Leaf', 'task'), (7, 5, 1, 1, 1, 'Outer', 'project')`,
      "insert into users (account_id, id, username, username_folded, lastname, firstname, password, internal_user_group, active, human) values (7, 3, 'ada', 'ada', 'Lovelace', 'Ada', 'no hash', 1, 1, 1)",
      "insert into row_counters values (7, 'nodes', 6), (7, 'users', 4)",
      "insert into deletions values (7, 1, 'tasks', 3, 2000, '{}')",
    ],
  });
}

for (const engine of storageEngines) {
  describe(`a file of an older version (${engine.name})`, () => {
    it('is migrated on its way in, and gets what this version gives every account', async (t) => {
      const file = await firstVersionsFile(t);
      const place = await startInstallation({ engine });
      t.after(() => place.close());
      const { database } = place.app.engine;
      const { accountId } = await importAccount(place.app.engine, { file, name: null });
      const all = (sql: string): Promise<readonly Record<string, unknown>[]> =>
        database.read(accountId, (tx) => tx.all({ sql: byHand(sql), parameters: [] }));
      assert.deepEqual(
        (
          await all(
            `select id, restricted_path as path from nodes where account_id = ${accountId} order by id`,
          )
        ).map(({ id, path }) => [id, path]),
        [
          [1, null],
          [2, '2'],
          [4, '2/4'],
          [5, '5'],
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

    it('leaves nothing of what was needed on the way', async (t) => {
      const file = await firstVersionsFile(t);
      const place = await startInstallation({ engine });
      t.after(() => place.close());
      await importAccount(place.app.engine, { file, name: null });
      await assert.rejects(importAccount(place.app.engine, { file, name: 'acme' }), /already/);
      assert.deepEqual(
        readdirSync(tmpdir()).filter((name) => name.startsWith(`hourbook-import-${process.pid}-`)),
        [],
      );
    });
  });
}
