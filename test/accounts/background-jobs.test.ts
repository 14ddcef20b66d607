// Several servers share background jobs: one server runs each job at a time, and another takes over when it dies.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { jobKinds } from '#accounts/background-tasks.ts';
import { promiseToClear } from '#accounts/clear-account.ts';
import { runDueJobs, type JobKind, type JobRun } from '#accounts/run-due-jobs.ts';
import type { Engine } from '#engine/engine.ts';
import { inEveryAccount } from '#sql/accounts.ts';
import { claimSeconds } from '#sql/background-jobs.ts';
import { rowCounts } from '../transfer/moved.ts';
import { byHand, run } from '../sql/scratch.ts';
import { storageEngines, type StorageEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

const minute = 60_000;

for (const engine of storageEngines) {
  describe(`background jobs of several servers (${engine.name})`, () => {
    let first: Installation;
    let second: Installation;
    let remove = async (): Promise<void> => {};

    before(async () => {
      const database = await engine.create();
      remove = database.remove;
      const same: StorageEngine = {
        name: engine.name,
        create: async () => ({ url: database.url, remove: async () => {} }),
      };
      first = await startInstallation({ engine: same });
      second = await startInstallation({ engine: same, account: 'other' });
    });
    after(async () => {
      await first?.close();
      await second?.close();
      await remove();
    });

    /** Both clocks, on by so much. */
    const pass = (milliseconds: number): void => {
      first.clock.shift += milliseconds;
      second.clock.shift = first.clock.shift;
    };
    const neverStop = new AbortController().signal;
    const look = (place: Installation, kinds: readonly JobKind[], stop = neverStop): Promise<void> =>
      runDueJobs(place.app.engine, { kinds, stop });
    let names = 0;
    let name = '';
    beforeEach(() => {
      names += 1;
      name = `job_${names}`;
    });
    const kind = (
      work: (run: JobRun) => Promise<unknown>,
      every: number | null = 3600,
    ): readonly JobKind[] => [{ name, every, work }];

    it('runs a due job once on all servers, and again after its interval', async () => {
      let done = 0;
      const kinds = kind(async () => (done += 1));
      const lookAll = (): Promise<unknown> =>
        Promise.all([first, second, first, second, first].map((place) => look(place, kinds)));
      await lookAll();
      assert.equal(done, 1);
      await lookAll();
      pass(59 * minute);
      await lookAll();
      assert.equal(done, 1);
      pass(2 * minute);
      await lookAll();
      assert.equal(done, 2);
    });

    it('keeps the claim of a job while its work continues', async () => {
      const seen: string[] = [];
      const busy = kind(async ({ goOn }) => {
        for (let step = 0; step < 10; step += 1) {
          assert.equal(await goOn(), true);
          pass((claimSeconds * 1000) / 3);
          await look(
            second,
            kind(async () => seen.push('the other')),
          );
        }
        seen.push('one');
      });
      await look(first, busy);
      assert.deepEqual(seen, ['one']);
    });

    it('passes a job to another server when its server is silent, and tells the first', async () => {
      const seen: unknown[] = [];
      const silent = kind(async ({ goOn }) => {
        pass((claimSeconds + 1) * 1000);
        await look(
          second,
          kind(async () => seen.push('the other')),
        );
        seen.push(await goOn());
      });
      await look(first, silent);
      assert.deepEqual(seen, ['the other', false]);
      // What the slower one says at its end does not count.
      await look(
        second,
        kind(async () => seen.push('too early')),
      );
      pass(61 * minute);
      await look(
        second,
        kind(async () => seen.push('in time')),
      );
      assert.deepEqual(seen, ['the other', false, 'in time']);
    });

    it('releases a job at once when its server is told to stop', async () => {
      const stop = new AbortController();
      const seen: unknown[] = [];
      const stopped = kind(async ({ goOn }) => {
        stop.abort();
        seen.push(await goOn());
      });
      await look(first, stopped, stop.signal);
      await look(
        second,
        kind(async () => seen.push('the other')),
      );
      assert.deepEqual(seen, [false, 'the other']);
    });

    it('retries a failed job after a pause and reports the failure', async () => {
      const failing = kind(async () => Promise.reject(new Error('no luck')));
      const events = first.events.length;
      await look(first, failing);
      const told = first.events.slice(events).filter((event) => event.kind === 'background_failed');
      assert.deepEqual(
        told.map((event) => [event.task, (event.error as Error).message]),
        [[name, 'no luck']],
      );
      let done = 0;
      const working = kind(async () => (done += 1));
      await look(second, working);
      assert.equal(done, 0);
      pass((claimSeconds + 1) * 1000);
      await look(second, working);
      assert.equal(done, 1);
    });

    it('keeps a due job that a server of another version does not know', async () => {
      await look(
        first,
        kind(async () => {}),
      );
      pass(61 * minute);
      await look(second, []);
      let done = 0;
      await look(
        second,
        kind(async () => (done += 1)),
      );
      assert.equal(done, 1);
    });

    it('continues with all other accounts when one fails', async () => {
      const seen: number[] = [];
      const work = async (_tx: unknown, id: number): Promise<number> => {
        seen.push(id);
        if (id === first.account.id) throw new Error('its node is down');
        return 1;
      };
      const goOn = async (): Promise<boolean> => true;
      const round = inEveryAccount(first.app.engine.database, { goOn, work });
      await assert.rejects(round, /^AggregateError: 1 accounts failed; the first: Error: its node is down$/);
      assert.deepEqual(seen, [first.account.id, second.account.id]);
    });

    it('clears all remaining rows of a deleted account and of no other', async () => {
      const { database } = first.app.engine;
      const third = await first.addAccount('third');
      await third.machine.create('messages', { sender_id: 1, message: 'left behind' });
      const kept = await rowCounts(database, first.account.id);
      assert.ok(Object.keys(await rowCounts(database, third.id)).length > 15);
      // As deleting an account leaves it when the process dies at once.
      await database.write(third.id, async (tx) => {
        await promiseToClear(tx, third.id);
        await run(tx, `delete from accounts where id = ${third.id}`);
      });
      const clear = (place: Installation): Promise<void> =>
        look(place, kindsOf(place.app.engine, 'clear_account'));
      await clear(second);
      assert.ok(
        Object.keys(await rowCounts(database, third.id)).length > 15,
        'whoever promised still has time',
      );
      pass((claimSeconds + 1) * 1000);
      await Promise.all([clear(first), clear(second)]);
      assert.deepEqual(await rowCounts(database, third.id), {});
      assert.deepEqual(await rowCounts(database, first.account.id), kept);
      const left = await database.read(null, (tx) =>
        tx.all({ sql: byHand(`select 1 from background_jobs where subject = ${third.id}`), parameters: [] }),
      );
      assert.deepEqual(left, []);
    });
  });
}

function kindsOf(engine: Engine, name: string): readonly JobKind[] {
  return jobKinds(engine).filter((kind) => kind.name === name);
}
