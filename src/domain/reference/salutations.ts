// The forms of address for contact persons. Ids are part of the interface and never change.
import type { Row } from '#resource/rule.ts';

/** All rows of `salutations`. */
export const salutationRows: readonly Row[] = [
  { id: 1, const: 'SALUTATION_MR', gender: 'male' },
  { id: 2, const: 'SALUTATION_MS', gender: 'female' },
  { id: 3, const: 'SALUTATION_MX', gender: 'diverse' },
  { id: 4, const: 'SALUTATION_COMPANY', gender: 'none' },
];
