// Tests ranges and sums of dates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countDates, dateAfter, datesBetween, earlierDate, laterDate } from '#values/date-range.ts';
import { seed } from '../support/property.ts';

test('a range holds both of its ends and leap days', () => {
  assert.deepEqual(datesBetween('2028-02-28', '2028-03-01'), ['2028-02-28', '2028-02-29', '2028-03-01']);
  assert.deepEqual(datesBetween('2027-02-28', '2027-03-01'), ['2027-02-28', '2027-03-01']);
  assert.deepEqual(datesBetween('2027-03-01', '2027-03-01'), ['2027-03-01']);
  assert.deepEqual(datesBetween('2027-03-02', '2027-03-01'), []);
  assert.equal(countDates('0001-01-01', '9999-12-31'), 3_652_059);
});

test('dateAfter and countDates agree with Temporal', () => {
  const day = fc.date({ min: new Date('0200-01-01'), max: new Date('9000-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(day, fc.integer({ min: -40_000, max: 40_000 }), (moment, days) => {
      const date = moment.toISOString().slice(0, 10);
      const expected = Temporal.PlainDate.from(date).add({ days }).toString();
      assert.equal(dateAfter(date, days), expected);
      assert.equal(countDates(earlierDate(date, expected), laterDate(date, expected)), Math.abs(days) + 1);
    }),
    { seed },
  );
});

test('dates stop at 0001-01-01 and 9999-12-31', () => {
  assert.deepEqual(datesBetween('9999-12-30', '9999-12-31'), ['9999-12-30', '9999-12-31']);
  assert.deepEqual(datesBetween('0001-01-01', '0001-01-01'), ['0001-01-01']);
  assert.equal(dateAfter('9999-12-31', 1), '9999-12-31');
  assert.equal(dateAfter('0001-01-01', -1), '0001-01-01');
});
