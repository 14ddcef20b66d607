// Tests how an interval is split at the midnights of a zone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { partsByDate, secondsByDate } from '#values/local-days.ts';
import { seed } from '../support/property.ts';
import { instantOf, shownBy, zones } from './zones.ts';

const dateIn = (zone: string, instant: number): string => shownBy(zone, instant).slice(0, 10);
const parts = (from: string, to: string, zone: string): readonly string[] =>
  partsByDate({ start: instantOf(from), end: instantOf(to) }, zone).map(
    ({ date, start, end }) => `${date} ${end - start}`,
  );

test('splits a night at midnight of its zone', () => {
  const [start, end] = ['2026-06-01T21:00:00+02:00', '2026-06-02T03:00:00+02:00'];
  assert.deepEqual(parts(start, end, 'Europe/Vienna'), ['2026-06-01 10800', '2026-06-02 10800']);
  assert.deepEqual(parts(start, end, 'Asia/Tokyo'), ['2026-06-02 21600']);
  assert.deepEqual(parts(start, end, 'Asia/Kathmandu'), ['2026-06-02 21600']);
});

test('has no parts for an empty interval', () => {
  assert.deepEqual(parts('2026-06-01T22:00:00Z', '2026-06-01T22:00:00Z', 'Europe/Vienna'), []);
});

test('has days of 23, 24 and 25 hours', () => {
  const whole = (date: string, next: string): readonly string[] => parts(date, next, 'Europe/Vienna');
  assert.deepEqual(whole('2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'), ['2026-03-29 82800']);
  assert.deepEqual(whole('2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'), ['2026-10-25 90000']);
  assert.deepEqual(whole('2026-10-26T00:00:00+01:00', '2026-10-27T00:00:00+01:00'), ['2026-10-26 86400']);
});

test('follows the shown dates where clocks skip or repeat midnight or skip a day', () => {
  // 2019-10-06 began at 01:00 in Asuncion.
  assert.deepEqual(parts('2019-10-06T03:00:00Z', '2019-10-06T05:00:00Z', 'America/Asuncion'), [
    '2019-10-05 3600',
    '2019-10-06 3600',
  ]);
  // Apia left out 2011-12-30.
  assert.deepEqual(parts('2011-12-30T08:00:00Z', '2011-12-30T12:00:00Z', 'Pacific/Apia'), [
    '2011-12-29 7200',
    '2011-12-31 7200',
  ]);
  // At 00:01 on 2006-10-29 the clocks of St. John's went back to 23:01.
  assert.deepEqual(parts('2006-10-29T02:00:00Z', '2006-10-29T04:00:00Z', 'America/St_Johns'), [
    '2006-10-28 1800',
    '2006-10-29 60',
    '2006-10-28 3540',
    '2006-10-29 1800',
  ]);
});

test('sums the seconds of a date that occurs twice', () => {
  const span = { start: instantOf('2006-10-29T02:00:00Z'), end: instantOf('2006-10-29T04:00:00Z') };
  assert.deepEqual(
    [...secondsByDate(span, 'America/St_Johns')],
    [
      ['2006-10-28', 1800 + 3540],
      ['2006-10-29', 60 + 1800],
    ],
  );
});

test('splits any interval in any zone without a gap, each part on one shown date', () => {
  const start = fc.integer({
    min: instantOf('1900-01-01T00:00:00Z'),
    max: instantOf('2100-01-01T00:00:00Z'),
  });
  const length = fc.integer({ min: 1, max: 4 * 86_400 });
  const inside = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 5 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), start, length, inside, (zone, from, seconds, places) => {
      const found = partsByDate({ start: from, end: from + seconds }, zone);
      const ends = [from, ...found.map((part) => part.end)];
      assert.deepEqual(
        found.map((part) => part.start),
        ends.slice(0, -1),
      );
      assert.equal(ends.at(-1), from + seconds);
      for (const [index, part] of found.entries()) {
        assert.ok(part.start < part.end);
        assert.notEqual(part.date, found[index + 1]?.date);
        const looks = [0, ...places].map((place) => part.start + Math.floor(place * (part.end - part.start)));
        for (const instant of [...looks, part.end - 1]) assert.equal(dateIn(zone, instant), part.date);
      }
    }),
    { seed, numRuns: 3000 },
  );
});
