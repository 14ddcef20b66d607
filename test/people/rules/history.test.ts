// A history of values keeps one value for each day, and target time and absence cost follow from the schedule of a day.
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
} from '#domain/schedules/history.ts';
import { dayCost, targetSeconds } from '#domain/schedules/person-days.ts';
import { seed } from '../../support/property.ts';

const entries = (...pairs: readonly (readonly [string, number])[]): readonly Entry[] =>
  pairs.map(([from, value]) => ({ from, value }));

test('finds the value of a date: none before the first entry, then the latest entry', () => {
  const history = entries(['2026-01-01', 1], ['2026-06-15', 2]);
  const at = ['2025-12-31', '2026-01-01', '2026-06-14', '2026-06-15', '2099-01-01'];
  assert.deepEqual(
    at.map((date) => valueOn(history, date)),
    [null, 1, 1, 2, 2],
  );
});

test('lists the value in force on a date and all later ones', () => {
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
    'appends a later value',
    entries([sinceEver, 1]),
    { from: '2026-06-01', value: 2 },
    entries([sinceEver, 1], ['2026-06-01', 2]),
  ],
  [
    'replaces the value of the same day',
    entries([sinceEver, 1], ['2026-06-01', 2]),
    { from: '2026-06-01', value: 3 },
    entries([sinceEver, 1], ['2026-06-01', 3]),
  ],
  [
    'removes later entries when a value starts before them',
    entries([sinceEver, 1], ['2026-06-01', 2], ['2026-09-01', 3]),
    { from: '2026-03-01', value: 4 },
    entries([sinceEver, 1], ['2026-03-01', 4]),
  ],
  [
    'moves the start of the same value to an earlier day',
    entries([sinceEver, 1], ['2026-06-01', 2]),
    { from: '2026-05-01', value: 2 },
    entries([sinceEver, 1], ['2026-05-01', 2]),
  ],
  [
    'moves the start of the same value to a later day',
    entries([sinceEver, 1], ['2026-06-01', 2]),
    { from: '2026-07-01', value: 2 },
    entries([sinceEver, 1], ['2026-07-01', 2]),
  ],
  [
    'appends an entry that returns to the value before',
    entries([sinceEver, 1], ['2026-06-01', 2]),
    { from: '2026-09-01', value: 1 },
    entries([sinceEver, 1], ['2026-06-01', 2], ['2026-09-01', 1]),
  ],
  [
    'removes an entry when the value before it returns earlier',
    entries([sinceEver, 1], ['2026-06-01', 2]),
    { from: '2026-03-01', value: 1 },
    entries([sinceEver, 1]),
  ],
];

for (const [what, before, entry, after] of writes) {
  test(`withEntry ${what}`, () => assert.deepEqual(withEntry(before, entry), after));
}

const days = Array.from({ length: 28 }, (_, index) => `2026-02-${String(index + 1).padStart(2, '0')}`);
const someDay = fc.constantFrom(...days);
const someEntry = fc.record({ from: someDay, value: fc.integer({ min: 1, max: 3 }) });
/** Histories as they come about: since ever, or from a day on, and then entry after entry. */
const someHistory = fc
  .tuple(fc.constantFrom(sinceEver, '2026-02-03'), fc.array(someEntry, { maxLength: 6 }))
  .map(([from, more]) => more.reduce(withEntry, entries([from, 1])));

test('keeps the value of past days when the same value is written again', () => {
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
    { seed, numRuns: 2000 },
  );
});

test('finds the same first difference of two histories as a comparison day by day', () => {
  fc.assert(
    fc.property(someHistory, someHistory, (one, other) => {
      const found = [sinceEver, ...days].find((date) => valueOn(one, date) !== valueOn(other, date)) ?? null;
      assert.equal(firstDifference(one, other), found);
    }),
    { seed, numRuns: 1000 },
  );
});

const day = { workday: true, halfHoliday: false, hours: 775, holiday: null };

test('charges 0 for an absence on a day off or holiday, and half on a half holiday', () => {
  const half = { value: 50 };
  assert.equal(dayCost(day), 100);
  assert.equal(dayCost({ ...day, workday: false }), 0);
  assert.equal(dayCost({ ...day, holiday: { value: 100 } }), 0);
  assert.equal(dayCost({ ...day, holiday: half }), 50);
  assert.equal(dayCost({ ...day, halfHoliday: true }), 50);
  assert.equal(dayCost({ ...day, halfHoliday: true, holiday: half }), 25);
});

test('computes target seconds from the hours of the schedule less the holiday', () => {
  assert.equal(targetSeconds(day), 27_900);
  assert.equal(targetSeconds({ ...day, holiday: { value: 50 } }), 13_950);
  assert.equal(targetSeconds({ ...day, holiday: { value: 100 } }), 0);
});
