// Work that goes out at once.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { together } from '#values/together.ts';

suite('work that goes out together', () => {
  test('has all ended when one of it has failed, and tells of the first in order', async () => {
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
      { numRuns: 1_000 },
    );
  });
});
