// String: Unicode text up to 65,535 characters. Lone surrogates and NUL are refused: not every engine can keep them.
import { ValueError } from '#values/value-error.ts';
import type { FieldType } from '../field-type.ts';

const longest = 65_535;

/** Any text; numbers and booleans are taken as their text. */
export const string: FieldType = {
  name: 'String',
  column: 'text',
  numeric: false,
  scale: 0,
  unit: 1,
  isMoment: false,
  parse(value) {
    if (typeof value === 'number' && (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)) {
      throw new ValueError('text in quotes (a number of this size would lose digits)');
    }
    const text = String(value);
    if (text.length > longest) throw new ValueError(`text of at most ${longest} characters`);
    if (!text.isWellFormed() || text.includes('\u0000'))
      throw new ValueError('well-formed Unicode text without NUL');
    return text;
  },
  render: (stored) => stored,
};
