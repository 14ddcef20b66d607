// Overlap and cuts of half-open intervals.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { cutOut, lengthOf, overlaps, type Interval } from '#domain/interval.ts';
import { seed } from '../../support/property.ts';

const interval: fc.Arbitrary<Interval> = fc
  .record({ start: fc.integer({ min: 0, max: 50 }), length: fc.option(fc.integer({ min: 1, max: 50 })) })
  .map(({ start, length }) => ({ start, end: length === null ? null : start + length }));

/** The definition in seconds: far beyond every bounded end stands for infinity. */
const horizon = 200;
function seconds({ start, end }: Interval): ReadonlySet<number> {
  return new Set(Array.from({ length: (end ?? horizon) - start }, (_, index) => start + index));
}

test('two intervals overlap exactly when they share a second', () => {
  fc.assert(
    fc.property(interval, interval, (a, b) => {
      assert.equal(overlaps(a, b), !seconds(a).isDisjointFrom(seconds(b)));
    }),
    { seed },
  );
});

test('touching intervals do not overlap, with one more second they do', () => {
  assert.equal(overlaps({ start: 10, end: 11 }, { start: 11, end: 12 }), false);
  assert.equal(overlaps({ start: 10, end: 12 }, { start: 11, end: 12 }), true);
});

test('an interval without an end overlaps everything after its start', () => {
  assert.equal(overlaps({ start: 10, end: null }, { start: 1_000_000, end: 1_000_001 }), true);
  assert.equal(overlaps({ start: 10, end: null }, { start: 9, end: 10 }), false);
});

test('a cut leaves exactly the seconds outside the hole and no empty part', () => {
  fc.assert(
    fc.property(interval, interval, (whole, hole) => {
      const parts = cutOut(whole, hole);
      assert.deepEqual(
        parts.flatMap((part) => [...seconds(part)]),
        [...seconds(whole).difference(seconds(hole))],
      );
      assert.ok(parts.every((part) => lengthOf(part) === null || (lengthOf(part) as number) > 0));
    }),
    { seed },
  );
});

test('a hole in the middle leaves two parts that touch it', () => {
  assert.deepEqual(cutOut({ start: 8, end: 12 }, { start: 9, end: 10 }), [
    { start: 8, end: 9 },
    { start: 10, end: 12 },
  ]);
});
