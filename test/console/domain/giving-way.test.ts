// What is left of bookings that give way to another one: the same as the server leaves of them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutOut } from '#domain/interval.ts';
import { givingWay } from '../../../console/domain/giving-way.ts';

const at = (start: number, end: number | null) => ({ start, end });

describe('a booking that takes the place of others', () => {
  it('names each that it overlaps, in order, and none that it only touches', () => {
    const [early, covered, late] = [at(6, 8), at(8, 9), at(9, 12)];
    const beside = [at(4, 6), at(11, 12)];
    assert.deepEqual(
      givingWay([late, ...beside, covered, early], at(7, 11)).map(({ span }) => span),
      [early, covered, late],
    );
  });

  it('leaves of each what the server leaves, of one that runs too', () => {
    const wanted = [at(7, 11), at(7, null)];
    const others = [at(6, 8), at(7, 11), at(8, 9), at(10, 12), at(6, 12), at(6, null), at(10, null)];
    for (const one of wanted)
      for (const other of others)
        assert.deepEqual(givingWay([other], one), [{ span: other, left: cutOut(other, one) }]);
  });

  it('leaves nothing of what it covers whole', () => {
    assert.deepEqual(
      givingWay([at(12, 13), at(13, 14)], at(11, 15)).map(({ left }) => left),
      [[], []],
    );
  });
});
