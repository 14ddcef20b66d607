// The absence type that an absence names by its pair of numbers.
import { ApiError } from '#errors/api-error.ts';
import type { ReadView, Row } from '#resource/rule.ts';
import type { TypePair } from './absence-kind.ts';

/** The row of `absenceTypes` with the pair; throws `unknown_reference`. */
export function absenceTypeOf(absence: TypePair, view: ReadView): Row<'absenceTypes'> {
  return absenceTypesOf([absence], view)(absence);
}

/** The same of several absences, looked up together. */
export function absenceTypesOf(
  absences: readonly TypePair[],
  view: ReadView,
): (absence: TypePair) => Row<'absenceTypes'> {
  if (absences.length === 0) return unknownType;
  const types = view.find('absenceTypes', [isOneOf('type_id', absences), isOneOf('subtype_id', absences)]);
  const keyOf = (type: unknown, subtype: unknown): string => `${String(type)} ${String(subtype)}`;
  const byPair = new Map(types.map((row) => [keyOf(row.absence_type_id, row.absence_subtype_id), row]));
  return (absence) => byPair.get(keyOf(absence.type_id, absence.subtype_id)) ?? unknownType(absence);
}

function isOneOf(column: keyof TypePair, absences: readonly TypePair[]) {
  const values = [...new Set(absences.map((absence) => absence[column] ?? null))];
  return { column: `absence_${column}`, is: 'in', value: values } as const;
}

function unknownType({ type_id: type, subtype_id: subtype }: TypePair): never {
  const message =
    `type_id is ${type} and subtype_id ${subtype}; ` +
    'they must be the absence_type_id and absence_subtype_id of a row of absenceTypes.';
  throw new ApiError('unknown_reference', message, { field: 'type_id' });
}
