// Boolean: 1 or 0 on the wire; true and false, also as text, on input.
import { ValueError } from '#values/value-error.ts';
import type { FieldType } from '../field-type.ts';

const meanings = new Map<unknown, number>([
  [1, 1],
  [0, 0],
  [true, 1],
  [false, 0],
  ['1', 1],
  ['0', 0],
  ['true', 1],
  ['false', 0],
]);

/** `1`, `"1"`, `"1.0"`, `true`, `"true"` and their opposites. */
export const boolean: FieldType = {
  name: 'Boolean',
  column: 'integer',
  numeric: true,
  scale: 0,
  unit: 1,
  isMoment: false,
  parse(value) {
    const meaning = meanings.get(
      typeof value === 'string' ? value.toLowerCase().replace(/(?<=^[01])\.0*$/, '') : value,
    );
    if (meaning === undefined) throw new ValueError('1 or 0 (true and false are accepted too)');
    return meaning;
  },
  render: (stored) => stored,
};
