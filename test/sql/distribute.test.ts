// Spreading tables over the nodes of Citus. Citus itself is not on test machines: functions of its names note what they
// are asked for, so order and repetition are seen, and what is not Citus' is real.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { distribute } from '#sql/distribute.ts';
import { declaredTables } from '#sql/migrations/generate.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { loadMigrations, type Migration } from '#sql/migrations/load-migrations.ts';
import { postgresSuite, scratchPostgres } from './postgres-scratch.ts';
import { scratchDatabase } from './scratch.ts';
import { notes } from './small-tables.ts';

const standIn = [
  'set allow_system_table_mods = on',
  "insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion) select 999999, 'citus', extowner, extnamespace, false, '13' from pg_extension limit 1",
  'create table public.pg_dist_partition (logicalrelid regclass, place int generated always as identity)',
  `create function create_reference_table(name text) returns void language sql
    as $$ insert into public.pg_dist_partition values (name::regclass) $$`,
  `create function create_distributed_table(name text, by text, colocate_with text) returns void language plpgsql as $$ begin
    if by <> 'account_id' then raise exception 'spread by %', by; end if;
    if exists (select 1 from pg_constraint where contype = 'f' and conrelid = name::regclass) then raise exception '% still refers to others', name; end if;
    if colocate_with <> 'none' and not exists (select 1 from public.pg_dist_partition where logicalrelid = colocate_with::regclass) then raise exception 'nothing beside which to put %', name; end if;
    insert into public.pg_dist_partition values (name::regclass); end $$`,
  'grant all on public.pg_dist_partition to public',
];
const placed = 'select logicalrelid::regclass::text as name from public.pg_dist_partition order by place';
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
