// What migrations make of rows that were stored before them.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Database } from '#sql/database.ts';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { column, insertRow, scratchDatabase } from './scratch.ts';

/** Rows by table. */
type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** A database in which the rows of account 1 were stored before the migration of this name. */
async function upgraded(t: TestContext, name: string, rows: Rows): Promise<Database> {
  const { database } = await scratchDatabase(t);
  const [migrations, observe] = [await loadMigrations(), () => {}];
  const before = migrations.findIndex((migration) => migration.name === name);
  await migrate(database, { observe, migrations: migrations.slice(0, before) });
  await database.changeSchema(async (tx) => {
    for (const [table, all] of Object.entries(rows))
      for (const row of all) await insertRow(tx, table, { account_id: 1, ...row });
  });
  await migrate(database, { observe, migrations });
  return database;
}

test('a work schedule that was inactive before schedules had a status has status 0', async (t) => {
  const work_schedules = [
    { id: 1, active: 1 },
    { id: 2, active: 0 },
  ];
  const database = await upgraded(t, '0009-more-fields-of-clients', { work_schedules });
  const statuses = 'select status from work_schedules where account_id = ? order by id';
  assert.deepEqual(await database.read(1, (tx) => column(tx, statuses, 1)), [1, 0]);
});

test('a task of before tasks had a translated name has none', async (t) => {
  const nodes = [{ id: 1, translate_task_name: null }];
  const database = await upgraded(t, '0014-names-of-tasks', { nodes });
  const names = 'select translate_task_name from nodes where account_id = ?';
  assert.deepEqual(await database.read(1, (tx) => column(tx, names, 1)), [0]);
});
