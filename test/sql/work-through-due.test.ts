// Tests how processes share the work that is due in many accounts.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Database } from '#sql/database.ts';
import { endWork, expectWork, isWorkDue, setNextWork, type WorkKind } from '#sql/due-work.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import { workThroughDue, type DueWork } from '#sql/work-through-due.ts';
import { storageEngines } from '../support/engines.ts';
import { column, handClock, run, start, type HandClock } from './scratch.ts';
import { asUnit } from '#sql/transaction.ts';

const observe = (): void => {};
const kind: WorkKind = 'turn_rows';

/** More than are looked up at once. */
const accounts = Array.from({ length: 130 }, (_, index) => index + 1);

interface Place {
  /** As many processes as the test has. */
  readonly databases: readonly Database[];
  readonly clock: HandClock;
}

for (const engine of storageEngines) {
  const openPlace = async (t: TestContext, processes = 1): Promise<Place> => {
    const { url, remove } = await engine.create();
    const clock = handClock();
    const open = (): Promise<Database> => openDatabase({ url, clock, observe, connections: 2 });
    const first = await open();
    await migrate(first, { observe });
    const databases = [first];
    while (databases.length < processes) databases.push(await open());
    t.after(async () => {
      for (const database of databases) await database.close();
      await remove();
    });
    await first.write(null, async (tx) => {
      for (const id of accounts)
        await run(tx, `insert into accounts (id, name, created_at) values (${id}, 'account-${id}', 1)`);
    });
    return { databases, clock };
  };
  const expectAll = async ({ databases: [first] }: Place, dueAt: (id: number) => number): Promise<void> => {
    for (const accountId of accounts)
      await first?.write(
        accountId,
        asUnit((tx) => expectWork(tx, { kind, accountId }, dueAt(accountId))),
      );
  };
  /** Works through what is due; `done` gets the ids in order. Each piece of work waits for `begun` before and `ended` after. */
  const workThrough = (
    database: Database,
    {
      done,
      begun,
      ended,
      ...more
    }: Partial<DueWork> & {
      readonly done: number[];
      begun?: () => Promise<void>;
      ended?: () => Promise<void>;
    },
  ): Promise<void> =>
    workThroughDue(database, {
      kind,
      goOn: () => true,
      failed: (account, error) => assert.fail(`${account.name}: ${String(error)}`),
      work: async ({ id: accountId }) => {
        await begun?.();
        await database.write(accountId, async (tx) => {
          if (!(await isWorkDue(tx, { kind, accountId }))) return;
          done.push(accountId);
          await setNextWork(tx, { kind, accountId }, tx.now + 3600);
        });
        await ended?.();
      },
      ...more,
    });

  describe(`due work in many accounts (${engine.name})`, () => {
    it('is done in one pass, longest overdue first, and not before it is due', async (t) => {
      const place = await openPlace(t);
      const [database] = place.databases as [Database];
      await expectAll(place, (id) => (id % 10 === 0 ? start + 1 : start - id));
      const done: number[] = [];
      await workThrough(database, { done });
      const due = accounts.filter((id) => id % 10 !== 0);
      assert.deepEqual(done, due.toReversed());
      place.clock.set(start + 1);
      await workThrough(database, { done });
      assert.deepEqual(
        done.slice(due.length),
        accounts.filter((id) => id % 10 === 0),
      );
      await workThrough(database, { done });
      assert.equal(done.length, accounts.length);
    });

    it('is done once by three processes, each of which does a part', async (t) => {
      const place = await openPlace(t, 3);
      await expectAll(place, () => start);
      /** Waits until every process has come here once. */
      const meeting = (): ((index: number) => Promise<void>) => {
        const everybody = Promise.withResolvers<void>();
        const here = new Set<number>();
        return (index) => {
          if (here.add(index).size === place.databases.length) everybody.resolve();
          return everybody.promise;
        };
      };
      const [begin, end] = [meeting(), meeting()];
      const all = await Promise.all(
        place.databases.map(async (database, index) => {
          const done: number[] = [];
          await workThrough(database, {
            done,
            begun: () => begin(index),
            ended: () => end(index),
            beginAt: 17 * index,
          });
          return done;
        }),
      );
      assert.deepEqual(
        all.flat().toSorted((a, b) => a - b),
        accounts,
      );
      for (const done of all) assert.ok(done.length > 0);
    });

    it('continues after a failure in one account and tries it again after 60 seconds', async (t) => {
      const place = await openPlace(t);
      const [database] = place.databases as [Database];
      // More than are looked up at once fail, and they have waited for longest.
      const broken = new Set(accounts.slice(0, 70));
      await expectAll(place, (id) => start - (broken.has(id) ? 100 : 0));
      const done: number[] = [];
      const failed: number[] = [];
      const fails = (): Partial<DueWork> & { readonly done: number[] } => ({
        done,
        failed: ({ id }) => void failed.push(id),
        work: async ({ id: accountId }) => {
          if (broken.has(accountId)) throw new Error('its node is down');
          done.push(accountId);
          await database.write(accountId, (tx) => setNextWork(tx, { kind, accountId }, null));
        },
      });
      await workThrough(database, fails());
      assert.deepEqual([failed, done], [[...broken], accounts.filter((id) => !broken.has(id))]);
      place.clock.set(start + 59);
      await workThrough(database, fails());
      assert.equal(failed.length, broken.size);
      place.clock.set(start + 60);
      broken.clear();
      await workThrough(database, fails());
      assert.deepEqual(
        done.toSorted((a, b) => a - b),
        accounts,
      );
    });

    it('is done in turn, so that no account waits for the queue of another', async (t) => {
      const place = await openPlace(t);
      const [database] = place.databases as [Database];
      await expectAll(place, () => start);
      const left = new Map(accounts.map((id) => [id, id === 77 ? 1 : 3]));
      const done: number[] = [];
      await workThrough(database, {
        done,
        work: async ({ id: accountId }) => {
          done.push(accountId);
          const more = (left.get(accountId) ?? 0) - 1;
          left.set(accountId, more);
          place.clock.set(start + Math.floor(done.length / 50));
          await database.write(accountId, (tx) =>
            setNextWork(tx, { kind, accountId }, more === 0 ? null : tx.now),
          );
        },
      });
      assert.equal(done.length, 3 * accounts.length - 2);
      assert.ok(done.indexOf(77) < accounts.length, `its turn was ${done.indexOf(77)}`);
    });

    it('skips suspended accounts, stops on request and is deleted with its account', async (t) => {
      const place = await openPlace(t);
      const [database] = place.databases as [Database];
      await expectAll(place, () => start);
      await database.write(null, (tx) => run(tx, 'update accounts set suspended_at = 1 where id > 5'));
      const done: number[] = [];
      await workThrough(database, { done, goOn: () => done.length < 3 });
      assert.deepEqual(done, [1, 2, 3]);
      await workThrough(database, { done });
      assert.deepEqual(done, [1, 2, 3, 4, 5]);
      await database.write(7, (tx) => endWork(tx, 7));
      await database.write(null, (tx) => run(tx, 'update accounts set suspended_at = null'));
      await workThrough(database, { done });
      assert.deepEqual(
        done,
        accounts.filter((id) => id !== 7),
      );
      const left = await database.read(null, (tx) =>
        column(tx, 'select account_id from due_work where account_id = 7'),
      );
      assert.deepEqual(left, []);
    });

    it('is done at the earliest of several due moments', async (t) => {
      const place = await openPlace(t);
      const [database] = place.databases as [Database];
      for (const dueAt of [start + 30, start + 10, start + 20])
        await database.write(
          1,
          asUnit((tx) => expectWork(tx, { kind, accountId: 1 }, dueAt)),
        );
      const seen = async (at: number): Promise<readonly number[]> => {
        place.clock.set(at);
        const done: number[] = [];
        await workThrough(database, { done });
        return done;
      };
      assert.deepEqual([await seen(start + 9), await seen(start + 10)], [[], [1]]);
    });
  });
}
