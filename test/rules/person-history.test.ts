import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  beginningOf,
  firstDifference,
  sinceEver,
  valueOn,
  valuesFrom,
  withEntry,
  type Entry,
} from '#rules/schedules/history.ts';
import { dayCost, targetSeconds } from '#rules/schedules/person-days.ts';

const entries = (...pairs: readonly (readonly [string, number])[]): readonly Entry[] =>
  pairs.map(([from, value]) => ({ from, value }));

test('a value holds from its first day until the day before the next one begins', () => {
  const history = entries(['2026-01-01', 1], ['2026-06-15', 2]);
  const at = ['2025-12-31', '2026-01-01', '2026-06-14', '2026-06-15', '2099-01-01'];
  assert.deepEqual(
    at.map((date) => valueOn(history, date)),
    [null, 1, 1, 2, 2],
  );
});

test('the values from a date on are the one that holds then and all later ones', () => {
  const history = entries(['2026-01-01', 1], ['2026-06-15', 2], ['2026-07-01', 3]);
  const at = ['2025-12-31', '2026-06-14', '2026-06-15', '2026-06-30', '9999-12-31'];
  assert.deepEqual(
    at.map((date) => valuesFrom(history, date)),
    [[1, 2, 3], [1, 2, 3], [2, 3], [2, 3], [3]],
  );
});

/** Before, what is written, after. */
const writes: readonly (readonly [string, readonly Entry[], Entry, readonly Entry[]])[] = [
  [
    'a later value',
    entries([sinceEver, 1]),
    { from: '2026-06-01', value: 2 },
    entries([sinceEver, 1], ['2026-06-01', 2]),
  ],
  [
    'a correction of the same day',
    entries([sinceEver, 1], ['2026-06-01', 2]),
    { from: '2026-06-01', value: 3 },
    entries([sinceEver, 1], ['2026-06-01', 3]),
  ],
  [
    'an earlier day replaces what was said of later ones',
    entries([sinceEver, 1], ['2026-06-01', 2], ['2026-09-01', 3]),
    { from: '2026-03-01', value: 4 },
    entries([sinceEver, 1], ['2026-03-01', 4]),
  ],
  [
    'the same value from an earlier day',
    entries([sinceEver, 1], ['2026-06-01', 2]),
    { from: '2026-05-01', value: 2 },
    entries([sinceEver, 1], ['2026-05-01', 2]),
  ],
  [
    'the same value from a later day',
    entries([sinceEver, 1], ['2026-06-01', 2]),
    { from: '2026-07-01', value: 2 },
    entries([sinceEver, 1], ['2026-07-01', 2]),
  ],
  [
    'back to the value before',
    entries([sinceEver, 1], ['2026-06-01', 2]),
    { from: '2026-09-01', value: 1 },
    entries([sinceEver, 1], ['2026-06-01', 2], ['2026-09-01', 1]),
  ],
  [
    'back to the value before, as if nothing had been',
    entries([sinceEver, 1], ['2026-06-01', 2]),
    { from: '2026-03-01', value: 1 },
    entries([sinceEver, 1]),
  ],
];

for (const [what, before, entry, after] of writes) {
  test(`history: ${what}`, () => assert.deepEqual(withEntry(before, entry), after));
}

const days = Array.from({ length: 28 }, (_, index) => `2026-02-${String(index + 1).padStart(2, '0')}`);
const someDay = fc.constantFrom(...days);
const someEntry = fc.record({ from: someDay, value: fc.integer({ min: 1, max: 3 }) });
/** Histories as they come about: since ever, or from a day on, and then entry after entry. */
const someHistory = fc
  .tuple(fc.constantFrom(sinceEver, '2026-02-03'), fc.array(someEntry, { maxLength: 6 }))
  .map(([from, more]) => more.reduce(withEntry, entries([from, 1])));

test('a value that holds already is taken from no day that has come, and from none that would have nothing else', () => {
  fc.assert(
    fc.property(someHistory, someDay, someDay, fc.boolean(), (history, from, today, isDateAlone) => {
      const last = history.at(-1) as Entry;
      const begins = beginningOf(history, { from, value: last.value, isDateAlone }, today);
      const now = withEntry(history, { from: begins, value: last.value });
      for (const date of days.filter((one) => one >= from))
        assert.equal(valueOn(now, date), last.value, date);
      assert.equal(now.at(-1)?.from, begins);
      if (isDateAlone && history.length > 1) return;
      for (const date of days.filter((one) => one <= today && valueOn(history, one) === last.value))
        assert.equal(valueOn(now, date), last.value, date);
    }),
    { numRuns: 2000 },
  );
});

test('histories differ first where looking at every day finds it', () => {
  fc.assert(
    fc.property(someHistory, someHistory, (one, other) => {
      const found = [sinceEver, ...days].find((date) => valueOn(one, date) !== valueOn(other, date)) ?? null;
      assert.equal(firstDifference(one, other), found);
    }),
    { numRuns: 1000 },
  );
});

const day = { workday: true, halfHoliday: false, hours: 775, holiday: null };

test('a day of absence costs nothing on days off and holidays, half on half ones', () => {
  const half = { value: 50 };
  assert.equal(dayCost(day), 100);
  assert.equal(dayCost({ ...day, workday: false }), 0);
  assert.equal(dayCost({ ...day, holiday: { value: 100 } }), 0);
  assert.equal(dayCost({ ...day, holiday: half }), 50);
  assert.equal(dayCost({ ...day, halfHoliday: true }), 50);
  assert.equal(dayCost({ ...day, halfHoliday: true, holiday: half }), 25);
});

test('target time is exact to the second: hours of the schedule less the holiday', () => {
  assert.equal(targetSeconds(day), 27_900);
  assert.equal(targetSeconds({ ...day, holiday: { value: 50 } }), 13_950);
  assert.equal(targetSeconds({ ...day, holiday: { value: 100 } }), 0);
});
