// The migration by which days of absences know whether they count as working time, on rows from before it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { run, scratchDatabase } from './scratch.ts';

test('days from before count as working time if their type does, each in its account', async (t) => {
  const { database } = await scratchDatabase(t);
  const migrations = await loadMigrations();
  const observe = (): void => undefined;
  const before = migrations.findIndex(({ name }) => name.endsWith('days-that-count-as-work'));
  assert.ok(before > 0);
  await migrate(database, { observe, migrations: migrations.slice(0, before) });
  await database.write(null, async (tx) => {
    await run(
      tx,
      `insert into absence_types (account_id, id, absence_type_id, absence_subtype_id, add_to_working_hours,
        name_const, abbreviation_const, show_in_selection, enabled_for_requests)
      values (1, 1, 3, 12, 1, 'Home', 'H', 1, 1), (1, 2, 1, 0, 0, 'Holiday', 'H', 1, 1), (2, 1, 3, 12, 0, 'Home', 'H', 1, 1)`,
    );
    for (const account of [1, 2])
      await run(
        tx,
        "insert into users (account_id, id, username, lastname, firstname) values (?, 1, 'a', 'A', 'A')",
        account,
      );
    await run(
      tx,
      `insert into absence_days (account_id, id, user_id, date, type, status, type_id, subtype_id) values
        (1, 1, 1, '2026-03-02', 'other_paid_leave', 1, 3, 12), (1, 2, 1, '2026-03-03', 'holiday', 1, 1, 0),
        (1, 3, 1, '2026-04-06', 'public_holiday', 1, null, null), (2, 1, 1, '2026-03-02', 'other_paid_leave', 1, 3, 12)`,
    );
  });
  await migrate(database, { observe, migrations });
  const rows = await database.read(null, (tx) =>
    tx.all({
      sql: 'select account_id, id, counts_as_work as counts from absence_days order by 1, 2',
      parameters: [],
    }),
  );
  assert.deepEqual(
    rows.map(({ account_id, id, counts }) => [account_id, id, counts]),
    [
      [1, 1, 1],
      [1, 2, 0],
      [1, 3, 0],
      [2, 1, 0],
    ],
  );
});
