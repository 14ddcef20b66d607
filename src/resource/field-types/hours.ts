// Hours of an account: exact whole seconds inside, hours with 2 digits outside. What adds up adds up in seconds.
import { decimalToNumber, parseDecimal, roundedQuotient } from '#values/decimal.ts';
import { ValueError } from '#values/value-error.ts';
import type { FieldType } from '../field-type.ts';

const form = { left: 10, scale: 2 };
/** Seconds of a hundredth of an hour. */
const unit = 36;

/** Hours, stored in seconds and rounded half up when they are shown. */
export const hours: FieldType = {
  name: 'Decimal',
  column: 'integer',
  numeric: true,
  scale: form.scale,
  unit,
  isMoment: false,
  parse(value) {
    if (typeof value === 'boolean') throw new ValueError('a number');
    return parseDecimal(value, form) * unit;
  },
  render: (stored) => shownHours(stored as number),
};

/** Seconds as hours with 2 digits, rounded half up. */
export function shownHours(seconds: number): number {
  return decimalToNumber(Number(roundedQuotient(BigInt(seconds), BigInt(unit))), form.scale);
}
