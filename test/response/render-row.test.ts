// Tests how stored rows become rows of an answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { field, types } from '#resource/define-resource.ts';
import type { Stored } from '#resource/field-type.ts';
import type { Field } from '#resource/resource.ts';
import { rowRenderer } from '#response/render-row.ts';
import { seed } from '../support/property.ts';

const context = { serverTimeZone: 'Europe/Vienna' };

const fields: readonly Field[] = Object.entries(types).map(([name, type]) => ({
  ...field(type, 'OOO', 'x'),
  name,
  level: 'own' as const,
}));

const texts: fc.Arbitrary<Stored> = fc.string({ unit: 'grapheme' });
const numbers: fc.Arbitrary<Stored> = fc.integer();

const stored: fc.Arbitrary<Record<string, Stored>> = fc.record(
  Object.fromEntries(
    fields.map(({ name, type }) => [
      name,
      fc.option(type.column === 'text' ? texts : numbers, { nil: null }),
    ]),
  ),
);

test('renders each field by its type and empty fields as null', () => {
  const render = rowRenderer(fields);
  fc.assert(
    fc.property(stored, (row) => {
      const expected = fields.map(({ name, type }) => {
        const value = row[name] ?? null;
        return [name, value === null ? null : type.render(value, context)];
      });
      assert.deepEqual(Object.entries(render(row, context)), expected);
    }),
    { seed },
  );
});

test('renders only the requested fields in the requested order', () => {
  const [first, second] = [fields[3], fields[0]] as [Field, Field];
  const shown = rowRenderer([first, second])(
    { integer: 1, boolean: 1, string: 'x', secret: 'y', char: null },
    context,
  );
  assert.deepEqual(Object.entries(shown), [
    [first.name, null],
    [second.name, 1],
  ]);
});

test('renders a missing column as null', () => {
  assert.deepEqual(rowRenderer(fields.slice(0, 1))({}, context), { [fields[0]?.name ?? '']: null });
});

test('renders decimals as numbers and moments as local times', () => {
  const shown = rowRenderer(fields)(
    { decimal: 100_501, coordinate: 482_081_743, moment: 1_774_749_600 },
    context,
  );
  assert.deepEqual(
    [shown['decimal'], shown['coordinate'], shown['moment']],
    [1005.01, 48.2081743, '2026-03-29 04:00:00'],
  );
});

test('refuses a name that is no field name', () => {
  const odd = { ...(fields[0] as Field), name: 'a: process.exit()' };
  assert.throws(() => rowRenderer([odd]), /not a field name/);
});
