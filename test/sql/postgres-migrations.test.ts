// Tests migrations of PostgreSQL: eight processes at once, rows behind row-level security, and failures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#sql/database.ts';
import { loadMigrations, type Migration } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { insertAccount } from '#sql/accounts.ts';
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

const nameIn = async (database: Database, account: number): Promise<unknown> => {
  const sql = 'select department_name from departments where account_id = $1';
  return (await database.read(account, (tx) => column(tx, sql, account)))[0];
};

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

  test('fill rows account by account, again after an interruption, and note it once', async (t) => {
    const { database } = await scratchPostgres(t, { empty: true });
    await migrate(database, { observe });
    const known = await loadMigrations();
    for (const account of [1, 2])
      await database.write(account, async (tx) => {
        await insertAccount(tx, { id: account, name: `account${account}` });
        await run(
          tx,
          'insert into departments (account_id, id, department_name) values ($1, 1, $2)',
          account,
          'x',
        );
      });
    const fillOf = (text: string): Operation => ({ kind: 'eachAccount', sqlite: [], postgres: [text] });
    const fill = "update departments set department_name = '{account} at {now}' where account_id = {account}";
    const next = (operations: readonly Operation[]): Migration => ({
      version: known.length + 1,
      name: 'fill',
      load: async () => operations,
    });
    const failing = next([fillOf(`${fill} and 1 / (2 - account_id) = 1`)]);
    await assert.rejects(migrate(database, { observe, migrations: [...known, failing] }), /division by zero/);
    assert.match(String(await nameIn(database, 1)), /^1 at \d+$/);
    assert.equal(await nameIn(database, 2), 'x');
    const migrations = [...known, next([fillOf(fill)])];
    assert.deepEqual(await migrate(database, { observe, migrations }), ['fill']);
    assert.match(String(await nameIn(database, 2)), /^2 at \d+$/);
    assert.deepEqual(await migrate(database, { observe, migrations }), []);
    const mixed = [
      ...migrations,
      { ...next([fillOf(fill), ...upgrade]), version: known.length + 2, name: 'mixed' },
    ];
    await assert.rejects(migrate(database, { observe, migrations: mixed }), /mixed has other steps/);
  });

  test('wait for locks in portions, so that writes go on behind a long read', async (t) => {
    const { database, open } = await scratchPostgres(t);
    const known = await loadMigrations();
    const extra = { name: 'extra', type: 'bigint' } as const;
    const load = async (): Promise<readonly Operation[]> => [
      { kind: 'addColumn', table: 'departments', column: extra },
      {
        kind: 'createIndex',
        table: 'departments',
        index: { name: 'departments_again', columns: ['account_id', 'id'] },
      },
    ];
    const migrations = [...known, { version: known.length + 1, name: 'next', load }];
    const other = await open();
    const { promise: isRead, resolve: endRead } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const reading = other.read(1, async (tx) => {
      await run(tx, 'select id from departments where account_id = 1');
      begin();
      await isRead;
    });
    await begun;
    const migrated = migrate(database, { observe, migrations });
    const add = 'insert into departments (account_id, id, department_name) values (2, $1, $2)';
    // Of those that wait behind the lock none is refused, and after it has been given up they go on.
    for (let id = 1; id <= 5; id += 1) {
      assert.equal(await other.write(2, (tx) => run(tx, add, id, 'x')), 1);
      await pause(300);
    }
    endRead();
    await reading;
    assert.deepEqual(await migrated, ['next']);
    const valid = "select indisvalid from pg_index where indexrelid = 'departments_again'::regclass";
    assert.deepEqual(await database.read(null, (tx) => column(tx, valid)), [true]);
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
