// The migration that notes what people worked on before the server did, on rows from before it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { run, scratchDatabase, start } from './scratch.ts';

test('what people booked before is among their recent tasks, each once, with the latest start', async (t) => {
  const { database } = await scratchDatabase(t);
  const migrations = await loadMigrations();
  const observe = (): void => undefined;
  const itself = migrations.findIndex(({ name }) => name.endsWith('recent-tasks'));
  await migrate(database, { observe, migrations: migrations.slice(0, itself) });
  await database.write(null, async (tx) => {
    for (const account of [1, 2]) {
      await run(tx, `insert into accounts (id, name, created_at) values (${account}, 'a${account}', 0)`);
      for (const user of [7, 8])
        await run(
          tx,
          'insert into users (account_id, id, username, lastname, firstname) values (?, ?, ?, ?, ?)',
          account,
          user,
          `u${user}`,
          'L',
          'F',
        );
      for (const task of [4, 9])
        await run(
          tx,
          "insert into nodes (account_id, id, name, object_type) values (?, ?, 'T', 'task')",
          account,
          task,
        );
    }
    let id = 0;
    const book = (account: number, user: number, task: number, instant: number): Promise<number> =>
      run(
        tx,
        'insert into time_trackings (account_id, id, user_id, task_id, start_time, start_time_timezone, start_instant, end_instant) values (?, ?, ?, ?, ?, ?, ?, ?)',
        account,
        (id += 1),
        user,
        task,
        '',
        'UTC',
        instant,
        instant + 1,
      );
    for (const instant of [100, 300, 200]) await book(1, 7, 4, instant);
    await book(1, 7, 9, 400);
    await book(1, 8, 4, start + 999);
    await book(1, 8, 9, 500);
    await book(2, 7, 4, 600);
    const node =
      'insert into nodes_to_users (account_id, id, node, "user", is_favourite, last_started, updated) values';
    // A favourite that was never noted as started, and one that was noted later than any booking says.
    await run(tx, `${node} (1, 5, 9, 7, 1, null, 50), (1, 6, 9, 8, 0, 900, 50)`);
    await run(
      tx,
      "insert into row_counters (account_id, sequence, next_id) values (1, 'nodes_to_users', 20)",
    );
  });
  await migrate(database, { observe, migrations });
  const rows = await database.read(null, (tx) =>
    tx.all({
      sql: 'select account_id, id, "user", node, last_started, is_favourite, updated, row_revision from nodes_to_users order by 1, 2',
      parameters: [],
    }),
  );
  assert.deepEqual(
    rows.map((row) => Object.values(row)),
    [
      [1, 5, 7, 9, 400, 1, start, 2],
      [1, 6, 8, 9, 900, 0, 50, 1],
      [1, 20, 7, 4, 300, 0, start, 1],
      [1, 21, 8, 4, start, 0, start, 1],
      [2, 1, 7, 4, 600, 0, start, 1],
    ],
  );
  const counters = await database.read(null, (tx) =>
    tx.all({
      sql: "select account_id, next_id from row_counters where sequence = 'nodes_to_users' order by 1",
      parameters: [],
    }),
  );
  assert.deepEqual(
    counters.map((row) => Object.values(row)),
    [
      [1, 22],
      [2, 2],
    ],
  );
});
