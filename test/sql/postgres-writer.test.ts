// Tests writes to PostgreSQL: order within an account, groups, savepoints and broken connections.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#errors/api-error.ts';
import type { Database, Tx } from '#sql/database.ts';
import { asUnit } from '#sql/transaction.ts';
import { byHand, column, run } from './scratch.ts';
import { postgresSuite, scratchPostgres, type ScratchPostgres } from './postgres-scratch.ts';

/** Sequences of ids are the smallest rows that an account has. */
const insert = (tx: Tx, sequence: string, account = 1): Promise<number> =>
  run(tx, 'insert into row_counters (account_id, sequence, next_id) values ($1, $2, 0)', account, sequence);
const sequences = (tx: Tx): Promise<unknown[]> =>
  column(tx, "select sequence from row_counters where sequence <> 'count' order by sequence");
const version = (database: Database): Promise<number> =>
  database.read(1, async (tx) => tx.version ?? Number.NaN);

/** Reads, lets others have their turn, and writes what it has read plus one. */
async function increment(tx: Tx): Promise<void> {
  const [found = 0] = await column(tx, "select next_id from row_counters where sequence = 'count'");
  await new Promise((turned) => setImmediate(turned));
  if (found === 0) await insert(tx, 'count');
  await run(tx, "update row_counters set next_id = $1 where sequence = 'count'", Number(found) + 1);
}

const terminate = 'select pg_terminate_backend(pg_backend_pid())';

