// A limit of a person is about a type of absence that exists.
import { ApiError } from '#errors/api-error.ts';
import type { Rule } from '#resource/rule.ts';
import { differs } from '../change.ts';

/** Refuses a limit for a type that is no row of absenceTypes. */
export const checkLimitedType: Rule<'otherPaidLeaveLimitations'> = (change, view) => {
  if (change.verb === 'delete') return;
  if (!differs(change, 'absence_type_id') && !differs(change, 'absence_subtype_id')) return;
  const type = change.after.absence_type_id ?? null;
  const subtype = change.after.absence_subtype_id ?? null;
  const [found] = view.find('absenceTypes', [
    { column: 'absence_type_id', is: '=', value: type },
    { column: 'absence_subtype_id', is: '=', value: subtype },
  ]);
  if (found !== undefined) return;
  const message = `absence_type_id is ${type} and absence_subtype_id ${subtype}; no row of absenceTypes has both.`;
  throw new ApiError('unknown_reference', message, { field: 'absence_subtype_id' });
};
