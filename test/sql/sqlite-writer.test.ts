// Tests writes to SQLite: groups, savepoints, and locks that another connection holds.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import type { Tx } from '#sql/database.ts';
import { column, notesDatabase, run, scratchDatabase } from './scratch.ts';

const insert = (tx: Tx, text: string): Promise<number> =>
  run(tx, 'insert into notes (text) values (?)', text);
const texts = (tx: Tx): Promise<unknown[]> => column(tx, 'select text from notes order by id');

suite('the SQLite writer', () => {
  test('commits writes of one turn of the event loop in groups', async (t) => {
    const { database, file } = await notesDatabase(t);
    const watcher = new Sqlite(file, { readonly: true });
    t.after(() => watcher.close());
    const version = watcher.prepare('pragma data_version').pluck();
    const frames = (): number => (watcher.pragma('wal_checkpoint(noop)') as { log: number }[])[0]!.log;
    const seen = new Set([version.get()]);
    const before = frames();
    const writes = Array.from({ length: 50 }, (_, index) =>
      database.write(null, (tx) => insert(tx, `note ${index}`)).then(() => void seen.add(version.get())),
    );
    assert.equal(database.waiting(), 50);
    await Promise.all(writes);
    // A machine that is busy may close a group early.
    assert.ok(seen.size < 10, `${seen.size - 1} commits are seen for fifty writes`);
    assert.ok(frames() - before < 20 * seen.size, `the log grew by ${frames() - before} pages`);
    assert.equal((await database.read(null, texts)).length, 50);
    assert.equal(database.waiting(), 0);
  });

  test('puts at most 64 writes into one commit', async (t) => {
    const { database, file } = await notesDatabase(t);
    const watcher = new Sqlite(file, { readonly: true });
    t.after(() => watcher.close());
    const version = watcher.prepare('pragma data_version').pluck();
    const seen = new Set([version.get()]);
    const note = (): void => void seen.add(version.get());
    await Promise.all(
      Array.from({ length: 130 }, (_, i) => database.write(null, (tx) => insert(tx, `${i}`)).then(note)),
    );
    assert.ok(seen.size >= 4, `${seen.size - 1} commits were seen`);
    assert.equal((await database.read(null, texts)).length, 130);
  });

  test('undoes a failed write and keeps the other writes of its group', async (t) => {
    const { database } = await notesDatabase(t);
    const results = await Promise.allSettled([
      database.write(null, (tx) => insert(tx, 'first')),
      database.write(null, async (tx) => {
        await insert(tx, 'never seen');
        await insert(tx, 'first');
      }),
      database.write(null, async (tx) => {
        await insert(tx, 'never seen either');
        throw new Error('refused');
      }),
      database.write(null, (tx) => insert(tx, 'last')),
    ]);
    assert.deepEqual(
      results.map((result) => result.status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(await database.read(null, texts), ['first', 'last']);
  });

  test('resolves writes only after their commit', async (t) => {
    const { database, file } = await notesDatabase(t);
    const watcher = new Sqlite(file, { readonly: true });
    t.after(() => watcher.close());
    const count = watcher.prepare('select count(*) from notes').pluck();
    const counts: unknown[] = [];
    const inside: unknown[] = [];
    const writes = ['a', 'b', 'c'].map((text) =>
      database
        .write(null, async (tx) => {
          await insert(tx, text);
          inside.push(count.get());
        })
        .then(() => counts.push(count.get())),
    );
    await Promise.all(writes);
    assert.deepEqual(inside, [0, 0, 0]);
    assert.deepEqual(counts, [3, 3, 3]);
  });

  test('rejects the whole group and stores nothing when the commit fails', async (t) => {
    const { database } = await notesDatabase(t);
    await database.write(null, (tx) =>
      run(
        tx,
        'create table answers (note integer references notes (id) deferrable initially deferred) strict',
      ),
    );
    const results = await Promise.allSettled([
      database.write(null, (tx) => insert(tx, 'kept?')),
      database.write(null, (tx) => run(tx, 'insert into answers (note) values (99)')),
    ]);
    assert.deepEqual(
      results.map((result) => result.status),
      ['rejected', 'rejected'],
    );
    assert.deepEqual(await database.read(null, texts), []);
    await database.write(null, (tx) => insert(tx, 'afterwards'));
    assert.deepEqual(await database.read(null, texts), ['afterwards']);
  });

  test('rejects the writes that SQLite rolled back and commits later writes', async (t) => {
    const { database } = await notesDatabase(t);
    const results = await Promise.allSettled([
      database.write(null, (tx) => insert(tx, 'kept?')),
      database.write(null, async (tx) => {
        await run(tx, "insert or rollback into notes (text) values ('kept?')").catch(() => undefined);
        await insert(tx, 'must not be committed on its own');
      }),
      database.write(null, (tx) => insert(tx, 'later')),
    ]);
    assert.deepEqual(
      results.map((result) => result.status),
      ['rejected', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(await database.read(null, texts), ['later']);
  });

  test('undoes only the inner savepoint that fails', async (t) => {
    const { database } = await notesDatabase(t);
    await database.write(null, async (tx) => {
      await insert(tx, 'parent');
      await tx.savepoint(async () => {
        await insert(tx, 'child');
        const grandchild = tx.savepoint(async () => {
          await insert(tx, 'grandchild');
          throw new Error('refused');
        });
        await assert.rejects(grandchild, /refused/);
      });
      await insert(tx, 'sibling');
    });
    assert.deepEqual(await database.read(null, texts), ['parent', 'child', 'sibling']);
  });

  test('refuses statements on a transaction that has ended', async (t) => {
    const { database } = await notesDatabase(t);
    const escaped = await database.write(null, async (tx) => tx);
    await assert.rejects(insert(escaped, 'late'), /has ended/);
    await assert.rejects(texts(escaped), /has ended/);
    await assert.rejects(
      escaped.savepoint(async () => undefined),
      /has ended/,
    );
    const reading = await database.read(null, async (tx) => tx);
    await assert.rejects(texts(reading), /has ended/);
  });

  test('waits for a lock of another connection without blocking the event loop', async (t) => {
    const { database, file } = await notesDatabase(t);
    const other = new Sqlite(file);
    t.after(() => other.close());
    other.exec("begin immediate; insert into notes (text) values ('theirs')");
    const ours = database.write(null, (tx) => insert(tx, 'ours'));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((turned) => setImmediate(turned));
    assert.deepEqual(await database.read(null, texts), []);
    other.exec('commit');
    await ours;
    assert.deepEqual(await database.read(null, texts), ['theirs', 'ours']);
  });

  test('reports unavailable when a lock is held past the time limit', async (t) => {
    const { database, file } = await notesDatabase(t, { lockTimeout: 30 });
    const other = new Sqlite(file);
    t.after(() => other.close());
    other.exec('begin immediate');
    const error: unknown = await database
      .write(null, (tx) => insert(tx, 'ours'))
      .catch((reason: unknown) => reason);
    assert.equal(database.dialect.isUnavailable(error), true);
    other.exec('commit');
    await database.write(null, (tx) => insert(tx, 'again'));
    assert.deepEqual(await database.read(null, texts), ['again']);
  });

  test('returns whole numbers above 2^53 exactly on request', async (t) => {
    const { database } = await scratchDatabase(t);
    const sum = { sql: 'select 9007199254740993 as sum', parameters: [] };
    const [exact] = await database.read(null, (tx) => tx.all({ ...sum, bigints: true }));
    const [plain] = await database.read(null, (tx) => tx.all(sum));
    assert.deepEqual([exact?.['sum'], typeof plain?.['sum']], [9007199254740993n, 'number']);
  });

  test('returns the rows of RETURNING and the number of changed rows', async (t) => {
    const { database } = await notesDatabase(t);
    await database.write(null, async (tx) => {
      const returning = "insert into notes (text) values ('x'), ('y') returning id";
      assert.deepEqual(await column(tx, returning), [1, 2]);
      assert.equal(await run(tx, 'update notes set stamp = 1'), 2);
      assert.equal(await run(tx, 'delete from notes where id = 3'), 0);
    });
  });
});
