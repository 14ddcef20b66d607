// Which rows of a long table are rendered for what is in sight, and where a chosen range is when rows come and go.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { followed, rowsInSight } from '../../../console/domain/range.ts';

describe('rows in sight', () => {
  it('cover the window with six rows to spare, and never more than there are', () => {
    assert.deepEqual(rowsInSight(0, 360, 36, 300), { first: 0, last: 18 });
    assert.deepEqual(rowsInSight(3600, 360, 36, 300), { first: 90, last: 120 });
    assert.deepEqual(rowsInSight(10_440, 360, 36, 300), { first: 282, last: 300 });
    assert.deepEqual(rowsInSight(0, 360, 36, 4), { first: 0, last: 4 });
  });

  it('stay the same while fewer than six rows are scrolled', () => {
    assert.deepEqual(rowsInSight(3600, 360, 36, 300), rowsInSight(3600 + 36, 360, 36, 300));
  });

  it('are those at the end when rows have gone from under the scrolled place', () => {
    const { first, last } = rowsInSight(10_000, 360, 36, 10);
    assert.ok(first < 10 && last === 10, `${first} to ${last}`);
  });
});

describe('a range', () => {
  const range = { anchor: { row: 1, column: 3 }, at: { row: 2, column: 6 } };
  const names = ['Ada', 'Emil', 'Lena', 'Samir'];

  it('goes with its rows when others come or go', () => {
    assert.deepEqual(followed(range, names, names), range);
    const moved = { anchor: { row: 0, column: 3 }, at: { row: 2, column: 6 } };
    assert.deepEqual(followed(range, names, ['Emil', 'Ida', 'Lena']), moved);
  });

  it('has no anchor in a row that another one has replaced', () => {
    const at = { row: 0, column: 6 };
    assert.deepEqual(followed(range, names, ['Samir']), { anchor: at, at });
    assert.deepEqual(followed(range, names, ['Lena', 'Samir']), { anchor: at, at });
  });

  it('keeps its anchor when the row of who walks is gone', () => {
    const kept = { anchor: { row: 1, column: 3 }, at: { row: 2, column: 6 } };
    assert.deepEqual(followed(range, names, ['Ada', 'Emil', 'Samir']), kept);
  });
});
