// Tests how tables are distributed over the nodes of Citus. A stand-in records the calls that Citus would get.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { distribute } from '#sql/distribute.ts';
import { areServicesShutOut } from '#sql/fences.ts';
import { declaredTables } from '#sql/migrations/generate.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { service } from '../support/postgres-databases.ts';
import { loadMigrations, type Migration } from '#sql/migrations/load-migrations.ts';
import { postgresSuite, scratchPostgres } from './postgres-scratch.ts';
import { placed, standIn } from './citus-stand-in.ts';
import { scratchDatabase } from './scratch.ts';
import { notes } from './small-tables.ts';

const keys =
  "select conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname";

const observe = (): void => undefined;

postgresSuite('distribution of tables over nodes', () => {
  test('places every table, reference tables first, and keeps all foreign keys', async (t) => {
    const { database, asSuperuser } = await scratchPostgres(t, { isCommand: true });
    const before = await asSuperuser(keys);
    await asSuperuser(...standIn);
    await migrate(database, { observe, serviceRole: service });
    const tables = await declaredTables();
    await assert.rejects(distribute(database, tables), /holds 2 accounts .* --pause/);
    const { distributed, copied } = await distribute(database, tables, { mayPause: true });
    assert.deepEqual(
      [...copied, ...distributed].sort(),
      ['schema_migrations', ...tables.map(({ name }) => name)].sort(),
    );
    const order = (await asSuperuser(placed)).map((row) => row['name']);
    assert.deepEqual(new Set(order.slice(0, copied.length)), new Set(copied));
    assert.equal(order[copied.length], 'account_clocks');
    assert.deepEqual(await asSuperuser(keys), before);
  });

  test('changes nothing the second time', async (t) => {
    const { database, asSuperuser } = await scratchPostgres(t, { isCommand: true });
    await asSuperuser(...standIn);
    await migrate(database, { observe, serviceRole: service });
    const tables = await declaredTables();
    await distribute(database, tables, { mayPause: true });
    const before = await asSuperuser(placed);
    assert.deepEqual(await distribute(database, tables), { distributed: [], copied: [] });
    assert.deepEqual(await asSuperuser(placed), before);
  });

  test('places a table of a later migration before its foreign keys exist', async (t) => {
    const { database, asSuperuser } = await scratchPostgres(t, { isCommand: true });
    await asSuperuser(...standIn);
    await migrate(database, { observe, serviceRole: service });
    await distribute(database, await declaredTables(), { mayPause: true });
    const known = await loadMigrations();
    const next: Migration = {
      version: known.length + 1,
      name: 'next',
      load: async () => [{ kind: 'createTable', table: notes }],
    };
    await migrate(database, { observe, migrations: [...known, next] });
    assert.equal((await asSuperuser(placed)).at(-1)?.['name'], 'notes');
  });

  test('is refused while the owner of the tables serves', async (t) => {
    const { database, asSuperuser } = await scratchPostgres(t);
    await asSuperuser(...standIn);
    await assert.rejects(distribute(database, await declaredTables()), /migrate --service-role NAME/);
  });

  test('is refused with rows while a server is logged in as the owner', async (t) => {
    const { database, open, asSuperuser } = await scratchPostgres(t, { isCommand: true });
    await asSuperuser(...standIn);
    await migrate(database, { observe, serviceRole: service });
    const tables = await declaredTables();
    const before = await asSuperuser(keys);
    const server = await open({ isCommand: false });
    await server.read(null, async () => undefined);
    await assert.rejects(
      distribute(database, tables, { mayPause: true }),
      /^Error: Servers are logged in as hourbook, .* start them anew as hourbook_service, then run this again\.$/,
    );
    assert.equal(await database.changeSchema(areServicesShutOut), false);
    assert.deepEqual(await asSuperuser(keys), before);
    await server.close();
    const left =
      "select 1 from pg_stat_activity where application_name = 'hourbook' and datname = current_database()";
    while ((await asSuperuser(left)).length > 0);
    assert.ok((await distribute(database, tables, { mayPause: true })).distributed.length > 0);
  });

  test('is refused without the extension citus', async (t) => {
    const { database } = await scratchPostgres(t);
    await assert.rejects(distribute(database, await declaredTables()), /no extension citus/);
  });
});

suite('distribution of a SQLite file', () => {
  test('is refused', async (t) => {
    const { database } = await scratchDatabase(t);
    await assert.rejects(distribute(database, []), /Only a PostgreSQL database/);
  });
});
