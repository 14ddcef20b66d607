// Tests horizons, stamps and versions of an account on PostgreSQL with processes whose clocks differ.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Database, Tx } from '#sql/database.ts';
import { runs } from '../support/property.ts';
import { addressOf, withServer } from '../support/postgres-databases.ts';
import { column, handClock, run, start, type HandClock } from './scratch.ts';
import { postgresSuite, scratchPostgres } from './postgres-scratch.ts';

const insert = (tx: Tx, sequence: string): Promise<number> =>
  run(tx, 'insert into row_counters (account_id, sequence, next_id) values (1, $1, $2)', sequence, tx.stamp);
const horizon = (database: Database): Promise<number> => database.read(1, async (tx) => tx.horizon);
const version = (database: Database): Promise<number | null> => database.read(1, async (tx) => tx.version);

/** A write that has its lock and its row, and commits when it is told to. */
async function begun(
  database: Database,
  sequence: string,
): Promise<{ readonly stamp: number; readonly commit: () => Promise<void> }> {
  const gate = Promise.withResolvers<void>();
  const stamped = Promise.withResolvers<number>();
  const write = database.write(1, async (tx) => {
    await insert(tx, sequence);
    stamped.resolve(tx.stamp);
    await gate.promise;
  });
  const stamp = await stamped.promise;
  return {
    stamp,
    commit: async () => {
      gate.resolve();
      await write;
    },
  };
}

postgresSuite('the clock of an account on PostgreSQL', () => {
  test("returns the clock's second as the horizon without changing the version", async (t) => {
    const { database, clock } = await scratchPostgres(t);
    clock.set(start + 10);
    const before = await version(database);
    assert.equal(await horizon(database), start + 10);
    clock.set(start + 11);
    assert.equal(await horizon(database), start + 11);
    assert.equal(await version(database), before);
  });

  test('keeps the horizon at or below the stamp of an open write in any process', async (t) => {
    const { database, open, clock } = await scratchPostgres(t);
    const other = await open();
    clock.set(start + 5);
    const write = await begun(other, 'slow');
    clock.set(start + 50);
    for (const reader of [database, other]) assert.ok((await horizon(reader)) <= write.stamp);
    await write.commit();
    assert.equal(await horizon(database), start + 50);
  });

  test("stamps no write below an answered horizon when the writer's clock is behind", async (t) => {
    const { database, open } = await scratchPostgres(t);
    const slow = handClock();
    const behind = await open({ clock: slow });
    slow.set(start - 3600);
    const answered = await horizon(database);
    assert.equal(answered, start);
    assert.equal(await behind.write(1, async (tx) => tx.stamp), answered);
  });

  test('answers reads with the horizon before while its table takes no write', async (t) => {
    const { database, url, clock } = await scratchPostgres(t);
    const before = await horizon(database);
    clock.set(start + 5);
    const superuser = addressOf(url, { user: 'postgres', database: new URL(url).pathname.slice(1) });
    await withServer(superuser, async (client) => {
      await client.query('begin');
      await client.query('lock table account_clocks in share mode');
      assert.equal(await horizon(database), before);
      assert.equal((await database.look(1)).horizon, before);
      await client.query('commit');
    });
    assert.equal(await horizon(database), start + 5);
  });

  test('keeps separate horizons and versions for each account', async (t) => {
    const { database, clock } = await scratchPostgres(t);
    const write = await begun(database, 'slow');
    clock.set(start + 5);
    assert.equal(await database.read(2, async (tx) => tx.horizon), start + 5);
    const before = await database.read(2, async (tx) => tx.version);
    await write.commit();
    assert.equal(await database.read(2, async (tx) => tx.version), before);
  });

  test('raises the version in every process with each commit', async (t) => {
    const { database, open } = await scratchPostgres(t);
    const other = await open();
    const seen = [await version(other)];
    const commits = [
      () => database.write(1, (tx) => insert(tx, 'a')),
      () => other.write(1, (tx) => insert(tx, 'b')),
      () => database.write(null, async () => undefined),
    ];
    for (const commit of commits) {
      await commit();
      seen.push(await version(other));
      assert.equal(await version(database), seen.at(-1));
    }
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => Number(a) - Number(b)),
    );
    assert.equal(new Set(seen).size, seen.length);
    assert.equal(await database.write(1, async (tx) => tx.version), null, 'none inside a write');
  });

  test('keeps the version when a write fails', async (t) => {
    const { database } = await scratchPostgres(t);
    const before = await version(database);
    await database.write(1, () => Promise.reject(new Error('refused'))).catch(() => undefined);
    assert.equal(await version(database), before);
  });

  test('stamps rows that a snapshot lacks at or after its horizon', async (t) => {
    const { open } = await scratchPostgres(t);
    const clocks = [handClock(), handClock(), handClock()];
    const processes = await Promise.all(clocks.map((clock) => open({ clock, connections: 3 })));
    const who = fc.nat({ max: processes.length - 1 });
    const event = fc.oneof(
      fc.record({ kind: fc.constant('begin' as const), who }),
      fc.record({ kind: fc.constant('commit' as const), who }),
      fc.record({ kind: fc.constant('read' as const), who }),
      fc.record({ kind: fc.constant('tick' as const), who, by: fc.integer({ min: -3, max: 3 }) }),
    );
    let serial = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 14 }), async (events) => {
        const world = new World({ processes, clocks, nextName: () => `w${(serial += 1)}` });
        for (const one of events) await world.apply(one);
        await world.end();
        world.check();
      }),
      runs({ test: 150, long: 750, soak: 15_000 }),
    );
  });
});

type Event =
  | { readonly kind: 'begin' | 'commit' | 'read'; readonly who: number }
  | { readonly kind: 'tick'; readonly who: number; readonly by: number };

interface Parts {
  readonly processes: readonly Database[];
  readonly clocks: readonly HandClock[];
  readonly nextName: () => string;
}

/** What processes did to one account, and what each snapshot showed. */
class World {
  readonly #parts: Parts;
  readonly #stamps = new Map<string, number>();
  readonly #reads: { readonly horizon: number; readonly seen: ReadonlySet<unknown> }[] = [];
  #open: { name: string; commit: () => Promise<void> } | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async apply(event: Event): Promise<void> {
    const database = this.#parts.processes[event.who] as Database;
    const clock = this.#parts.clocks[event.who] as HandClock;
    switch (event.kind) {
      case 'tick':
        return clock.set(clock() / 1000 + event.by);
      case 'commit':
        return this.#commit();
      case 'read':
        return this.#read(database);
      case 'begin': {
        // One writer at a time: the one before must be through.
        await this.#commit();
        const name = this.#parts.nextName();
        const { stamp, commit } = await begun(database, name);
        this.#stamps.set(name, stamp);
        this.#open = { name, commit };
      }
    }
  }

  async end(): Promise<void> {
    await this.#commit();
  }

  check(): void {
    for (const { horizon: answered, seen } of this.#reads) {
      for (const [name, stamp] of this.#stamps) {
        assert.ok(seen.has(name) || stamp >= answered, `${name} has ${stamp}, the horizon was ${answered}`);
      }
    }
  }

  async #commit(): Promise<void> {
    await this.#open?.commit();
    this.#open = null;
  }

  async #read(database: Database): Promise<void> {
    await database.read(1, async (tx) => {
      const seen = new Set(await column(tx, 'select sequence from row_counters'));
      this.#reads.push({ horizon: tx.horizon, seen });
    });
  }
}
