// Tests ISO weeks.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { dateAfter } from '#values/date-range.ts';
import { weekDateOf } from '#values/week.ts';
import { seed } from '../support/property.ts';

test('assigns a week to the year of its Thursday', () => {
  for (const [date, year, week, weekday] of [
    ['2027-01-01', 2026, 53, 5],
    ['2027-01-03', 2026, 53, 7],
    ['2027-01-04', 2027, 1, 1],
    ['2024-12-30', 2025, 1, 1],
    ['2026-06-01', 2026, 23, 1],
    ['2020-12-31', 2020, 53, 4],
    ['2021-01-01', 2020, 53, 5],
  ] as const) {
    assert.deepEqual(weekDateOf(date), { year, week, weekday }, date);
  }
});

test('has consecutive weeks of seven days for a century', () => {
  let date = Temporal.PlainDate.from('1999-12-27');
  let before = { year: 1999, week: 52, weekday: 1 };
  for (; date.year < 2100; date = date.add({ days: 1 })) {
    const now = weekDateOf(date.toString());
    if (now.weekday > 1) assert.deepEqual({ ...now, weekday: 1 }, { ...before, weekday: 1 }, date.toString());
    else if (date.toString() !== '1999-12-27')
      assert.ok(now.week === before.week + 1 || (now.week === 1 && now.year === before.year + 1));
    before = now;
  }
});

test('returns year, week and weekday like Temporal from year 1 to 9999', () => {
  const last = Temporal.PlainDate.from('9999-12-31');
  const far = fc.integer({ min: 0, max: 3_652_058 });
  fc.assert(
    fc.property(far, (days) => {
      const date = last.subtract({ days });
      const { yearOfWeek: year, weekOfYear: week, dayOfWeek: weekday } = date;
      assert.deepEqual(weekDateOf(date.toString()), { year, week, weekday });
      assert.equal(dateAfter('9999-12-31', -days), date.toString());
    }),
    { seed, numRuns: 5_000, examples: [[0], [3_652_058]] },
  );
});
