// Tests reads from SQLite: one committed snapshot for each read, and a version that each commit raises.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import type { Tx } from '#sql/database.ts';
import { column, handClock, notesDatabase, run, start } from './scratch.ts';

const insert = (tx: Tx, text: string): Promise<number> =>
  run(tx, 'insert into notes (text) values (?)', text);
const texts = (tx: Tx): Promise<unknown[]> => column(tx, 'select text from notes order by id');

suite('the SQLite reader', () => {
  test('shows no uncommitted row, even of the same group of writes', async (t) => {
    const { database } = await notesDatabase(t);
    const committed: string[] = [];
    const peek = async (tx: Tx, text: string): Promise<void> => {
      await insert(tx, text);
      // A slow machine gives the second a group of its own.
      assert.deepEqual(await database.read(null, texts), committed);
    };
    const write = async (text: string): Promise<void> => {
      await database.write(null, (tx) => peek(tx, text));
      committed.push(text);
    };
    await Promise.all(['one', 'two'].map(write));
    assert.deepEqual(await database.read(null, texts), ['one', 'two']);
  });

  test('shows one snapshot to all statements of one read', async (t) => {
    const { database, file } = await notesDatabase(t);
    const other = new Sqlite(file);
    t.after(() => other.close());
    const [before, after] = await database.read(null, async (tx) => {
      // Nothing has been read yet: the snapshot must be older than this commit all the same.
      other.exec("insert into notes (text) values ('while reading')");
      const first = await texts(tx);
      other.exec("insert into notes (text) values ('still reading')");
      return [first, await texts(tx)];
    });
    assert.deepEqual([before, after], [[], []]);
    assert.equal((await database.read(null, texts)).length, 2);
  });

  test('keeps the version without a commit and raises it with each commit', async (t) => {
    const { database, file } = await notesDatabase(t);
    const version = (): Promise<number> => database.read(null, async (tx) => tx.version ?? Number.NaN);
    const first = await version();
    assert.equal(await version(), first);
    await database.write(null, (tx) => insert(tx, 'ours'));
    const second = await version();
    assert.ok(second > first, `${second} > ${first}`);
    const other = new Sqlite(file);
    t.after(() => other.close());
    other.exec("insert into notes (text) values ('theirs')");
    const third = await version();
    assert.ok(third > second, `${third} > ${second}`);
    await database.write(null, (tx) => insert(tx, 'ours')).catch(() => undefined);
    assert.equal(await version(), third, 'a write that was undone is no commit');
  });

  test('returns the version of the snapshot while another connection commits', async (t) => {
    const { database, file } = await notesDatabase(t);
    const other = new Sqlite(file);
    t.after(() => other.close());
    const seen = new Map<number | null, number>();
    for (let round = 0; round < 5; round += 1) {
      await database.read(null, async (tx) => {
        other.exec(`insert into notes (text) values ('${round}')`);
        seen.set(tx.version, (await texts(tx)).length);
      });
    }
    assert.deepEqual([...seen.values()], [0, 1, 2, 3, 4]);
  });

  test('has no version inside a write', async (t) => {
    const { database } = await notesDatabase(t);
    assert.equal(await database.write(null, async (tx) => tx.version), null);
  });

  test('refuses a write in a read transaction', async (t) => {
    const { database } = await notesDatabase(t);
    await assert.rejects(
      database.read(null, (tx) => insert(tx, 'x')),
      /readonly/,
    );
    assert.deepEqual(await database.read(null, texts), []);
  });

  test('answers concurrent reads when one of them fails', async (t) => {
    const { database } = await notesDatabase(t);
    const failed = database.read(null, (tx) => column(tx, 'select 1 from nowhere'));
    const others = [
      database.read(null, texts),
      database.read(null, async (tx) => tx.savepoint(() => texts(tx))),
    ];
    await assert.rejects(failed, /nowhere/);
    assert.deepEqual(await Promise.all(others), [[], []]);
  });

  test("returns the clock's second as now", async (t) => {
    const clock = handClock();
    const { database } = await notesDatabase(t, { clock });
    clock.set(start + 7.9);
    assert.equal(await database.read(null, async (tx) => tx.now), start + 7);
  });
});
