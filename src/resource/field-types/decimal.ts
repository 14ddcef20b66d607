// Decimal: exact, 10 digits left and 2 right of the point; coordinates have 7 right.
import { decimalToNumber, parseDecimal } from '#values/decimal.ts';
import { ValueError } from '#values/value-error.ts';
import type { FieldType } from '../field-type.ts';

function decimalOf(form: { left: number; scale: number }): FieldType {
  return {
    name: 'Decimal',
    column: 'integer',
    numeric: true,
    scale: form.scale,
    unit: 1,
    isMoment: false,
    parse(value) {
      if (typeof value === 'boolean') throw new ValueError('a number');
      return parseDecimal(value, form);
    },
    render: (stored) => decimalToNumber(stored as number, form.scale),
  };
}

/** Amounts and hours, stored in hundredths. */
export const decimal = decimalOf({ left: 10, scale: 2 });

/** Degrees and metres of a position, stored in ten-millionths. */
export const coordinate = decimalOf({ left: 8, scale: 7 });
