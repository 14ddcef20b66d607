// The second that a write books when it joins others that were begun before it.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Database } from '#sql/database.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import { storageEngines } from '../support/engines.ts';
import { handClock, start, type HandClock } from './scratch.ts';

const observe = (): void => {};

for (const engine of storageEngines)
  describe(`the second that a write books (${engine.name})`, () => {
    const open = async (t: TestContext): Promise<{ database: Database; clock: HandClock }> => {
      const clock = handClock();
      const { url, remove } = await engine.create();
      const database = await openDatabase({ url, clock, observe });
      t.after(async () => {
        await database.close();
        await remove();
      });
      await migrate(database, { observe });
      const account = "insert into accounts (id, name, created_at) values (1, 'acme', 1)";
      await database.write(null, (tx) => tx.run({ sql: account, parameters: [] }));
      return { database, clock };
    };

    it('is its own when it comes while a write of an earlier second goes on', async (t) => {
      const { database, clock } = await open(t);
      let later: Promise<number> | null = null;
      const earlier = await database.write(1, async (tx) => {
        clock.set(start + 480);
        later = database.write(1, async (second) => second.now);
        return tx.now;
      });
      assert.deepEqual([earlier, await later], [start, start + 480]);
    });

    it('is its own when it comes while an earlier write waits for the account', async (t) => {
      const { database, clock } = await open(t);
      await database.write(1, async (tx) => tx.now);
      const earlier = database.write(1, async (tx) => tx.now);
      for (let turn = 0; turn < 3; turn += 1) await new Promise((turned) => setImmediate(turned));
      clock.set(start + 480);
      const later = database.write(1, async (tx) => tx.now);
      await earlier;
      assert.equal(await later, start + 480);
    });
  });
