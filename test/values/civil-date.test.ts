// Tests how dates and times are parsed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseDate, parseLocalDateTime, parseTime } from '#values/civil-date.ts';
import { ValueError } from '#values/value-error.ts';
import { seed } from '../support/property.ts';

const digits = (length: number) =>
  fc.nat(10 ** length - 1).map((number) => String(number).padStart(length, '0'));
const dateLike = fc.tuple(digits(4), digits(2), digits(2)).map((parts) => parts.join('-'));
const nearDate = fc
  .tuple(digits(4), fc.nat(13), fc.nat(32))
  .map(([year, month, day]) => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);

/** Whether the date exists, by the runtime's own calendar. */
function exists(date: string): boolean {
  const read = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) && !date.startsWith('0000');
}

test('accepts existing dates and refuses others', () => {
  fc.assert(
    fc.property(fc.oneof(nearDate, dateLike), (date) => {
      if (exists(date)) assert.equal(parseDate(date), date);
      else assert.throws(() => parseDate(date), new ValueError('a date that exists, as YYYY-MM-DD'));
    }),
    { seed, numRuns: 5000 },
  );
});

test('knows leap years', () => {
  for (const date of ['2028-02-29', '2000-02-29', '0004-02-29']) assert.equal(parseDate(date), date);
  for (const date of ['2026-02-29', '1900-02-29', '2100-02-29', '2028-02-30'])
    assert.throws(() => parseDate(date));
});

test('refuses dates in any other form', () => {
  const odd = [
    '',
    '2026-1-1',
    '26-01-01',
    '2026/01/01',
    '01.02.2026',
    '2026-01-01 ',
    ' 2026-01-01',
    '2026-01-01\n',
  ];
  for (const date of [...odd, '20260101', '-2026-01-01', '2026-01-01T00:00:00', '２０２６-01-01']) {
    assert.throws(() => parseDate(date), ValueError, date);
  }
});

test('accepts valid times and adds missing seconds', () => {
  fc.assert(
    fc.property(digits(2), digits(2), fc.option(digits(2), { nil: undefined }), (hour, minute, second) => {
      const text = second === undefined ? `${hour}:${minute}` : `${hour}:${minute}:${second}`;
      const valid = Number(hour) < 24 && Number(minute) < 60 && Number(second ?? 0) < 60;
      if (valid) assert.equal(parseTime(text), `${hour}:${minute}:${second ?? '00'}`);
      else assert.throws(() => parseTime(text), new ValueError('a time as HH:MM:SS'));
    }),
    { seed, numRuns: 3000 },
  );
});

test('refuses times in any other form', () => {
  for (const time of [
    '',
    '1:00',
    '24:00:00',
    '10:00:60',
    '10:00:00.5',
    '10:00:00Z',
    '10',
    ' 10:00',
    '10:00:',
  ]) {
    assert.throws(() => parseTime(time), ValueError, time);
  }
});

test('accepts a date and a time separated by a blank or a T', () => {
  assert.equal(parseLocalDateTime('2026-03-29 02:30:00'), '2026-03-29 02:30:00');
  assert.equal(parseLocalDateTime('2026-03-29T02:30:15'), '2026-03-29 02:30:15');
  assert.equal(parseLocalDateTime('2026-03-29 02:30'), '2026-03-29 02:30:00');
});

test('refuses dates with times in any other form', () => {
  const odd = [
    '',
    '2026-03-29',
    '2026-03-29 ',
    '2026-02-30 10:00:00',
    '2026-03-29 25:00:00',
    '2026-03-29_10:00:00',
  ];
  for (const text of [...odd, '2026-03-29T10:00:00Z', '2026-03-29 10:00:00+01:00', '2026-03-29  10:00:00']) {
    assert.throws(() => parseLocalDateTime(text), ValueError, text);
  }
});
