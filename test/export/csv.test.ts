// Tests records of CSV and the quoting of formulas.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { csvRecord, withoutFormula } from '#export/csv.ts';
import { seed } from '../support/property.ts';
import { readCsv } from './read-csv.ts';

const nasty = fc.array(fc.constantFrom('"', ',', '\r', '\n', '\r\n', 'a', 'ä', '€', ' ', ';', '='), {
  maxLength: 8,
});
const field = fc.oneof(
  fc.string({ unit: 'binary' }),
  nasty.map((parts) => parts.join('')),
);

test('writes fields that an RFC 4180 reader reads back unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.array(field, { minLength: 1 }), { minLength: 1 }), (records) => {
      assert.deepEqual(readCsv(records.map(csvRecord).join('')), records);
    }),
    { seed, numRuns: 2000 },
  );
});

test('quotes text that begins like a formula and keeps other text', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "=cmd|' /C calc'!A0"]) {
    assert.equal(withoutFormula(text), `'${text}`);
  }
  for (const text of ['', 'a=1', 'Müller', '1-2', "'=1"]) assert.equal(withoutFormula(text), text);
});
