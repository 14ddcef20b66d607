// Lengths of time and times of day as people type and read them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  formatBalance,
  formatClock,
  formatDuration,
  parseClock,
  parseDuration,
  secondsOfHours,
} from '../../../console/domain/duration.ts';
import { seed } from '../../support/property.ts';

describe('typed lengths of time', () => {
  const typed: readonly (readonly [string, number])[] = [
    ['8', 480],
    ['8:30', 510],
    ['830', 510],
    ['0830', 510],
    ['8,5', 510],
    ['8.25', 495],
    ['8h30', 510],
    ['8 h 30', 510],
    ['8 h 30 min', 510],
    ['1:30h', 90],
    ['1:30 h', 90],
    ['8h', 480],
    ['90m', 90],
    ['90 min', 90],
    [',5', 30],
    ['', 0],
    [' 7:42 ', 462],
  ];
  for (const [text, minutes] of typed) {
    it(`reads “${text}” as ${minutes} minutes`, () => assert.equal(parseDuration(text), minutes));
  }

  for (const text of ['eight', '8:75', '25', '1500m', '8:3:0', '-2', '8,555']) {
    it(`reads no length in “${text}”`, () => assert.equal(parseDuration(text), null));
  }

  it('reads what it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1440 }), (minutes) => {
        assert.equal(parseDuration(formatDuration(minutes * 60)), minutes);
        assert.equal(parseClock(formatClock(minutes)), minutes);
      }),
      { seed, numRuns: 500 },
    );
  });
});

describe('written lengths of time', () => {
  it('writes a minus as U+2212, a plus for balances, and none for zero', () => {
    assert.equal(formatBalance(secondsOfHours(3.15)), '+3:09');
    assert.equal(formatBalance(-1500), '−0:25');
    assert.equal(formatBalance(0), '0:00');
    assert.equal(formatBalance(-30), '0:00');
    assert.deepEqual([59, 60].map(formatBalance), ['0:00', '+0:01']);
    assert.equal(formatDuration(-3600), '−1:00');
  });

  it('takes decimals of the interface as whole minutes', () => {
    assert.equal(secondsOfHours(7.7), 7 * 3600 + 42 * 60);
    assert.equal(secondsOfHours(0.33), 20 * 60);
  });
});

describe('typed times of day', () => {
  it('reads hours alone, with minutes, and without a colon', () => {
    assert.deepEqual(['8', '8:05', '805', '17.30', '24:00'].map(parseClock), [480, 485, 485, 1050, 1440]);
  });

  it('reads none beyond the day', () => {
    assert.deepEqual(['24:01', '8:60', 'noon', ''].map(parseClock), [null, null, null, null]);
  });
});
