// Tests reads on a real standby: a read never shows less than was committed before it began.
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { ObservedEvent } from '#observe/event.ts';
import { insertAccount } from '#sql/accounts.ts';
import type { Database, Tx } from '#sql/database.ts';
import { openDatabase } from '#sql/open-database.ts';
import { caughtUp } from '../support/caught-up.ts';
import { startCluster, startFollower, type Cluster, type Follower } from '../support/postgres-cluster.ts';
import { runs } from '../support/property.ts';
import { addressOf, createPostgres, owner, withServer } from '../support/postgres-databases.ts';
import { column, run } from './scratch.ts';
import { postgresSuite } from './postgres-scratch.ts';

let primary: Cluster;
let follower: Follower;

interface Place {
  readonly url: string;
  readonly standby: string;
  readonly events: ObservedEvent[];
  /** Opens it as one more process would. */
  open(standbys?: readonly string[]): Promise<Database>;
}

/** A database with the accounts 1 and 2 that the standby has too. */
async function place(t: TestContext): Promise<Place> {
  const { url, remove } = await createPostgres(primary.url);
  const opened: Database[] = [];
  t.after(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await remove();
  });
  const events: ObservedEvent[] = [];
  const observe = (event: ObservedEvent): void => void events.push(event);
  const standby = addressOf(follower.url, { user: owner, database: new URL(url).pathname.slice(1) });
  const open = async (standbys = [standby]): Promise<Database> => {
    const database = await openDatabase({ url, clock: Date.now, observe, standbys });
    opened.push(database);
    return database;
  };
  const first = await open([]);
  for (const id of [1, 2]) await first.write(id, (tx) => insertAccount(tx, { id, name: `account${id}` }));
  await caughtUp(primary, follower);
  return { url, standby, events, open };
}

const on = async (url: string, text: string): Promise<readonly Record<string, unknown>[]> => {
  let rows: readonly Record<string, unknown>[] = [];
  await withServer(url, async (client) => {
    rows = (await client.query<Record<string, unknown>>(text)).rows;
  });
  return rows;
};
const onFollower = (text: string): Promise<readonly Record<string, unknown>[]> => on(follower.url, text);

const write = (database: Database, name: string, account = 1): Promise<number> =>
  database.write(account, (tx) =>
    run(tx, 'insert into row_counters (account_id, sequence, next_id) values ($1, $2, 0)', account, name),
  );
const names = (tx: Tx): Promise<unknown[]> => column(tx, 'select sequence from row_counters order by 1');
const servedBy = async (tx: Tx): Promise<'standby' | 'primary'> =>
  (await column(tx, 'select pg_is_in_recovery()::text'))[0] === 'true' ? 'standby' : 'primary';
const readOf = (database: Database, account = 1): Promise<{ from: string; rows: unknown[] }> =>
  database.read(account, async (tx) => ({ from: await servedBy(tx), rows: await names(tx) }));

