// Tests what PostgreSQL itself enforces, independently of the statements of the service.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ObservedEvent } from '#observe/event.ts';
import type { Tx } from '#sql/database.ts';
import { postgresDialect as dialect } from '#sql/dialects/postgres.ts';
import { declaredTables } from '#sql/migrations/generate.ts';
import { addressOf } from '../support/postgres-databases.ts';
import { column, run } from './scratch.ts';
import { postgresSuite, scratchPostgres, type ScratchPostgres } from './postgres-scratch.ts';

const addDepartment = (tx: Tx, account: number, id: number): Promise<number> =>
  run(
    tx,
    'insert into departments (account_id, id, department_name) values ($1, $2, $3)',
    account,
    id,
    `department ${id}`,
  );

const names = (tx: Tx): Promise<unknown[]> =>
  column(tx, 'select department_name from departments order by id');

async function withDepartments(t: TestContext): Promise<ScratchPostgres> {
  const scratch = await scratchPostgres(t);
  await scratch.database.write(1, (tx) => addDepartment(tx, 1, 1));
  await scratch.database.write(2, (tx) => addDepartment(tx, 2, 2));
  return scratch;
}

postgresSuite('row-level security', () => {
  test('is reported as missing when the service connects as a superuser', async (t) => {
    const { open, url } = await scratchPostgres(t);
    const events: ObservedEvent[] = [];
    const observe = (event: ObservedEvent): void => void events.push(event);
    await open({ observe });
    assert.deepEqual(events, []);
    const database = new URL(url).pathname.slice(1);
    await open({ observe, url: addressOf(url, { user: 'postgres', database }) });
    assert.deepEqual(events, [{ kind: 'fence_missing', role: 'postgres' }]);
  });

  test('hides rows of other accounts from a statement without a condition', async (t) => {
    const { database } = await withDepartments(t);
    assert.deepEqual(await database.read(1, names), ['department 1']);
    assert.deepEqual(await database.read(2, names), ['department 2']);
    assert.deepEqual(await database.read(3, names), []);
    assert.deepEqual(await database.read(null, names), []);
  });

  test('hides rows of another account from a statement that asks for them', async (t) => {
    const { database } = await withDepartments(t);
    const others = 'select department_name from departments where account_id = 2';
    assert.deepEqual(await database.read(1, (tx) => column(tx, others)), []);
    assert.deepEqual(await database.write(1, (tx) => column(tx, others)), []);
  });

  test('ends with the transaction: the next one has its own account or none', async (t) => {
    const { open, database } = await withDepartments(t);
    await database.write(1, async () => undefined);
    const single = await open({ connections: 1 });
    for (const account of [1, 2, null, 1, null, 2] as const) {
      const expected = account === null ? [] : [`department ${account}`];
      assert.deepEqual(await single.read(account, names), expected);
      assert.deepEqual(await single.write(account, names), expected);
    }
  });

  test('lets no statement change or delete rows of another account', async (t) => {
    const { database, asSuperuser } = await withDepartments(t);
    assert.equal(
      await database.write(1, (tx) => run(tx, "update departments set department_name = 'mine'")),
      1,
    );
    assert.equal(await database.write(1, (tx) => run(tx, 'delete from departments')), 1);
    assert.equal(await database.write(null, (tx) => run(tx, 'delete from departments')), 0);
    assert.deepEqual(await asSuperuser('select account_id::int, department_name from departments'), [
      { account_id: 2, department_name: 'department 2' },
    ]);
  });

  test('refuses to insert a row into another account or to move one there', async (t) => {
    const { database } = await withDepartments(t);
    const refused = /violates row-level security policy/;
    await assert.rejects(
      database.write(1, (tx) => addDepartment(tx, 2, 9)),
      refused,
    );
    await assert.rejects(
      database.write(null, (tx) => addDepartment(tx, 2, 9)),
      refused,
    );
    await assert.rejects(
      database.write(1, (tx) => run(tx, 'update departments set account_id = 2')),
      refused,
    );
  });

  test('covers every table of accounts and binds the table owner', async (t) => {
    const { asSuperuser } = await scratchPostgres(t);
    const fenced = await asSuperuser(
      'select relname from pg_class where relrowsecurity and relforcerowsecurity order by relname collate "C"',
    );
    const wanted = (await declaredTables()).filter(({ scope }) => scope === 'account');
    assert.deepEqual(
      fenced.map((row) => row['relname']),
      wanted.map(({ name }) => name).sort(),
    );
  });
});

