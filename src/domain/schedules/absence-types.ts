// Absence types: the pair of numbers by which absences name them, and those that a new account begins with.
import { ApiError } from '#errors/api-error.ts';
import type { Row, Rule } from '#resource/rule.ts';
import { rowId } from '../change.ts';

/** The largest absence_subtype_id; the largest absence_type_id is 4. */
const lastSubtype = 1_023;

/** Gives a new type the next free number among those of its absence_type_id, and its place in lists. */
export const numberAbsenceType: Rule<'absenceTypes'> = (change, view) => {
  if (change.verb === 'delete') return;
  const { after } = change;
  after.sort_order ??= rowId(change);
  if (change.verb === 'create') after.absence_group_id ??= after.absence_type_id;
  if (change.verb !== 'create' || after.absence_subtype_id != null) return;
  const kind = { column: 'absence_type_id', is: '=', value: after.absence_type_id } as const;
  const [last] = view.find('absenceTypes', [kind], { orderBy: ['-absence_subtype_id'], limit: 1 });
  const next = last === undefined ? 0 : last.absence_subtype_id + 1;
  if (next > lastSubtype) {
    const message = `absence_type_id ${String(after.absence_type_id)} has ${next} subtypes; there can be no more.`;
    throw new ApiError('rule_broken', message, { field: 'absence_type_id' });
  }
  after.absence_subtype_id = next;
};

/** Refuses a colour that calendars cannot show. */
export const checkColor: Rule<'absenceTypes'> = ({ verb, after }) => {
  const { color } = after;
  if (verb === 'delete' || color === null) return;
  if (/^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) return;
  const message = `color is ${JSON.stringify(color)}; it must be 3 or 6 hexadecimal digits such as #2E7D32.`;
  throw new ApiError('invalid_value', message, { field: 'color' });
};

type NewType = Partial<Row<'absenceTypes'>>;

const type = (
  numbers: readonly [type: Row<'absenceTypes'>['absence_type_id'], subtype: number],
  look: readonly [name: string, sign: string, color: string],
  more: NewType = {},
): NewType => ({
  absence_type_id: numbers[0],
  absence_subtype_id: numbers[1],
  name_const: look[0],
  abbreviation_const: look[1],
  color: look[2],
  ...more,
});

/** The absence types of a new account. */
export const absenceTypeRows: readonly NewType[] = [
  type([1, 0], ['Holiday', 'H', '#2E7D32'], { public_leave_type: 1, enable_for_substitute_mode: 1 }),
  type([2, 0], ['Overtime reduction', 'OT', '#1565C0'], { enable_for_substitute_mode: 1 }),
  type([3, 11], ['Sick leave', 'S', '#C62828'], { allow_entry_on_non_working_days: 1 }),
  type([3, 12], ['Home office', 'HO', '#6A1B9A'], { add_to_working_hours: 1, public_leave_type: 1 }),
  type([3, 13], ['Special leave', 'SL', '#EF6C00']),
  type([4, 0], ['Sick leave with certificate', 'SC', '#AD1457'], {
    allow_entry_on_non_working_days: 1,
  }),
];
