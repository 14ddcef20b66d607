// Tests migrations of SQLite: empty, older and newer databases, and two processes at once.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Database } from '#sql/database.ts';
import { compareTables } from '#sql/migrations/compare-tables.ts';
import { declaredTables } from '#sql/migrations/generate.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import type { Operation } from '#sql/migrations/operation.ts';
import { createBoth, migrationsOf, notes, users } from './small-tables.ts';
import { column, run, scratchDatabase, start } from './scratch.ts';

const observe = (): void => undefined;

const schemaOf = (database: Database): Promise<unknown[]> =>
  database.read(null, (tx) =>
    column(tx, 'select sql from sqlite_schema where sql is not null order by name'),
  );

suite('migrations on SQLite', () => {
  test('create exactly the declared tables', async () => {
    const made = await schemaAfter(await loadMigrations());
    const missing = compareTables(made, await declaredTables()).map((operation) => JSON.stringify(operation));
    assert.ok(
      missing.length === 0,
      `run npm run migration -- WHAT-IT-IS, which adds:\n${missing.join('\n')}`,
    );
  });

  test('create the whole schema in an empty database and report all migrations at once', async (t) => {
    const { database } = await scratchDatabase(t);
    const told: unknown[] = [];
    const names = await migrate(database, { observe: (event) => void told.push(event) });
    const migrations = await loadMigrations();
    assert.deepEqual(
      names,
      migrations.map((migration) => migration.name),
    );
    assert.deepEqual(told, [{ kind: 'migrations_applied', names }]);
    const tables = await database.read(null, (tx) =>
      column(tx, "select name from sqlite_schema where type = 'table'"),
    );
    for (const table of await declaredTables()) assert.ok(tables.includes(table.name), table.name);
    assert.deepEqual(await database.read(null, (tx) => column(tx, 'pragma foreign_key_check')), []);
  });

  test('refuse an empty database where one must exist, and leave it empty', async (t) => {
    const { database } = await scratchDatabase(t);
    await assert.rejects(
      migrate(database, { observe: () => {}, mustExist: true }),
      /holds nothing of Hourbook yet; hourbook serve, migrate and account create make a database/,
    );
    const tables = await database.read(null, (tx) => column(tx, 'select name from sqlite_schema'));
    assert.deepEqual(tables, []);
  });

  test('apply nothing the second time', async (t) => {
    const { database } = await scratchDatabase(t);
    const migrations = migrationsOf(createBoth);
    assert.deepEqual(await migrate(database, { observe, migrations }), ['0001-step']);
    assert.deepEqual(await migrate(database, { observe, migrations }), []);
    const applied = await database.read(null, (tx) =>
      tx.all({ sql: 'select * from schema_migrations', parameters: [] }),
    );
    assert.deepEqual(applied, [{ version: 1, name: '0001-step', applied_at: start }]);
  });

  test('run once when two processes start at the same time', async (t) => {
    const first = await scratchDatabase(t);
    const second = await scratchDatabase(t, { file: first.file });
    const migrations = migrationsOf(createBoth);
    const both = await Promise.all(
      [first, second].map(({ database }) => migrate(database, { observe, migrations })),
    );
    assert.deepEqual(both.flat(), ['0001-step']);
  });

  test('keep all rows and foreign keys of the tables that they change', async (t) => {
    const { database } = await scratchDatabase(t);
    await migrate(database, { observe, migrations: migrationsOf(createBoth) });
    await database.write(null, async (tx) => {
      await run(tx, "insert into users values (1, 1, 'Ann')");
      await run(tx, "insert into notes values (1, 1, 'root', null), (1, 2, 'leaf', 1)");
    });
    const reference = {
      columns: ['account_id', 'user_id'],
      table: 'users',
      references: ['account_id', 'id'],
    };
    const upgraded: Operation[] = [
      { kind: 'dropIndex', table: 'notes', index: 'notes_text' },
      {
        kind: 'addColumn',
        table: 'notes',
        column: { name: 'done', type: 'bigint', notNull: true, default: 0 },
      },
      { kind: 'addColumn', table: 'notes', column: { name: 'user_id', type: 'bigint' } },
      { kind: 'addForeignKey', table: 'notes', foreignKey: reference },
      { kind: 'changeColumn', table: 'notes', column: { name: 'text', type: 'text' } },
      {
        kind: 'createIndex',
        table: 'notes',
        index: { name: 'notes_user_id', columns: ['account_id', 'user_id'] },
      },
      { kind: 'statements', sqlite: ['update notes set user_id = 1 where id = 2'], postgres: [] },
    ];
    const migrations = migrationsOf(createBoth, upgraded);
    assert.deepEqual(await migrate(database, { observe, migrations }), ['0002-step']);
    const rows = await database.read(null, (tx) =>
      tx.all({ sql: 'select * from notes order by id', parameters: [] }),
    );
    assert.deepEqual(rows, [
      { account_id: 1, id: 1, text: 'root', mother_id: null, done: 0, user_id: null },
      { account_id: 1, id: 2, text: 'leaf', mother_id: 1, done: 0, user_id: 1 },
    ]);
    const write = (sql: string): Promise<number> => database.write(null, (tx) => run(tx, sql));
    await assert.rejects(write("insert into notes values (1, 3, 'x', null, 0, 99)"), /FOREIGN KEY/);
    await assert.rejects(write("insert into notes values (1, 3, 'x', 99, 0, null)"), /FOREIGN KEY/);
    await write('insert into notes values (1, 3, null, 2, 0, 1)');
  });

  test('clear values that match no row when a column becomes a relation', async (t) => {
    const { database } = await scratchDatabase(t);
    const free = { ...notes, foreignKeys: [] };
    const linked = {
      ...notes,
      foreignKeys: [
        { columns: ['account_id', 'mother_id'], table: 'users', references: ['account_id', 'id'] },
      ],
    };
    const before: readonly Operation[] = [
      { kind: 'createTable', table: free },
      { kind: 'createTable', table: users },
    ];
    await migrate(database, { observe, migrations: migrationsOf(before) });
    await database.write(null, async (tx) => {
      await run(tx, "insert into users values (1, 7, 'Ann'), (2, 8, 'Bob')");
      await run(tx, "insert into notes values (1, 1, 'a', 7), (1, 2, 'b', 8), (1, 3, 'c', null)");
    });
    const current = new Map([free, users].map((table) => [table.name, table]));
    const operations = compareTables(current, [linked, users]);
    await migrate(database, { observe, migrations: migrationsOf(before, operations) });
    const held = await database.read(null, (tx) => column(tx, 'select mother_id from notes order by id'));
    assert.deepEqual(held, [7, null, null]);
  });

  test('clear a column that becomes a relation to a new table, unless it is required', async (t) => {
    const { database } = await scratchDatabase(t);
    const free = { ...notes, foreignKeys: [] };
    const linked = {
      ...notes,
      foreignKeys: [
        { columns: ['account_id', 'mother_id'], table: 'users', references: ['account_id', 'id'] },
      ],
    };
    const before: readonly Operation[] = [{ kind: 'createTable', table: free }];
    await migrate(database, { observe, migrations: migrationsOf(before) });
    await database.write(null, (tx) => run(tx, "insert into notes values (1, 1, 'a', 7)"));
    const operations = compareTables(new Map([[free.name, free]]), [linked, users]);
    await migrate(database, { observe, migrations: migrationsOf(before, operations) });
    const held = await database.read(null, (tx) => column(tx, 'select mother_id from notes'));
    assert.deepEqual(held, [null]);
    const required = { ...free, columns: free.columns.map((one) => ({ ...one, notNull: true })) };
    assert.throws(
      () =>
        compareTables(new Map([[free.name, required]]), [
          { ...required, foreignKeys: linked.foreignKeys },
          users,
        ]),
      /notes\.mother_id becomes a relation but cannot be emptied/,
    );
  });

  test('build the same schema by upgrade and from an empty database', async (t) => {
    const old = await scratchDatabase(t);
    const fresh = await scratchDatabase(t);
    const more: Operation[] = [
      { kind: 'addColumn', table: 'users', column: { name: 'nick', type: 'text', default: "it's" } },
      { kind: 'dropForeignKey', table: 'notes', foreignKey: notes.foreignKeys[0]! },
      { kind: 'dropColumn', table: 'notes', column: 'mother_id' },
    ];
    await migrate(old.database, { observe, migrations: migrationsOf(createBoth) });
    await migrate(old.database, { observe, migrations: migrationsOf(createBoth, more) });
    await migrate(fresh.database, { observe, migrations: migrationsOf(createBoth, more) });
    assert.deepEqual(await schemaOf(old.database), await schemaOf(fresh.database));
  });

  test('leave the database unchanged when one of them fails', async (t) => {
    const { database } = await scratchDatabase(t);
    await migrate(database, { observe, migrations: migrationsOf(createBoth) });
    const before = await schemaOf(database);
    const bad: Operation[] = [
      { kind: 'createTable', table: { ...users, name: 'more', indexes: [] } },
      { kind: 'statements', sqlite: ['update nowhere set x = 1'], postgres: [] },
    ];
    await assert.rejects(
      migrate(database, { observe, migrations: migrationsOf(createBoth, bad) }),
      /nowhere/,
    );
    assert.deepEqual(await schemaOf(database), before);
  });

  test('fail when a row refers to a missing row', async (t) => {
    const { database } = await scratchDatabase(t);
    await migrate(database, { observe, migrations: migrationsOf(createBoth) });
    const bad: Operation[] = [
      { kind: 'statements', sqlite: ["insert into notes values (1, 1, 'lost', 99)"], postgres: [] },
    ];
    await assert.rejects(
      migrate(database, { observe, migrations: migrationsOf(createBoth, bad) }),
      /notes refers to no row/,
    );
    assert.deepEqual(await database.read(null, (tx) => column(tx, 'select id from notes')), []);
    await assert.rejects(
      database.write(null, (tx) => run(tx, "insert into notes values (1, 1, 'lost', 99)")),
      /FOREIGN KEY/,
    );
  });

  test('refuse a database of a newer program and name both versions', async (t) => {
    const { database } = await scratchDatabase(t);
    await migrate(database, { observe, migrations: migrationsOf(createBoth, [], []) });
    const older = migrate(database, { observe, migrations: migrationsOf(createBoth) });
    await assert.rejects(older, /newer than this program.*0003-step.*0001-step/);
  });

  test('refuse a database with a migration of another name', async (t) => {
    const { database } = await scratchDatabase(t);
    await migrate(database, { observe, migrations: migrationsOf(createBoth) });
    const others = migrationsOf(createBoth).map((migration) => ({ ...migration, name: '0001-other' }));
    await assert.rejects(
      migrate(database, { observe, migrations: others }),
      /0001-step where this program has 0001-other/,
    );
  });
});
