// The second that a write books when it joins others that were begun before it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databaseWithAccount } from '../support/empty-database.ts';
import { storageEngines } from '../support/engines.ts';
import { handClock, start } from './scratch.ts';

for (const engine of storageEngines)
  describe(`the second that a write books (${engine.name})`, () => {
    it('is its own when it comes while a write of an earlier second goes on', async (t) => {
      const clock = handClock();
      const database = await databaseWithAccount(t, engine, clock);
      let later: Promise<number> | null = null;
      const earlier = await database.write(1, async (tx) => {
        clock.set(start + 480);
        later = database.write(1, async (second) => second.now);
        return tx.now;
      });
      assert.deepEqual([earlier, await later], [start, start + 480]);
    });

    it('is its own when it comes while an earlier write waits for the account', async (t) => {
      const clock = handClock();
      const database = await databaseWithAccount(t, engine, clock);
      await database.write(1, async (tx) => tx.now);
      const earlier = database.write(1, async (tx) => tx.now);
      for (let turn = 0; turn < 3; turn += 1) await new Promise((turned) => setImmediate(turned));
      clock.set(start + 480);
      const later = database.write(1, async (tx) => tx.now);
      await earlier;
      assert.equal(await later, start + 480);
    });
  });
