// Spreading tables over the nodes of Citus, which a stand-in notes.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { distribute } from '#sql/distribute.ts';
import { declaredTables } from '#sql/migrations/generate.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { loadMigrations, type Migration } from '#sql/migrations/load-migrations.ts';
import { postgresSuite, scratchPostgres } from './postgres-scratch.ts';
import { placed, standIn } from './citus-stand-in.ts';
import { scratchDatabase } from './scratch.ts';
import { notes } from './small-tables.ts';

const keys =
  "select conname from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname";

postgresSuite('spreading tables over nodes', () => {
  test('puts every table somewhere, copies first, and keeps all foreign keys', async (t) => {
    const { database, asSuperuser } = await scratchPostgres(t);
    const before = await asSuperuser(keys);
    await asSuperuser(...standIn);
    const tables = await declaredTables();
    const { distributed, copied } = await distribute(database, tables);
    assert.deepEqual(
      [...copied, ...distributed].sort(),
      ['schema_migrations', ...tables.map(({ name }) => name)].sort(),
    );
    const order = (await asSuperuser(placed)).map((row) => row['name']);
    assert.deepEqual(new Set(order.slice(0, copied.length)), new Set(copied));
    assert.equal(order[copied.length], 'account_clocks');
    assert.deepEqual(await asSuperuser(keys), before);
  });

  test('does nothing the second time', async (t) => {
    const { database, asSuperuser } = await scratchPostgres(t);
    await asSuperuser(...standIn);
    const tables = await declaredTables();
    await distribute(database, tables);
    const before = await asSuperuser(placed);
    assert.deepEqual(await distribute(database, tables), { distributed: [], copied: [] });
    assert.deepEqual(await asSuperuser(placed), before);
  });

  test('is done for what a later migration makes, before it refers to others', async (t) => {
    const { database, asSuperuser } = await scratchPostgres(t);
    await asSuperuser(...standIn);
    await distribute(database, await declaredTables());
    const known = await loadMigrations();
    const next: Migration = {
      version: known.length + 1,
      name: 'next',
      load: async () => [{ kind: 'createTable', table: notes }],
    };
    await migrate(database, { observe: () => {}, migrations: [...known, next] });
    assert.equal((await asSuperuser(placed)).at(-1)?.['name'], 'notes');
  });

  test('is refused where the extension is missing', async (t) => {
    const { database } = await scratchPostgres(t);
    await assert.rejects(distribute(database, await declaredTables()), /no extension citus/);
  });
});

suite('spreading a SQLite file', () => {
  test('is refused', async (t) => {
    const { database } = await scratchDatabase(t);
    await assert.rejects(distribute(database, []), /Only a PostgreSQL database/);
  });
});
