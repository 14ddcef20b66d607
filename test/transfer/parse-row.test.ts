// Tests how a line of an export becomes a row with values that each engine keeps unchanged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseRow } from '#transfer/export-format.ts';
import type { Table } from '#sql/table.ts';
import { seed } from '../support/property.ts';

const table: Table = {
  name: 'notes',
  scope: 'account',
  columns: [
    { name: 'account_id', type: 'bigint', notNull: true },
    { name: 'id', type: 'bigint', notNull: true },
    { name: 'text', type: 'text' },
  ],
  primaryKey: ['account_id', 'id'],
  indexes: [],
  foreignKeys: [],
};

/** Any code units, those that make no text among them more often than chance would have it. */
const units = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 0xffff }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 0xd800, 0xdbff, 0xdc00, 0xdfff) },
);
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(units, { maxLength: 6 }).map((codes) => String.fromCharCode(...codes)),
);

test('takes well-formed text without NUL unchanged and refuses other text', () => {
  const seen = { taken: 0, refused: 0 };
  const property = fc.property(fc.integer({ min: 1, max: 1000 }), texts, (id, text) => {
    const line = Buffer.from(`${JSON.stringify([id, text])}\n`);
    // What comes back from the bytes that an engine would be given.
    const isKept = Buffer.from(text).toString() === text && !/\0/.test(text);
    seen[isKept ? 'taken' : 'refused'] += 1;
    if (isKept) assert.deepEqual(parseRow(line, table), [id, text]);
    else
      assert.throws(() => parseRow(line, table), {
        message: `The row of notes with id ${id} holds ${JSON.stringify(text)} in text: it must be well-formed Unicode text without NUL.`,
      });
  });
  fc.assert(property, { seed, numRuns: 2000 });
  assert.ok(Math.min(seen.taken, seen.refused) > 100, JSON.stringify(seen));
});

test('refuses bytes that are not UTF-8', () => {
  const line = Buffer.from('[1,"caf\u00e9"]\n', 'latin1');
  assert.throws(
    () => parseRow(line, table),
    /^Error: A row of notes is not one value for each column: \[1,"caf/,
  );
});
