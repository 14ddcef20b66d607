// Exact decimals, held as whole numbers of the smallest unit (scale 2: hundredths), never as binary fractions.
import { ValueError } from './value-error.ts';

/** How many digits a decimal may have left and right of the point. */
export interface DecimalForm {
  readonly left: number;
  readonly scale: number;
}

const decimalPattern = /^([+-]?)(?=\.?\d)(\d*)(?:[.](\d*))?$/;

/** Reads `12`, `"12.5"`, `".5"`, `"5."`, `-0.25` into whole units of `10^-scale`; throws {@link ValueError}. */
export function parseDecimal(value: string | number, form: DecimalForm): number {
  const match = decimalPattern.exec(typeof value === 'number' ? plainNotation(value) : value);
  const whole = match?.[2]?.replace(/^0+(?=\d)/, '') ?? '';
  const fraction = withoutLastZeros(match?.[3] ?? '');
  if (match === null || whole.length > form.left || fraction.length > form.scale) {
    throw new ValueError(
      `a number with at most ${form.left} digits left and ${form.scale} right of the point`,
    );
  }
  const units = Number(whole + fraction.padEnd(form.scale, '0'));
  return match[1] === '-' && units !== 0 ? -units : units;
}

/** A pattern for zeros at the end would be tried at each zero: the time would grow with the square of their number. */
function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** The JSON number that prints with at most `scale` digits. */
export function decimalToNumber(units: number, scale: number): number {
  return units / 10 ** scale;
}

/** `units / count` rounded half up to a whole unit: -1 / 2 is 0. */
export function roundedQuotient(units: bigint, count: bigint): bigint {
  const [dividend, divisor] = count < 0n ? [-units, -count] : [units, count];
  const [doubled, whole] = [2n * dividend + divisor, 2n * divisor];
  const quotient = doubled / whole;
  return doubled % whole < 0n ? quotient - 1n : quotient;
}

/** A number without an exponent: JavaScript prints small ones as `1.5e-7`. From 1e21 on the exponent stays. */
export function plainNotation(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e-');
  if (exponent === undefined) return mantissa;
  const digits = mantissa.replace(/[-.]/g, '');
  return `${value < 0 ? '-' : ''}0.${'0'.repeat(Number(exponent) - 1)}${digits}`;
}
