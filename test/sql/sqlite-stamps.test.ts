// Tests the guarantee behind delta synchronisation: a row that a snapshot lacks is stamped at or after its horizon.
import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { suite, test, type TestContext } from 'node:test';
import fc from 'fast-check';
import type { Database, Tx } from '#sql/database.ts';
import { runs } from '../support/property.ts';
import type { Answer, Order } from './other-process.ts';
import { column, handClock, notesDatabase, run, scratchDatabase, start } from './scratch.ts';

const stamped = (tx: Tx, text: string): Promise<number> =>
  run(tx, 'insert into notes (text, stamp) values (?, ?)', text, tx.stamp);
const horizon = (database: Database): Promise<number> => database.read(null, async (tx) => tx.horizon);
const stamp = (database: Database): Promise<number> => database.write(null, async (tx) => tx.stamp);

suite('stamps and horizons on SQLite', () => {
  test("returns the clock's second as the horizon while no write is open", async (t) => {
    const clock = handClock();
    const { database } = await notesDatabase(t, { clock });
    assert.equal(await horizon(database), start);
    clock.set(start + 1);
    assert.equal(await horizon(database), start + 1);
  });

  test('reads a horizon without a commit', async (t) => {
    const clock = handClock();
    const { database } = await notesDatabase(t, { clock });
    const before = await database.read(null, async (tx) => tx.version);
    clock.set(start + 1);
    assert.equal(await database.read(null, async (tx) => tx.version), before);
  });

  test('keeps the horizon at the stamp of an open write in this process', async (t) => {
    const clock = handClock();
    const { database } = await notesDatabase(t, { clock });
    await database.write(null, async (tx) => {
      await stamped(tx, 'slow');
      clock.set(start + 5);
      assert.equal(await horizon(database), start);
      assert.equal(tx.horizon, start);
    });
    assert.equal(await horizon(database), start + 5);
  });

  test('keeps the horizon at the stamp of an open write in another process', async (t) => {
    const clock = handClock();
    const { database, file } = await notesDatabase(t, { clock });
    const other = await otherProcess(t, file);
    clock.set(start + 1);
    assert.equal(await horizon(database), start + 1);
    assert.deepEqual(await other.ask({ kind: 'write', text: 'theirs', at: start + 2 }), {
      kind: 'held',
      stamp: start + 2,
    });
    clock.set(start + 9);
    assert.equal(await horizon(database), start + 2);
    assert.deepEqual(await other.ask({ kind: 'commit' }), { kind: 'committed' });
    assert.equal(await horizon(database), start + 9);
    assert.deepEqual(await database.read(null, (tx) => column(tx, 'select text from notes')), ['theirs']);
  });

  test('stamps no write before a horizon that another process has read', async (t) => {
    const clock = handClock();
    const { database, file } = await notesDatabase(t, { clock });
    const other = await otherProcess(t, file);
    clock.set(start + 60);
    assert.equal(await horizon(database), start + 60);
    const held = await other.ask({ kind: 'write', text: 'theirs', at: start + 3 });
    assert.deepEqual(held, { kind: 'held', stamp: start + 60 });
    await other.ask({ kind: 'commit' });
  });

  test('keeps stamps and horizons ascending when the clock is set back, also on restart', async (t) => {
    const clock = handClock();
    const { database, file } = await notesDatabase(t, { clock });
    clock.set(start + 60);
    assert.equal(await stamp(database), start + 60);
    clock.set(start + 70);
    assert.equal(await horizon(database), start + 70);
    clock.set(start);
    assert.equal(await stamp(database), start + 70);
    assert.equal(await horizon(database), start + 70);
    await database.close();
    const reopened = await scratchDatabase(t, { file, clock });
    assert.equal(await horizon(reopened.database), start + 70);
    assert.equal(await stamp(reopened.database), start + 70);
  });

  test('loses no row for a client that reads from horizon to horizon', async (t) => {
    const step = fc.record({
      who: fc.integer({ min: 0, max: 1 }),
      what: fc.constantFrom('write', 'hold', 'release', 'sync', 'forward', 'forward', 'back'),
    });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        round += 1;
        await replay(t, steps, `round ${round}`);
      }),
      runs({ test: 40, long: 300, soak: 6000 }),
    );
  });
});

interface Step {
  readonly who: number;
  readonly what: 'write' | 'hold' | 'release' | 'sync' | 'forward' | 'back';
}

/** Two databases on one file stand for two processes; each has a clock of its own. */
async function replay(t: TestContext, steps: readonly Step[], name: string): Promise<void> {
  const clocks = [handClock(), handClock()];
  const first = await notesDatabase(t, { clock: clocks[0]!, lockTimeout: 3 });
  const second = await scratchDatabase(t, { file: first.file, clock: clocks[1]!, lockTimeout: 3 });
  const databases = [first.database, second.database];
  const known = new Set<unknown>();
  let since = 0;
  let held: { readonly who: number; release(): Promise<void> } | null = null;
  const sync = (database: Database): Promise<void> =>
    database.read(null, async (tx) => {
      for (const text of await column(tx, 'select text from notes where stamp >= ?', since)) known.add(text);
      since = tx.horizon;
    });
  for (const [index, { who, what }] of steps.entries()) {
    const [database, clock] = [databases[who]!, clocks[who]!];
    if (what === 'sync') await sync(database);
    if (what === 'forward') clock.set(clock() / 1000 + 1);
    if (what === 'back') clock.set(clock() / 1000 - 2);
    if (what === 'hold' && held === null) held = { who, release: await hold(database, `${index}`) };
    // The other process's write is refused as busy; this one's would wait for itself.
    if (what === 'write' && held?.who !== who)
      await database.write(null, (tx) => stamped(tx, `${index}`)).catch(() => 0);
    if (what === 'release') {
      await held?.release();
      held = null;
    }
  }
  await held?.release();
  await sync(first.database);
  const all = await first.database.read(null, (tx) => column(tx, 'select text from notes'));
  assert.deepEqual([...known].sort(), all.sort(), name);
  await Promise.all(databases.map((database) => database.close()));
}

/** Writes a row, and answers what lets the write go on to its commit. */
async function hold(database: Database, text: string): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const write = database.write(null, async (tx) => {
    await stamped(tx, text);
    written.resolve();
    await gate.promise;
  });
  await written.promise;
  return () => {
    gate.resolve();
    return write;
  };
}

interface OtherProcess {
  ask(order: Order): Promise<Answer>;
}

async function otherProcess(t: TestContext, file: string): Promise<OtherProcess> {
  const child: ChildProcess = fork(new URL('./other-process.ts', import.meta.url), [file]);
  t.after(() => void child.kill());
  await once(child, 'message');
  return {
    async ask(order) {
      child.send(order);
      return ((await once(child, 'message')) as [Answer])[0];
    },
  };
}
