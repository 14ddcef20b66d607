// The absence type that an absence names by its pair of numbers.
import { ApiError } from '#errors/api-error.ts';
import type { ReadView, Row } from '#resource/rule.ts';

/** The row of `absenceTypes` with the pair; throws `unknown_reference`. */
export async function absenceTypeOf(absence: Row, view: ReadView): Promise<Row> {
  const { type_id: type, subtype_id: subtype } = absence;
  const [found] = await view.find('absenceTypes', [
    { column: 'absence_type_id', is: '=', value: type ?? null },
    { column: 'absence_subtype_id', is: '=', value: subtype ?? null },
  ]);
  if (found !== undefined) return found;
  const message =
    `type_id is ${type} and subtype_id ${subtype}; ` +
    'they must be the absence_type_id and absence_subtype_id of a row of absenceTypes.';
  throw new ApiError('unknown_reference', message, { field: 'type_id' });
}
