// A limit of a person is about a type of absence that exists.
import type { Rule } from '#resource/rule.ts';
import { differs } from '../change.ts';
import { absenceTypeOf } from './find-type.ts';

/** Refuses a limit for a type that is no row of absenceTypes. */
export const checkLimitedType: Rule<'otherPaidLeaveLimitations'> = async (change, view) => {
  if (change.verb === 'delete') return;
  if (!differs(change, 'absence_type_id') && !differs(change, 'absence_subtype_id')) return;
  const { absence_type_id, absence_subtype_id } = change.after;
  await absenceTypeOf({ type_id: absence_type_id ?? null, subtype_id: absence_subtype_id ?? null }, view);
};