postgresSuite('reads on a standby', () => {
  before(async () => {
    // Otherwise a commit may stay seconds before it is sent to the standby.
    primary = (await startCluster(['synchronous_commit=local'])) as Cluster;
    follower = await startFollower(primary);
  });
  after(() => {
    follower.remove();
    primary.remove();
  });

  test('use the standby only for reads of an account', async (t) => {
    const database = await (await place(t)).open();
    assert.equal((await readOf(database)).from, 'standby');
    assert.equal(await database.read(null, servedBy), 'primary');
    assert.equal(await database.write(1, servedBy), 'primary');
  });

  test('show rows of one account only', async (t) => {
    const database = await (await place(t)).open();
    await write(database, 'of one', 1);
    await caughtUp(primary, follower);
    assert.deepEqual(await readOf(database, 1), { from: 'standby', rows: ['of one'] });
    assert.deepEqual(await readOf(database, 2), { from: 'standby', rows: [] });
  });

  test('use the primary in every process while the standby lacks a commit of the account', async (t) => {
    const { open } = await place(t);
    const [one, other] = [await open(), await open()];
    await onFollower('select pg_wal_replay_pause()');
    t.after(() => onFollower('select pg_wal_replay_resume()'));
    await write(one, 'new');
    for (const database of [one, other]) {
      assert.deepEqual(await readOf(database), { from: 'primary', rows: ['new'] });
      assert.equal((await readOf(database, 2)).from, 'standby', 'nothing has happened in the other account');
    }
    await onFollower('select pg_wal_replay_resume()');
    await caughtUp(primary, follower);
    assert.deepEqual(await readOf(other), { from: 'standby', rows: ['new'] });
  });

  test('show every acknowledged write, however far the standby is behind', async (t) => {
    const { open } = await place(t);
    const processes = [await open(), await open()];
    const seen = { standby: 0, primary: 0 };
    const acknowledged = new Set<string>();
    let serial = 0;
    const act = {
      write: async (database: Database) => {
        const name = `w${(serial += 1)}`;
        await write(database, name);
        acknowledged.add(name);
      },
      read: async (database: Database) => {
        const wanted = [...acknowledged];
        const { from, rows } = await readOf(database);
        seen[from as keyof typeof seen] += 1;
        assert.deepEqual(
          wanted.filter((name) => !rows.includes(name)),
          [],
          `a read on the ${from}`,
        );
      },
      pause: async () => void (await onFollower('select pg_wal_replay_pause()')),
      resume: async () => void (await onFollower('select pg_wal_replay_resume()')),
      catchUp: async () => {
        await act.resume();
        await caughtUp(primary, follower);
      },
    };
    const step = fc.tuple(
      fc.constantFrom('write', 'read', 'read', 'read', 'pause', 'resume', 'catchUp'),
      fc.nat({ max: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        for (const [what, who] of steps) await act[what as keyof typeof act](processes[who] as Database);
      }),
      runs({ test: 40, long: 100, soak: 4000 }),
    );
    await act.resume();
    assert.ok(seen.standby > 0 && seen.primary > 0, `read on ${JSON.stringify(seen)}`);
  });

  test('stamp rows that a snapshot lacks at or after its horizon', async (t) => {
    const { open } = await place(t);
    const [writer, reader] = [await open([]), await open()];
    const stamps = new Map<string, number>();
    const reads: { horizon: number; rows: unknown[]; from: string }[] = [];
    let onStandby = Promise.withResolvers<void>();
    const writeAll = async (): Promise<void> => {
      // Stamps are whole seconds: some writes must lie in different ones.
      for (let serial = 0; serial < 400 || new Set(stamps.values()).size < 3; serial += 1) {
        const name = `d${serial}`;
        await writer.write(1, async (tx) => {
          stamps.set(name, tx.stamp);
          await run(
            tx,
            'insert into row_counters (account_id, sequence, next_id) values (1, $1, $2)',
            name,
            tx.stamp,
          );
        });
        // The standby catches up now and then, so that it answers some of the reads.
        if (serial % 40 === 0) await Promise.race([onStandby.promise, reading]);
      }
    };
    const readOne = async (): Promise<void> => {
      const read = await reader.read(1, async (tx) => ({
        horizon: tx.horizon,
        rows: await names(tx),
        from: await servedBy(tx),
      }));
      reads.push(read);
      if (read.from !== 'standby') return;
      onStandby.resolve();
      onStandby = Promise.withResolvers();
    };
    const written = new AbortController();
    const reading = (async () => {
      while (!written.signal.aborted) await readOne();
    })();
    await Promise.all([reading, writeAll().finally(() => written.abort())]);
    for (const { horizon, rows, from } of reads) {
      const shown = new Set(rows);
      for (const [name, stamp] of stamps) {
        assert.ok(
          shown.has(name) || stamp >= horizon,
          `${name} of ${stamp} is not in what the ${from} showed at ${horizon}`,
        );
      }
    }
    assert.ok(reads.some(({ from }) => from === 'standby'));
  });

  test('use the primary while the standby is stopped and the standby afterwards', async (t) => {
    const { open, events, standby } = await place(t);
    const database = await open();
    assert.equal((await readOf(database)).from, 'standby');
    await follower.stop();
    try {
      for (let round = 0; round < 3; round += 1) assert.equal((await readOf(database)).from, 'primary');
    } finally {
      await follower.start();
    }
    const found = (kind: string): ObservedEvent[] => events.filter((event) => event.kind === kind);
    assert.equal(found('standby_lost').length, 1);
    while ((await readOf(database)).from !== 'standby') await pause(200);
    assert.equal(found('standby_found').length, 1);
    assert.ok(events.every((event) => !('database' in event) || event.database !== standby));
  });

  test('use the primary while the standby hangs', async (t) => {
    const { open, events } = await place(t);
    const database = await open();
    assert.equal((await readOf(database)).from, 'standby');
    follower.signal('SIGSTOP');
    t.after(() => follower.signal('SIGCONT'));
    // The first finds out; if the others waited as well, this would take minutes.
    for (let round = 0; round < 50; round += 1) assert.equal((await readOf(database)).from, 'primary');
    assert.equal(events.filter(({ kind }) => kind === 'standby_lost').length, 1);
    follower.signal('SIGCONT');
    while ((await readOf(database)).from !== 'standby') await pause(200);
  });

  test('ignore and report a server that is no standby of the database', async (t) => {
    const { open, events, url } = await place(t);
    const other = await createPostgres(primary.url);
    t.after(other.remove);
    const elsewhere = addressOf(follower.url, { user: owner, database: 'postgres' });
    for (const wrong of [other.url, elsewhere]) {
      assert.equal((await readOf(await open([wrong]))).from, 'primary');
      const event = events.pop();
      assert.match(String(event?.kind === 'standby_lost' && event.error), /no standby of the database/);
    }
    assert.equal(
      (await readOf(await open([url]))).from,
      'primary',
      'the primary itself may stand for a standby',
    );
    assert.deepEqual(events, []);
  });

  // The last one: what was promoted follows no more.
  test('ignore and report a standby that was promoted', async (t) => {
    const { open, events, standby } = await place(t);
    const database = await open();
    assert.equal((await readOf(database)).from, 'standby');
    await onFollower('select pg_promote()');
    const promoted = await openDatabase({ url: standby, clock: Date.now, observe: () => {} });
    t.after(() => promoted.close());
    await write(promoted, 'ghost');
    await write(promoted, 'ghost too');
    await write(database, 'real');
    assert.deepEqual(await readOf(database), { from: 'primary', rows: ['real'] });
    const lost = events.flatMap((event) => (event.kind === 'standby_lost' ? String(event.error) : []));
    assert.ok(
      lost.some((error) => error.includes('follows no more')),
      lost.join(),
    );
  });
});