const addTracking = (tx: Tx, times: { id: number; user?: number; start: number; end: number | null }) =>
  run(
    tx,
    'insert into time_trackings (account_id, id, user_id, start_instant, end_instant) values (1, $1, $2, $3, $4)',
    times.id,
    times.user ?? 1,
    times.start,
    times.end,
  );

async function withPeople(t: TestContext): Promise<ScratchPostgres> {
  const scratch = await scratchPostgres(t);
  await scratch.asSuperuser(
    // Required columns are no part of what is tried here.
    `do $$ declare one record; begin
      for one in select table_name, column_name from information_schema.columns
        where table_name in ('users', 'time_trackings') and is_nullable = 'NO'
        and column_name not in ('account_id', 'id', 'row_revision')
      loop execute format('alter table %I alter column %I drop not null', one.table_name, one.column_name); end loop;
    end $$`,
  );
  await scratch.database.write(1, (tx) =>
    run(tx, 'insert into users (account_id, id) values (1, 1), (1, 2)'),
  );
  return scratch;
}

postgresSuite('constraints on PostgreSQL', () => {
  const violation = (work: Promise<unknown>): Promise<unknown> =>
    work.then(() => 'none', dialect.constraintOf);

  test('refuse overlapping time trackings of one user', async (t) => {
    const { database } = await withPeople(t);
    const add = (times: Parameters<typeof addTracking>[1]) =>
      database.write(1, (tx) => addTracking(tx, times));
    await add({ id: 1, start: 1_000, end: 2_000 });
    const overlap = { kind: 'exclusion', detail: 'time_trackings_exclusive' };
    assert.deepEqual(await violation(add({ id: 2, start: 1_999, end: 3_000 })), overlap);
    assert.deepEqual(await violation(add({ id: 3, start: 500, end: 1_001 })), overlap);
    assert.deepEqual(await violation(add({ id: 4, start: 0, end: null })), overlap);
    await add({ id: 5, start: 2_000, end: 3_000 });
    await add({ id: 6, start: 500, end: 1_000 });
    await add({ id: 7, user: 2, start: 1_000, end: null });
    await add({ id: 8, start: 3_000, end: null });
    assert.equal(
      await database.read(1, async (tx) => (await column(tx, 'select id from time_trackings')).length),
      5,
    );
  });

  test('refuse a second running time tracking of one user', async (t) => {
    const { database } = await withPeople(t);
    await database.write(1, (tx) => addTracking(tx, { id: 1, start: 1_000, end: null }));
    const second = database.write(1, (tx) => addTracking(tx, { id: 2, start: 500, end: null }));
    assert.notEqual(await violation(second), 'none');
  });

  test('are reported with kind and name', async (t) => {
    const { database } = await withDepartments(t);
    const write = (sql: string): Promise<unknown> => violation(database.write(1, (tx) => run(tx, sql)));
    assert.deepEqual(
      await write("insert into departments (account_id, id, department_name) values (1, 1, 'x')"),
      {
        kind: 'unique',
        detail: 'departments_pkey',
      },
    );
    assert.deepEqual(await write('update departments set mother_id = 99'), {
      kind: 'reference',
      detail: 'departments_account_id_mother_id_fkey',
    });
    assert.deepEqual(await write('insert into departments (account_id, id) values (1, 3)'), {
      kind: 'check',
      detail: 'department_name',
    });
    assert.equal(await write('insert into nowhere values (1)'), null);
  });
});
