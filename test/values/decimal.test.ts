// Tests how decimals become whole units and are rounded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decimalToNumber, parseDecimal, roundedQuotient } from '#values/decimal.ts';
import { ValueError } from '#values/value-error.ts';
import { seed } from '../support/property.ts';

const money = { left: 10, scale: 2 };
const position = { left: 8, scale: 7 };

const forms = [
  { form: money, units: fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }) },
  { form: position, units: fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }) },
];

/** The decimal text of whole units, made with whole numbers only. */
function exactText(units: number, scale: number): string {
  const digits = String(Math.abs(units)).padStart(scale + 1, '0');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

for (const { form, units } of forms) {
  test(`reads text and number back to the same units with ${form.scale} digits`, () => {
    fc.assert(
      fc.property(units, (given) => {
        const number = decimalToNumber(given, form.scale);
        assert.equal(parseDecimal(exactText(given, form.scale), form), given);
        assert.equal(parseDecimal(number, form), given);
      }),
      { seed, numRuns: 2000 },
    );
  });

  test(`prints no binary artefact with ${form.scale} digits`, () => {
    fc.assert(
      fc.property(units, (given) => {
        const [whole = '', fraction = ''] = exactText(given, form.scale).split('.');
        const trimmed = fraction.replace(/0+$/, '');
        const expected = given === 0 ? '0' : trimmed === '' ? whole : `${whole}.${trimmed}`;
        const printed = JSON.stringify(decimalToNumber(given, form.scale));
        if (!printed.includes('e')) assert.equal(printed, expected);
        else assert.ok(Math.abs(given) < 10, printed);
      }),
      { seed, numRuns: 2000 },
    );
  });
}

const accepted: readonly [string | number, number][] = [
  ['12', 1200],
  ['12.5', 1250],
  ['12.50', 1250],
  ['12.500', 1250],
  ['12.', 1200],
  ['+12', 1200],
  ['-0.25', -25],
  ['007', 700],
  ['0', 0],
  ['-0', 0],
  [-0, 0],
  [1005.01, 100_501],
  [0.07, 7],
  [1.1, 110],
  [9_999_999_999.99, 999_999_999_999],
  ['-9999999999.99', -999_999_999_999],
  ['.5', 50],
  ['5.', 500],
  ['5.0', 500],
  ['-.05', -5],
];

test('accepts decimals as text and as numbers', () => {
  for (const [given, units] of accepted)
    assert.ok(Object.is(parseDecimal(given, money), units), String(given));
});

const refusedNumbers = [
  1005.005,
  0.1 + 0.2,
  0.001,
  1e-7,
  1e-30,
  5e-324,
  1e10,
  1e21,
  1e300,
  NaN,
  Infinity,
  -Infinity,
];
const refusedTexts = [
  '',
  ' ',
  '.',
  '1,5',
  '1e3',
  '0x10',
  '12.345',
  '10000000000',
  '99999999999.9',
  '--1',
  '1 ',
  ' 1',
];

test('refuses too many digits and values that are no decimals', () => {
  const expected = new ValueError('a number with at most 10 digits left and 2 right of the point');
  for (const given of [...refusedNumbers, ...refusedTexts, '١'])
    assert.throws(() => parseDecimal(given, money), expected, String(given));
});

test('refuses a million zeros and a one, and takes a million zeros', () => {
  const zeros = '0'.repeat(1_000_000);
  assert.throws(() => parseDecimal(`1.${zeros}1`, money), ValueError);
  assert.equal(parseDecimal(`${zeros}1.5${zeros}`, money), 150);
});

test('reads small numbers that JavaScript prints with an exponent', () => {
  assert.equal(parseDecimal(1e-7, position), 1);
  assert.equal(parseDecimal(-9e-7, position), -9);
  assert.throws(() => parseDecimal(1.5e-7, position), ValueError);
  assert.throws(() => parseDecimal(1e-8, position), ValueError);
});

test('rounds quotients of any size half up', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (units, count) => {
      const rounded = roundedQuotient(units, count);
      const error = 2n * (rounded * count - units);
      assert.ok(error <= count && error > -count);
      assert.equal(roundedQuotient(-units, -count), rounded);
    }),
    { seed },
  );
  assert.deepEqual(
    [roundedQuotient(5n, 2n), roundedQuotient(-5n, 2n), roundedQuotient(7n, 3n), roundedQuotient(-1n, 2n)],
    [3n, -2n, 2n, 0n],
  );
});
