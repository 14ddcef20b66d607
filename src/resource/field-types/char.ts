// Char: a single character.
import { ValueError } from '#values/value-error.ts';
import type { FieldType } from '../field-type.ts';
import { string } from './string.ts';

/** Exactly one Unicode character. */
export const char: FieldType = {
  ...string,
  name: 'Char',
  parse(value, context) {
    const text = string.parse(value, context) as string;
    if ([...text].length !== 1) throw new ValueError('a single character');
    return text;
  },
};
