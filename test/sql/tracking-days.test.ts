// The migration that gives trackings from before it the days on which they lie.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { run, scratchDatabase } from './scratch.ts';

test('trackings from before that lie on several days have these days, and new ones get ids after them', async (t) => {
  const { database } = await scratchDatabase(t);
  const migrations = await loadMigrations();
  const observe = (): void => undefined;
  const last = migrations.findIndex(({ name }) => name.endsWith('tracking-days-filled'));
  await migrate(database, { observe, migrations: migrations.slice(0, last) });
  const at = (instant: string): number => Date.parse(instant) / 1000;
  const rows: readonly (readonly [
    account: number,
    id: number,
    start: string,
    end: string | null,
    zone: string,
  ])[] = [
    [1, 1, '2026-06-01T19:00:00Z', '2026-06-02T01:00:00Z', 'Europe/Vienna'],
    [1, 2, '2026-06-01T19:00:00Z', '2026-06-01T22:00:00Z', 'Europe/Vienna'],
    [1, 3, '2026-06-01T19:00:00Z', null, 'Europe/Vienna'],
    [1, 4, '2026-03-28T21:00:00Z', '2026-03-29T23:00:00Z', 'Europe/Vienna'],
    [2, 1, '2026-06-01T19:00:00Z', '2026-06-02T01:00:00Z', 'America/New_York'],
    [2, 2, '2026-06-01T19:00:00Z', '2026-06-02T05:00:00Z', 'America/New_York'],
  ];
  await database.write(null, async (tx) => {
    for (const account of [1, 2]) {
      await run(
        tx,
        `insert into nodes (account_id, id, name, object_type) values (${account}, 1, 'N', 'task')`,
      );
      for (const id of [1, 2, 3, 4])
        await run(
          tx,
          `insert into users (account_id, id, username, lastname, firstname) values (${account}, ${id}, '${id}', '', '')`,
        );
    }
    for (const [account, id, start, end, zone] of rows) {
      const [from, to] = [at(start), end === null ? 'null' : at(end)];
      await run(
        tx,
        `insert into time_trackings (account_id, id, user_id, task_id, start_time, start_time_timezone, start_instant, end_instant) values (${account}, ${id}, ${id}, 1, '', '${zone}', ${from}, ${to})`,
      );
    }
  });
  await migrate(database, { observe, migrations });
  const found = await database.read(null, async (tx) => [
    await tx.all({
      sql: 'select account_id, id, time_tracking_id, date, duration from tracking_days order by 1, 2',
      parameters: [],
    }),
    await tx.all({
      sql: "select account_id, next_id from row_counters where sequence = 'tracking_days' order by 1",
      parameters: [],
    }),
  ]);
  assert.deepEqual(
    found.map((part) => part.map((row) => Object.values(row))),
    [
      [
        [1, 1, 1, '2026-06-01', 10_800],
        [1, 2, 1, '2026-06-02', 10_800],
        [1, 3, 4, '2026-03-28', 7200],
        [1, 4, 4, '2026-03-29', 82_800],
        [1, 5, 4, '2026-03-30', 3600],
        [2, 1, 2, '2026-06-01', 32_400],
        [2, 2, 2, '2026-06-02', 3600],
      ],
      [
        [1, 6],
        [2, 3],
      ],
    ],
  );
});
