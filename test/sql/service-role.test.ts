// Tests a database in which one role owns the tables and another one serves.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ObservedEvent } from '#observe/event.ts';
import type { Database } from '#sql/database.ts';
import { admitToClocks, areServicesShutOut, shutOutServices } from '#sql/fences.ts';
import { declaredTables } from '#sql/migrations/generate.ts';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { addressOf, owner, service } from '../support/postgres-databases.ts';
import { column, run } from './scratch.ts';
import { postgresSuite, scratchPostgres, type ScratchPostgres } from './postgres-scratch.ts';
import { notes } from './small-tables.ts';

const observe = (): void => undefined;

interface TwoRoles extends ScratchPostgres {
  readonly serving: Database;
  readonly events: readonly ObservedEvent[];
}

async function twoRoles(t: TestContext): Promise<TwoRoles> {
  const scratch = await scratchPostgres(t);
  await migrate(scratch.database, { observe, serviceRole: service });
  const url = addressOf(scratch.url, { user: service, database: new URL(scratch.url).pathname.slice(1) });
  const events: ObservedEvent[] = [];
  const serving = await scratch.open({ url, observe: (event) => void events.push(event) });
  return { ...scratch, serving, events };
}

postgresSuite('a role that serves without owning the tables', () => {
  test('reads and writes rows of one account at a time', async (t) => {
    const { serving, events } = await twoRoles(t);
    const add = 'insert into departments (account_id, id, department_name) values ($1, 1, $2)';
    for (const account of [1, 2])
      await serving.write(account, (tx) => run(tx, add, account, `department ${account}`));
    const names = 'select department_name from departments';
    assert.deepEqual(await serving.read(2, (tx) => column(tx, names)), ['department 2']);
    assert.deepEqual(await serving.read(null, (tx) => column(tx, names)), []);
    await assert.rejects(
      serving.write(1, (tx) => run(tx, add, 2, 'x')),
      /row-level security/,
    );
    assert.deepEqual(events, []);
  });

  test('may use every table, and change none', async (t) => {
    const { serving, asSuperuser } = await twoRoles(t);
    const tables = await declaredTables();
    const may = `select c.relname::text as name from pg_class c
      where relnamespace = 'public'::regnamespace and relkind = 'r'
      and has_table_privilege('${service}', oid, 'select') and has_table_privilege('${service}', oid, 'insert')
      and has_table_privilege('${service}', oid, 'update') and has_table_privilege('${service}', oid, 'delete')`;
    assert.deepEqual(
      (await asSuperuser(may)).map((row) => row['name']).sort(),
      tables.map(({ name }) => name).sort(),
    );
    for (const change of ['truncate departments', 'drop table departments', 'delete from schema_migrations'])
      await assert.rejects(
        serving.changeSchema((tx) => run(tx, change)),
        /permission denied|must be owner/,
      );
  });

  test('is told whom to run a migration as, and may use the tables that it makes', async (t) => {
    const { serving, database } = await twoRoles(t);
    const known = await loadMigrations();
    const load = async () => [{ kind: 'createTable', table: notes }] as const;
    const migrations = [...known, { version: known.length + 1, name: 'next', load }];
    await assert.rejects(
      migrate(serving, { observe, migrations }),
      new RegExp(`belong to the role ${owner}: run hourbook migrate as that role first`),
    );
    assert.deepEqual(await migrate(database, { observe, migrations }), ['next']);
    assert.deepEqual(await migrate(serving, { observe, migrations }), []);
    const add = "insert into notes (account_id, id, text) values (1, 1, 'n')";
    assert.equal(await serving.write(1, (tx) => run(tx, add)), 1);
    assert.deepEqual(await serving.read(2, (tx) => column(tx, 'select id from notes')), []);
  });

  test('lets the owner see all rows, who is warned of when it serves', async (t) => {
    const { serving, open } = await twoRoles(t);
    const add = "insert into departments (account_id, id, department_name) values (1, 1, 'x')";
    await serving.write(1, (tx) => run(tx, add));
    const events: ObservedEvent[] = [];
    const owning = await open({ observe: (event) => void events.push(event) });
    assert.deepEqual(events, [{ kind: 'fence_missing', role: owner }]);
    assert.deepEqual(await owning.read(null, (tx) => column(tx, 'select department_name from departments')), [
      'x',
    ]);
  });

  test('is not let in again while an interrupted spreading of the tables shuts it out', async (t) => {
    const { database } = await twoRoles(t);
    const isOut = (): Promise<boolean> => database.changeSchema(areServicesShutOut);
    await database.changeSchema(shutOutServices);
    await assert.rejects(
      migrate(database, { observe, serviceRole: service }),
      /run "hourbook db distribute --pause" to its end/,
    );
    assert.equal(await isOut(), true);
    await database.changeSchema(admitToClocks);
    await migrate(database, { observe, serviceRole: service });
    assert.equal(await isOut(), false);
  });

  test('is refused when it does not exist, owns the tables or is a superuser', async (t) => {
    const { database } = await scratchPostgres(t);
    const admit = (serviceRole: string): Promise<unknown> => migrate(database, { observe, serviceRole });
    await assert.rejects(admit('nowhere'), /There is no role "nowhere"/);
    for (const role of [owner, 'postgres']) await assert.rejects(admit(role), /owns the tables or sees past/);
  });
});