/** Ends the connection of every transaction that is in the middle of a statement like this. */
async function terminateWhile({ asSuperuser }: ScratchPostgres, statement: string): Promise<void> {
  const text = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query like '${statement}'`;
  while ((await asSuperuser(text)).length === 0) await new Promise((turned) => setTimeout(turned, 5));
}

postgresSuite('the PostgreSQL writer', () => {
  test('serialises the writes of one account across processes', async (t) => {
    const { database, open } = await scratchPostgres(t);
    const processes = [database, await open(), await open()];
    const writes = Array.from({ length: 60 }, (_, index) => processes[index % 3]!.write(1, increment));
    await Promise.all(writes);
    assert.deepEqual(
      await database.read(1, (tx) => column(tx, "select next_id from row_counters where sequence = 'count'")),
      [60],
    );
  });

  test('writes to one account while a write to another account is open', async (t) => {
    const { database } = await scratchPostgres(t);
    const gate = Promise.withResolvers<void>();
    const slow = database.write(1, async (tx) => {
      await insert(tx, 'slow');
      await gate.promise;
    });
    await database.write(2, (tx) => insert(tx, 'fast', 2));
    assert.deepEqual(await database.read(2, sequences), ['fast']);
    assert.deepEqual(await database.read(1, sequences), []);
    gate.resolve();
    await slow;
    assert.deepEqual(await database.read(1, sequences), ['slow']);
  });

  test('commits writes of one turn of the event loop in groups', async (t) => {
    const { database } = await scratchPostgres(t);
    const before = await version(database);
    const writes = Array.from({ length: 50 }, (_, index) =>
      database.write(1, (tx) => insert(tx, `s${index}`)),
    );
    assert.equal(database.waiting(), 50);
    await Promise.all(writes);
    const commits = (await version(database)) - before;
    assert.ok(commits < 25, `${commits} commits for 50 writes`);
    assert.equal((await database.read(1, sequences)).length, 50);
    assert.equal(database.waiting(), 0);
  });

  test('undoes a failed write and keeps the other writes of its group', async (t) => {
    const { database } = await scratchPostgres(t);
    const results = await Promise.allSettled([
      database.write(1, (tx) => insert(tx, 'first')),
      database.write(1, async (tx) => {
        await insert(tx, 'never seen');
        await insert(tx, 'first');
      }),
      database.write(1, async (tx) => {
        await insert(tx, 'never seen either');
        throw new Error('refused');
      }),
      database.write(1, (tx) => insert(tx, 'last')),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(await database.read(1, sequences), ['first', 'last']);
  });

  test('stores nothing and keeps the version when a single write fails', async (t) => {
    const { database } = await scratchPostgres(t);
    const before = await version(database);
    const refused = database.write(1, async (tx) => {
      await insert(tx, 'never seen');
      throw new Error('refused');
    });
    await assert.rejects(refused, /refused/);
    assert.deepEqual(await database.read(1, sequences), []);
    assert.equal(await version(database), before);
  });

  test('writes each job of a group once when a write that was not waited for is refused', async (t) => {
    const { database } = await scratchPostgres(t);
    const insertLast = (sequence: string): Promise<void> =>
      database.write(
        1,
        asUnit((unit) =>
          unit.run({
            sql: 'insert into "row_counters" (account_id, sequence, next_id) values (1, $1, 0)',
            parameters: [sequence],
          }),
        ),
      );
    await insertLast('first');
    const results = await Promise.allSettled([
      database.write(1, increment),
      insertLast('second'),
      insertLast('first'),
      // It asks nothing, so that the refusal is not known yet when its savepoint is undone.
      database.write(1, () => Promise.reject(new Error('refused'))),
      insertLast('third'),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'rejected', 'fulfilled'],
    );
    const twice = results[2] as PromiseRejectedResult;
    assert.equal(database.dialect.constraintOf(twice.reason)?.kind, 'unique');
    assert.deepEqual(await database.read(1, sequences), ['first', 'second', 'third']);
    const counted = "select next_id from row_counters where sequence = 'count'";
    assert.deepEqual(await database.read(1, (tx) => column(tx, counted)), [1]);
  });

  test('undoes only the inner savepoint that fails', async (t) => {
    const { database } = await scratchPostgres(t);
    await database.write(1, async (tx) => {
      await insert(tx, 'a parent');
      await tx.savepoint(async () => {
        await insert(tx, 'b child');
        const grandchild = tx.savepoint(async () => {
          await insert(tx, 'c grandchild');
          await insert(tx, 'c grandchild');
        });
        await assert.rejects(grandchild, /duplicate key/);
      });
      await insert(tx, 'd sibling');
    });
    assert.deepEqual(await database.read(1, sequences), ['a parent', 'b child', 'd sibling']);
  });

  test('rejects a write whose failed statement was ignored', async (t) => {
    const { database } = await scratchPostgres(t);
    const careless = async (tx: Tx): Promise<void> => {
      await insert(tx, 'lost');
      await run(tx, 'insert into nowhere values (1)').catch(() => undefined);
    };
    await assert.rejects(database.write(1, careless));
    await assert.rejects(database.write(1, (tx) => tx.savepoint(() => careless(tx))));
    assert.deepEqual(await database.read(1, sequences), []);
  });

  test('refuses statements on a transaction that has ended', async (t) => {
    const { database } = await scratchPostgres(t);
    const escaped = await database.write(1, async (tx) => tx);
    await assert.rejects(insert(escaped, 'late'), /has ended/);
    const reading = await database.read(1, async (tx) => tx);
    await assert.rejects(sequences(reading), /has ended/);
  });

  test('reports unavailable when another process holds the account past the time limit', async (t) => {
    const { database, open } = await scratchPostgres(t);
    const impatient = await open({ lockTimeout: 50 });
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow = database.write(1, async (tx) => {
      await insert(tx, 'theirs');
      begun.resolve();
      await gate.promise;
    });
    await begun.promise;
    const error: unknown = await impatient
      .write(1, (tx) => insert(tx, 'ours'))
      .catch((reason: unknown) => reason);
    assert.equal(impatient.dialect.isUnavailable(error), true);
    gate.resolve();
    await slow;
    await impatient.write(1, (tx) => insert(tx, 'ours'));
    assert.deepEqual(await database.read(1, sequences), ['ours', 'theirs']);
  });

  test('repeats a group whose connection broke before the commit', async (t) => {
    const { database } = await scratchPostgres(t);
    let runs = 0;
    const breaking = database.write(1, async (tx) => {
      await insert(tx, 'once');
      if ((runs += 1) === 1) await run(tx, terminate);
    });
    await Promise.all([breaking, database.write(1, (tx) => insert(tx, 'beside'))]);
    assert.equal(runs, 2);
    assert.deepEqual(await database.read(1, sequences), ['beside', 'once']);
  });

  test('runs a group at most three times after serialisation failures and deadlocks', async (t) => {
    const { database } = await scratchPostgres(t);
    for (const code of ['40001', '40P01']) {
      for (const failures of [1, 2, 3]) {
        let runs = 0;
        const write = database.write(1, async (tx) => {
          await insert(tx, `${code} ${failures}`);
          if ((runs += 1) <= failures) await run(tx, `do $$ begin raise sqlstate '${code}'; end $$`);
        });
        const error: unknown = await write.then(
          () => null,
          (reason: unknown) => reason,
        );
        assert.equal(runs, Math.min(failures + 1, 3));
        assert.equal(error !== null && database.dialect.isUnavailable(error), failures === 3);
      }
    }
    assert.equal((await database.read(1, sequences)).length, 4);
  });

  test('does not repeat a write cut off during its commit and says it may be stored', async (t) => {
    const scratch = await scratchPostgres(t);
    await scratch.asSuperuser(
      'create function sleep() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return null; end $$',
      'create constraint trigger slow after insert on row_counters deferrable initially deferred for each row execute function sleep()',
    );
    let runs = 0;
    const write = scratch.database.write(1, async (tx) => {
      runs += 1;
      await insert(tx, 'perhaps');
    });
    const error: unknown = await Promise.all([
      write.catch((reason: unknown) => reason),
      terminateWhile(scratch, '%commit'),
    ]).then(([reason]) => reason);
    assert.ok(error instanceof ApiError && error.code === 'overloaded', String(error));
    assert.match(error.message, /look whether it was/);
    assert.equal(runs, 1);
  });

  test('repeats a read once whose connection broke, then reports unavailable', async (t) => {
    const { database } = await scratchPostgres(t);
    await database.write(1, (tx) => insert(tx, 'there'));
    let runs = 0;
    const read = await database.read(1, async (tx) => {
      if ((runs += 1) === 1) await tx.all({ sql: terminate, parameters: [] });
      return sequences(tx);
    });
    assert.deepEqual([read, runs], [['there'], 2]);
    const always = database.read(1, (tx) => tx.all({ sql: terminate, parameters: [] }));
    const error: unknown = await always.catch((reason: unknown) => reason);
    assert.equal(database.dialect.isUnavailable(error), true);
  });

  test('refuses a write in a read transaction', async (t) => {
    const { database } = await scratchPostgres(t);
    await assert.rejects(
      database.read(1, (tx) => insert(tx, 'x')),
      /read-only/,
    );
  });

  test('replaces a prepared plan after another process altered the table', async (t) => {
    const { database, asSuperuser } = await scratchPostgres(t);
    const all = (tx: Tx) => tx.all({ sql: byHand('select * from row_counters'), parameters: [] });
    await database.write(1, (tx) => insert(tx, 'kept'));
    for (let index = 0; index < 3; index += 1) await database.read(1, all);
    await asSuperuser('alter table row_counters add column more text');
    assert.deepEqual(await database.read(1, all), [
      { account_id: 1, sequence: 'kept', next_id: 0, more: null },
    ]);
  });

  test('returns whole numbers above 2^53 as bigint', async (t) => {
    const { database } = await scratchPostgres(t);
    const text =
      'select 9007199254740991::bigint as fits, 9007199254740993::bigint as large, -5::bigint as small';
    assert.deepEqual(await database.read(1, (tx) => tx.all({ sql: text, parameters: [] })), [
      { fits: 9007199254740991, large: 9007199254740993n, small: -5 },
    ]);
  });
});
