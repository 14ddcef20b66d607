// How many days of a type a person may take in a cycle: their own limit, else that of the type.
import type { ReadView, Row } from '#resource/rule.ts';

/** The type with the cycle and limit that hold for the person. */
export function typeForPerson(
  view: ReadView,
  userId: number,
  type: Row<'absenceTypes'>,
): Row<'absenceTypes'> {
  return typesForPerson(view, userId, [type])[0] ?? type;
}

/** The same for several types. */
export function typesForPerson(
  view: ReadView,
  userId: number,
  types: readonly Row<'absenceTypes'>[],
): readonly Row<'absenceTypes'>[] {
  const own = view.find('otherPaidLeaveLimitations', [{ column: 'user_id', is: '=', value: userId }]);
  return types.map((type) => {
    const limit = own.find(
      (row) =>
        row.absence_type_id === type.absence_type_id && row.absence_subtype_id === type.absence_subtype_id,
    );
    if (limit === undefined) return type;
    const { cycle_id = null, cycle_max_days = null } = limit;
    return { ...type, cycle_id, cycle_max_days };
  });
}
