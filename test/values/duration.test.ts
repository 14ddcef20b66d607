// Tests how durations are written.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { durationText } from '#values/duration.ts';
import { seed } from '../support/property.ts';

test('writes durations to the second, above a day and below zero', () => {
  assert.deepEqual([0, 59, 60, 3599, 3600, 86_400, 606_609, -1, -5400].map(durationText), [
    '0:00:00',
    '0:00:59',
    '0:01:00',
    '0:59:59',
    '1:00:00',
    '24:00:00',
    '168:30:09',
    '-0:00:01',
    '-1:30:00',
  ]);
});

test('writes durations that hold the exact number of seconds', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), (seconds) => {
      const [, sign, hours, minutes, rest] =
        /^(-?)(\d+):([0-5]\d):([0-5]\d)$/.exec(durationText(seconds)) ?? [];
      const length = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
      assert.equal(sign === '-' ? -length : length, seconds);
    }),
    { seed, numRuns: 1000 },
  );
});
