import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { automaticBreak, legalBreak, missingBreak } from '#rules/accounts/breaks.ts';
import { automaticBreak as secondBySecond } from '../scenarios/booked-model.ts';

const minute = 60;
const at = (hours: number, minutes = 0, seconds = 0): number => (hours * 60 + minutes) * minute + seconds;

test('by the German rule, breaks are taken off as the day grows, never below a threshold', () => {
  const taken: readonly (readonly [worked: number, recorded: number, off: number])[] = [
    [at(6), 0, 0],
    [at(6, 0, 1), 0, 1],
    [at(6, 20), 0, at(0, 20)],
    [at(6, 30), 0, at(0, 30)],
    [at(9), 0, at(0, 30)],
    [at(9, 0, 1), 0, at(0, 30, 1)],
    [at(9, 15), 0, at(0, 45)],
    [at(12), 0, at(0, 45)],
    [at(6, 0, 1), at(0, 15), 1],
    [at(8), at(0, 15), at(0, 15)],
    [at(8), at(0, 30), 0],
    [at(9, 0, 1), at(0, 15), at(0, 15, 1)],
    [at(10), at(0, 30), at(0, 15)],
    [at(10), at(0, 45), 0],
  ];
  for (const [worked, recorded, off] of taken)
    assert.equal(automaticBreak(worked, recorded), off, `${worked} s of work, ${recorded} s of breaks`);
});

test('what is taken off is what a day loses that is watched second by second', () => {
  const worked = fc.oneof(
    fc.integer({ min: at(5, 59), max: at(6, 31) }),
    fc.integer({ min: at(8, 59), max: at(9, 16) }),
    fc.nat({ max: at(14) }),
  );
  const recorded = fc.oneof(fc.constant(0), fc.integer({ min: at(0, 15), max: at(1) }));
  fc.assert(
    fc.property(worked, recorded, (seconds, breaks) => {
      const off = automaticBreak(seconds, breaks);
      assert.equal(off, secondBySecond(seconds, breaks));
      assert.equal(missingBreak(seconds - off, breaks + off), 0, 'what is left needs no more');
    }),
    { numRuns: 1_000 },
  );
});

test('recorded breaks count from 15 minutes on; those that touch are one', () => {
  const breaks = (...stretches: readonly (readonly [number, number])[]): number =>
    legalBreak(stretches.map(([start, end]) => ({ start, end })));
  assert.equal(breaks([0, at(0, 15)]), at(0, 15));
  assert.equal(breaks([0, at(0, 15) - 1]), 0);
  assert.equal(breaks([0, at(0, 10)], [at(0, 10), at(0, 20)]), at(0, 20));
  assert.equal(breaks([0, at(0, 10)], [at(0, 10) + 1, at(0, 20)]), 0);
  assert.equal(breaks([at(2), at(2, 30)], [0, at(0, 10)], [at(4), at(4, 20)]), at(0, 50));
});

test('missing is what the law asks for so much work, less what there was', () => {
  assert.equal(missingBreak(at(6), 0), 0);
  assert.equal(missingBreak(at(6, 0, 1), 0), at(0, 30));
  assert.equal(missingBreak(at(9), at(0, 15)), at(0, 15));
  assert.equal(missingBreak(at(9, 0, 1), at(0, 30)), at(0, 15));
  assert.equal(missingBreak(at(11), at(1)), 0);
});
