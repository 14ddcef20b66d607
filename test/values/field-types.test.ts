// Tests which values each field type accepts, refuses and renders.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { types } from '#resource/define-resource.ts';
import type { FieldType, Stored } from '#resource/field-type.ts';
import { encodeXml } from '#response/encode-xml.ts';
import { offsetAt, resolveLocal } from '#values/time-zone.ts';
import { ValueError } from '#values/value-error.ts';
import { seed } from '../support/property.ts';
import { zones } from './zones.ts';

type Name = keyof typeof types;
type Value = Exclude<Stored, null>;

const vienna = { serverTimeZone: 'Europe/Vienna' };
const pad = (number: number, length: number) => String(number).padStart(length, '0');
const date = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((given) => given.toISOString().slice(0, 10));
const time = fc
  .nat(86_399)
  .map((at) => `${pad(Math.floor(at / 3600), 2)}:${pad(Math.floor(at / 60) % 60, 2)}:${pad(at % 60, 2)}`);
const wellFormed = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\u0000'));

const rowId = fc.integer({ min: 1, max: 999_999_999_999_999 });

const storedValues: Readonly<Record<Exclude<Name, 'moment'>, fc.Arbitrary<Value>>> = {
  integer: fc.maxSafeInteger(),
  boolean: fc.constantFrom(0, 1),
  string: wellFormed,
  char: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((text) => text !== '\u0000'),
  decimal: fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }),
  hours: fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }).map((hundredths) => hundredths * 36),
  coordinate: fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
  date,
  month: date.map((day) => day.slice(0, 7)),
  time,
  local: fc.tuple(date, time).map(([day, clock]) => `${day} ${clock}`),
  file: wellFormed,
  relativeFileAddress: rowId,
  absoluteFileAddress: rowId,
};

for (const [name, values] of Object.entries(storedValues)) {
  const type: FieldType = types[name as Name];
  test(`${name}: reads back each rendered value from JSON and XML`, () => {
    fc.assert(
      fc.property(values as fc.Arbitrary<Value>, (stored) => {
        const shown = type.render(stored, vienna);
        assert.equal(type.parse(JSON.parse(JSON.stringify(shown)) as Value, vienna), stored);
        const xml = /<a>(.*)<\/a>|<a\/>/su.exec(encodeXml({ a: shown }).toString())?.[1] ?? '';
        if (!/[&\ufffd]/.test(xml)) assert.equal(type.parse(xml, vienna), stored);
      }),
      { seed, numRuns: 1000 },
    );
  });
}

test('moment: reads back the instant, or the first of two with one local time', () => {
  const instants = fc.integer({ min: 0, max: 4_000_000_000 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (serverTimeZone, instant) => {
      const shown = types.moment.render(instant, { serverTimeZone }) as string;
      const offset = offsetAt(serverTimeZone, instant);
      const read = types.moment.parse(shown, { serverTimeZone }) as number;
      assert.ok(read <= instant);
      assert.equal(types.moment.render(read, { serverTimeZone }), shown);
      assert.equal(resolveLocal(shown, serverTimeZone, offset).instant, instant);
    }),
    { seed, numRuns: 2000 },
  );
});

test('moment: takes a skipped time as the instant of the clock change', () => {
  assert.equal(types.moment.parse('2026-03-29 02:30:00', vienna), Date.parse('2026-03-29T01:00:00Z') / 1000);
});

const accepted: readonly [Name, string | number | boolean, Value][] = [
  ['integer', '12', 12],
  ['integer', '-3', -3],
  ['integer', '5.0', 5],
  ['integer', '+3', 3],
  ['integer', true, 1],
  ['integer', -0, 0],
  ['integer', '-0', 0],
  ['integer', '9007199254740991', 9007199254740991],
  ['boolean', 1, 1],
  ['boolean', '1', 1],
  ['boolean', true, 1],
  ['boolean', 'TRUE', 1],
  ['boolean', 0, 0],
  ['boolean', 'false', 0],
  ['string', 12, '12'],
  ['string', true, 'true'],
  ['string', 'x'.repeat(65_535), 'x'.repeat(65_535)],
  ['char', '😀', '😀'],
  ['char', 7, '7'],
  ['decimal', '8.25', 825],
  ['coordinate', '48.2081743', 482_081_743],
  ['date', '2026-01-31', '2026-01-31'],
  ['time', '08:15', '08:15:00'],
  ['local', '2026-01-31T08:15', '2026-01-31 08:15:00'],
  ['moment', '2026-01-31T08:15', Date.parse('2026-01-31T07:15:00Z') / 1000],
  ['relativeFileAddress', '/acme/v5/files/download/12/', 12],
];

for (const [name, given, stored] of accepted) {
  const shown = String(given).slice(0, 20);
  test(`${name}: takes ${typeof given} ${shown}`, () => {
    assert.ok(Object.is(types[name].parse(given, vienna), stored));
  });
}

const refused: Readonly<Record<Name, readonly (string | number | boolean)[]>> = {
  integer: [
    '1.5',
    '1e3',
    1.5,
    NaN,
    Infinity,
    2 ** 53,
    '9007199254740992',
    '9007199254740993',
    ' 1',
    '0x1',
    'one',
  ],
  boolean: [2, -1, '2', 'yes', 'on', '01', 0.5, NaN],
  string: ['\u0000', 'a\u0000b', '\ud800', '\udc00a', 'x'.repeat(65_536)],
  char: ['ab', 12, true, '😀😀', '\u0000', '\ud800'],
  decimal: [true, false, '1.234', 1.234, '10000000000', '1,5', 'x', NaN],
  hours: [true, '1.234', '10000000000', '1,5', '1:30', NaN],
  coordinate: [true, '48.20817431', '100000000', 'N48'],
  date: ['2026-02-29', '2026-1-1', 20260101, true, '2026-01-01 00:00:00'],
  month: ['2026-13', '2026-6', '2026', '2026-06-01', 202606, true],
  time: ['24:00:00', '8:15', 815, true],
  local: ['2026-01-31', '2026-01-31 24:00:00', '2026-01-31 10:00:00Z', 1_774_749_600, true],
  moment: ['2026-01-31', '2026-02-30 10:00:00', '2026-01-31T10:00:00+01:00', 1_774_749_600, true],
  file: ['\u0000'],
  relativeFileAddress: ['/acme/v4/files/read/1', '/acme/v4/files/download/0', 12],
  absoluteFileAddress: ['https://time.example.com/', true],
};

for (const [name, values] of Object.entries(refused)) {
  test(`${name}: refuses values of another form and names the expected one`, () => {
    for (const given of values) {
      assert.throws(
        () => types[name as Name].parse(given, vienna),
        (error) => error instanceof ValueError && error.expected !== '',
        String(given).slice(0, 20),
      );
    }
  });
}
