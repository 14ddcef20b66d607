// Numbers in the fields of a form: as they are shown, and as what was typed is sent, in both languages.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { bodyOf, textOf, type FormField } from '../../../console/domain/form.ts';
import { runs } from '../../support/property.ts';

const field: FormField = {
  name: 'cost',
  kind: 'number',
  title: '',
  isRequired: false,
  choices: [],
  target: null,
  start: '0.5',
  limits: {},
};
const languages = ['en', 'de'] as const;
const sent = (text: string, language: 'en' | 'de'): unknown =>
  bodyOf([field], { cost: text }, { cost: null }, language)['cost'];

describe('a number in a form', () => {
  const read: readonly (readonly [text: string, en: unknown, de: unknown])[] = [
    ['3.500', 3.5, 3500],
    ['3,500', 3500, 3.5],
    ['1.234,5', '1.234,5', 1234.5],
    ['1,234.5', 1234.5, '1,234.5'],
    ['1.234.567', '1.234.567', 1234567],
    ['1,234,567.89', 1234567.89, '1,234,567.89'],
    ['−1.234,5', '−1.234,5', -1234.5],
    ['1234,5', 1234.5, 1234.5],
    ['1234.5', 1234.5, 1234.5],
    ['7.25', 7.25, 7.25],
    ['0.500', 0.5, 0.5],
    ['1234.567', 1234.567, 1234.567],
    [' -3 ', -3, -3],
    [',5', 0.5, 0.5],
    ['8.', 8, 8],
    ['0008', 8, 8],
  ];
  for (const [text, en, de] of read)
    it(`is read from “${text.trim()}” as the language writes numbers`, () =>
      assert.deepEqual([sent(text, 'en'), sent(text, 'de')], [en, de]));

  for (const text of [
    '0x10',
    '1e3',
    '0b1',
    'Infinity',
    'eight',
    '.',
    '-',
    '1.2.3',
    '1,2,3',
    '12.34,5',
    '1 0',
  ])
    it(`is not read from “${text}”, so that the server refuses it`, () =>
      assert.deepEqual([sent(text, 'en'), sent(text, 'de')], [text, text]));

  it('is shown with the decimal mark of the language', () => {
    const shown = (row: { readonly cost: unknown } | null): readonly string[] =>
      languages.map((language) => textOf(field, row, language));
    assert.deepEqual(shown({ cost: 1234.5 }), ['1234.5', '1234,5']);
    assert.deepEqual(shown({ cost: -0.25 }), ['-0.25', '-0,25']);
    assert.deepEqual(shown({ cost: null }), ['', '']);
    assert.deepEqual(shown(null), ['0.5', '0,5']);
  });

  it('is the same after it was shown and read, in both languages', () => {
    const places = fc.constantFrom(1, 100, 1000, 1e7);
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        places,
        fc.constantFrom(...languages),
        (units, by, language) => {
          const cost = units / by || 0;
          assert.equal(sent(textOf(field, { cost }, language), language), cost);
        },
      ),
      runs({ test: 500, long: 5000, soak: 100_000 }),
    );
    for (const language of languages)
      assert.equal(sent(textOf(field, { cost: 1e-7 }, language), language), 1e-7);
  });
});
