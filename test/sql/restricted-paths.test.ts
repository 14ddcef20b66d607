// The migration that turns restricted parts of the tree into paths, on rows from before it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { run, scratchDatabase } from './scratch.ts';

test('nodes from before know from which restricted node on they are restricted', async (t) => {
  const { database } = await scratchDatabase(t);
  const migrations = await loadMigrations();
  const observe = (): void => undefined;
  await migrate(database, { observe, migrations: migrations.slice(0, 1) });
  const node =
    'insert into nodes (account_id, id, mother_id, is_restricted, restricted_on_path, name, object_type) values';
  await database.write(null, async (tx) => {
    await run(
      tx,
      `${node} (1, 1, null, 0, 0, 'N', 'subproject'), (1, 2, 1, 1, 1, 'N', 'subproject'), (1, 3, 2, 0, 1, 'N', 'subproject'), (1, 4, 3, 1, 1, 'N', 'subproject'), (1, 5, 4, 0, 1, 'N', 'subproject')`,
    );
    await run(
      tx,
      `${node} (1, 6, 1, 0, 0, 'N', 'subproject'), (2, 2, null, 0, 0, 'N', 'subproject'), (2, 3, 2, 0, 0, 'N', 'subproject')`,
    );
  });
  await migrate(database, { observe, migrations });
  const rows = await database.read(null, (tx) =>
    tx.all({
      sql: 'select account_id, id, restricted_path as path from nodes order by 1, 2',
      parameters: [],
    }),
  );
  assert.deepEqual(
    rows.map(({ account_id, id, path }) => [account_id, id, path]),
    [
      [1, 1, null],
      [1, 2, '2'],
      [1, 3, '2/3'],
      [1, 4, '4'],
      [1, 5, '4/5'],
      [1, 6, null],
      [2, 2, null],
      [2, 3, null],
    ],
  );
});
