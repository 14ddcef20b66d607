// Tests how overlapping spans are found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { overlapsAmong, type Span } from '#values/overlaps.ts';
import { seed } from '../support/property.ts';

const end = ({ until }: Span): number => until ?? Number.POSITIVE_INFINITY;
const overlap = (a: Span, b: Span): boolean => Math.max(a.from, b.from) < Math.min(end(a), end(b));

test('finds exactly the non-empty spans that begin within another', () => {
  const span = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.option(fc.nat(6)));
  fc.assert(
    fc.property(fc.array(span, { maxLength: 8 }), (drawn) => {
      const spans = drawn.map(([from, length], id) => ({
        id,
        from,
        until: length === null ? null : from + length,
      }));
      const found = overlapsAmong(spans);
      const filled = spans.filter((one) => end(one) > one.from);
      const later = filled.filter((one) =>
        filled.some(
          (other) =>
            (other.from < one.from || (other.from === one.from && other.id < one.id)) && overlap(one, other),
        ),
      );
      assert.deepEqual(found.map(({ id }) => id).toSorted(), later.map(({ id }) => id).toSorted());
      for (const { id, other } of found) assert.ok(overlap(spans[id] as Span, spans[other] as Span));
    }),
    { seed, numRuns: 5_000 },
  );
});
