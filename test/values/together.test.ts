// Tests work that runs concurrently and fails as one.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { together } from '#values/together.ts';
import { seed } from '../support/property.ts';

suite('work run together', () => {
  test('waits for all parts and reports the first failure in order', async () => {
    const parts = fc.array(fc.record({ turns: fc.nat(5), fails: fc.boolean() }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(parts, async (all) => {
        let ended = 0;
        const works = all.map(async ({ turns, fails }, index) => {
          for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
          ended += 1;
          if (fails) throw new Error(`part ${index}`);
        });
        const first = all.findIndex(({ fails }) => fails);
        const told = await together(works).then(
          () => null,
          (error: Error) => error.message,
        );
        assert.deepEqual([told, ended], [first < 0 ? null : `part ${first}`, all.length]);
      }),
      { seed, numRuns: 1_000 },
    );
  });
});
