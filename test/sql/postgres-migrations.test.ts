// Tests migrations of PostgreSQL: eight processes at once, rows behind row-level security, and failures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '#sql/database.ts';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import type { Operation } from '#sql/migrations/operation.ts';
import { countOf } from '../support/property.ts';
import { createBoth, migrationsOf } from './small-tables.ts';
import { column, run } from './scratch.ts';
import { postgresSuite, scratchPostgres } from './postgres-scratch.ts';

const observe = (): void => undefined;

const reference = { columns: ['account_id', 'user_id'], table: 'users', references: ['account_id', 'id'] };
const exclusion = { name: 'notes_exclusive', columns: ['account_id', 'id'], from: 'since', until: 'until' };

const upgrade: readonly Operation[] = [
  { kind: 'dropIndex', table: 'notes', index: 'notes_text' },
  { kind: 'addColumn', table: 'notes', column: { name: 'done', type: 'bigint', notNull: true, default: 0 } },
  { kind: 'addColumn', table: 'notes', column: { name: 'user_id', type: 'bigint' } },
  { kind: 'addColumn', table: 'notes', column: { name: 'since', type: 'bigint' } },
  { kind: 'addColumn', table: 'notes', column: { name: 'until', type: 'bigint' } },
  { kind: 'addForeignKey', table: 'notes', foreignKey: reference },
  { kind: 'changeColumn', table: 'notes', column: { name: 'text', type: 'text', default: "it's" } },
  { kind: 'addExclusion', table: 'notes', exclusion },
  { kind: 'createIndex', table: 'notes', index: { name: 'notes_user', columns: ['account_id', 'user_id'] } },
  { kind: 'statements', sqlite: [], postgres: ['update notes set user_id = 1'] },
];

/** Columns, constraints, indexes and fences, as the server describes them. */
const schemaOf = (database: Database): Promise<unknown[]> =>
  database.read(null, (tx) =>
    column(
      tx,
      `select table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(collation_name, '') || ' ' || is_nullable || ' ' || coalesce(column_default, '')
         from information_schema.columns where table_schema = 'public'
       union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
         from pg_constraint where connamespace = 'public'::regnamespace
       union all select indexdef from pg_indexes where schemaname = 'public'
       union all select tablename || ' ' || policyname || ' ' || qual from pg_policies
       union all select relname || ' ' || relrowsecurity || ' ' || relforcerowsecurity
         from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       order by 1`,
    ),
  );

postgresSuite('migrations on PostgreSQL', () => {
  test('run once when eight processes start at the same time', async (t) => {
    const { database, open } = await scratchPostgres(t, { empty: true });
    const processes = [database, ...(await Promise.all(Array.from({ length: 7 }, () => open())))];
    const names = (await loadMigrations()).map(({ name }) => name);
    const rounds = countOf({ test: 1, long: 2, soak: 40 });
    // The processes meet in another order every time.
    for (let round = 0; round < rounds; round += 1) {
      const applied = await Promise.all(processes.map((one) => migrate(one, { observe })));
      assert.deepEqual(applied.flat(), names);
      assert.deepEqual(await migrate(database, { observe }), []);
      await database.changeSchema(async (tx) => {
        await run(tx, 'drop schema public cascade');
        await run(tx, 'create schema public');
      });
    }
  });

  test('change the rows of all accounts and restore row-level security', async (t) => {
    const { database } = await scratchPostgres(t, { empty: true });
    await migrate(database, { observe, migrations: migrationsOf(createBoth) });
    for (const account of [1, 2]) {
      await database.changeSchema(async (tx) => {
        await run(tx, `set local app.account_id = '${account}'`);
        await run(tx, 'insert into users values ($1, 1, $2)', account, 'Ann');
        await run(tx, "insert into notes values ($1, 1, 'root', null), ($1, 2, 'leaf', 1)", account);
      });
    }
    await migrate(database, { observe, migrations: migrationsOf(createBoth, upgrade) });
    const seen = (account: number | null): Promise<readonly unknown[]> =>
      database.changeSchema(async (tx) => {
        if (account !== null) await run(tx, `set local app.account_id = '${account}'`);
        return tx.all({ sql: 'select * from notes order by account_id, id', parameters: [] });
      });
    const rest = { done: 0, user_id: 1, since: null, until: null };
    for (const account of [1, 2]) {
      assert.deepEqual(await seen(account), [
        { account_id: account, id: 1, text: 'root', mother_id: null, ...rest },
        { account_id: account, id: 2, text: 'leaf', mother_id: 1, ...rest },
      ]);
    }
    assert.deepEqual(await seen(null), []);
  });

  test('build the same schema by upgrade and from an empty database', async (t) => {
    const [old, fresh] = [
      await scratchPostgres(t, { empty: true }),
      await scratchPostgres(t, { empty: true }),
    ];
    const more: readonly Operation[] = [
      { kind: 'dropExclusion', table: 'notes', exclusion },
      { kind: 'dropForeignKey', table: 'notes', foreignKey: reference },
      { kind: 'dropColumn', table: 'notes', column: 'mother_id' },
      { kind: 'dropTable', table: 'users' },
    ];
    for (const lists of [[createBoth], [createBoth, upgrade], [createBoth, upgrade, more]]) {
      await migrate(old.database, { observe, migrations: migrationsOf(...lists) });
    }
    await migrate(fresh.database, { observe, migrations: migrationsOf(createBoth, upgrade, more) });
    const schema = await schemaOf(old.database);
    assert.deepEqual(schema, await schemaOf(fresh.database));
    assert.ok(schema.length > 15, `only ${schema.length} facts were compared`);
  });

  test('leave the database unchanged when one of them fails', async (t) => {
    const { database } = await scratchPostgres(t, { empty: true });
    await migrate(database, { observe, migrations: migrationsOf(createBoth) });
    const before = await schemaOf(database);
    const bad: readonly Operation[] = [
      ...upgrade,
      { kind: 'statements', sqlite: [], postgres: ['update nowhere set x = 1'] },
    ];
    await assert.rejects(
      migrate(database, { observe, migrations: migrationsOf(createBoth, bad) }),
      /nowhere/,
    );
    assert.deepEqual(await schemaOf(database), before);
  });

  test('create no deferrable constraints', async (t) => {
    const { asSuperuser } = await scratchPostgres(t);
    const keys = await asSuperuser(
      "select conrelid::regclass::text as from, pg_get_constraintdef(oid) as text, condeferrable from pg_constraint where contype in ('f', 'x', 'u', 'p') and connamespace = 'public'::regnamespace",
    );
    assert.ok(keys.length > 100);
    assert.deepEqual(
      keys.filter(({ condeferrable }) => condeferrable === true),
      [],
    );
  });
});
