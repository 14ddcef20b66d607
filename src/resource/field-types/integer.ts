// Integer: a whole number within JavaScript's exact range.
import { ValueError } from '#values/value-error.ts';
import type { FieldType } from '../field-type.ts';

/** `12`, `"12"`, `"-3"`, `"5.0"`. */
export const integer: FieldType = {
  name: 'Integer',
  column: 'integer',
  numeric: true,
  scale: 0,
  unit: 1,
  isMoment: false,
  parse(value) {
    if (value === true || value === false) return Number(value);
    const number =
      typeof value === 'number' ? value : /^[+-]?\d{1,16}(?:\.0*)?$/.test(value) ? Number(value) : NaN;
    if (!Number.isSafeInteger(number)) throw new ValueError('a whole number');
    return number === 0 ? 0 : number;
  },
  render: (stored) => stored,
};
