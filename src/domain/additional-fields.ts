// The six free text fields that an account may use as it likes, on people (`u_iv_`) and on bookings (`t_iv_`).
import { field, types, type FieldDeclaration } from '#resource/define-resource.ts';

const numbers = [1, 2, 3, 4, 5, 6] as const;

/** `<prefix>_1` to `<prefix>_6`, described by `doc`, in which `#` becomes the number. */
export function additionalFields(prefix: string, doc: string): Readonly<Record<string, FieldDeclaration>> {
  return Object.fromEntries(
    numbers.map((number) => [
      `${prefix}_${number}`,
      field(types.string, 'OOO', doc.replace('#', String(number)), { maxLength: 255 }),
    ]),
  );
}

/** `<prefix>_1_valid_from` to `<prefix>_6_valid_from`: since when the free text holds. */
export function additionalDates(prefix: string): Readonly<Record<string, FieldDeclaration>> {
  return Object.fromEntries(
    numbers.map((number) => [
      `${prefix}_${number}_valid_from`,
      field(types.date, 'OOO', `Date from which ${prefix}_${number} holds.`),
    ]),
  );
}
