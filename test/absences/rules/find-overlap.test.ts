// Absences of a person conflict by whole days, half days or hours, without a database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Calendar, Span } from '#domain/absence-days/count-days.ts';
import { findOverlap, type Occupation } from '#domain/absences/find-overlap.ts';
import { seed } from '../../support/property.ts';

const workdays: Calendar = () => ({ share: 100, seconds: 28_800, hours: 800 });

function days(from: string, to: string, beginPart = 100, endPart = 100): Occupation<string> {
  const span: Span = { from, to, beginPart, endPart, inHours: false, hours: null, anyDay: false };
  return { row: `${from} ${to}`, span, begin: null };
}

function hours(date: string, length: number, begin: number | null = null): Occupation<string> {
  const span: Span = {
    from: date,
    to: date,
    beginPart: 100,
    endPart: 100,
    inHours: true,
    hours: length * 100,
    anyDay: false,
  };
  return { row: `${date} ${length} h`, span, begin: begin === null ? null : begin * 3600 };
}

const monday = '2027-06-07';
const tuesday = '2027-06-08';
const wednesday = '2027-06-09';

test('absences in days conflict when they share a date', () => {
  assert.equal(findOverlap(days(monday, tuesday), [days(wednesday, wednesday)], workdays), undefined);
  assert.equal(
    findOverlap(days(monday, tuesday), [days(wednesday, wednesday), days(tuesday, wednesday)], workdays),
    `${tuesday} ${wednesday}`,
  );
});

test('two half days fill a date, a whole day or a third half day conflicts', () => {
  const until = days(monday, tuesday, 100, 50);
  assert.equal(findOverlap(days(tuesday, wednesday, 50), [until], workdays), undefined);
  assert.notEqual(findOverlap(days(tuesday, wednesday, 100, 50), [until], workdays), undefined);
  const halves = [days(tuesday, tuesday, 50), days(tuesday, tuesday, 100, 50)];
  assert.notEqual(findOverlap(days(tuesday, tuesday, 50), halves, workdays), undefined);
});

test('hours fit into the rest of a working day, or into 24 hours on a day off', () => {
  const half = days(tuesday, tuesday, 50);
  assert.equal(findOverlap(hours(tuesday, 4), [half], workdays), undefined);
  assert.notEqual(findOverlap(hours(tuesday, 4.01), [half], workdays), undefined);
  assert.equal(findOverlap(hours(tuesday, 3), [hours(tuesday, 5)], workdays), undefined);
  assert.notEqual(findOverlap(hours(tuesday, 3.5), [hours(tuesday, 5)], workdays), undefined);
  const dayOff: Calendar = () => ({ share: 0, seconds: 0, hours: 0 });
  assert.equal(findOverlap(hours(tuesday, 12), [hours(tuesday, 12)], dayOff), undefined);
  assert.notEqual(findOverlap(hours(tuesday, 12.5), [hours(tuesday, 12)], dayOff), undefined);
  assert.notEqual(findOverlap(hours(tuesday, 1), [days(monday, wednesday)], dayOff), undefined);
});

test('hours with a start time may touch and conflict when they overlap', () => {
  const morning = hours(tuesday, 2, 8);
  assert.equal(findOverlap(hours(tuesday, 2, 10), [morning], workdays), undefined);
  assert.equal(findOverlap(hours(tuesday, 1, 7), [morning], workdays), undefined);
  assert.notEqual(findOverlap(hours(tuesday, 1, 9), [morning], workdays), undefined);
  assert.notEqual(findOverlap(hours(tuesday, 3, 7), [morning], workdays), undefined);
});

test('whole days conflict exactly when their date ranges intersect', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((number) => `2027-02-${String(number).padStart(2, '0')}`);
  const range = fc.tuple(day, day).map((ends) => ends.toSorted() as [string, string]);
  fc.assert(
    fc.property(range, range, ([a, b], [c, d]) => {
      const found = findOverlap(days(a, b), [days(c, d)], workdays);
      assert.equal(found !== undefined, a <= d && c <= b);
    }),
    { seed },
  );
});
