// The roles that people of an account have. A role says what somebody is, never what they may do: rights come from
// groups, departments, teams and permissions. An id belongs to its role for ever; new roles are appended.
import type { Row } from '#resource/rule.ts';

/** The rows of `userRoles` in a new account. */
export const userRoleRows: readonly Row[] = [
  { id: 1, name: 'Employee' },
  { id: 2, name: 'Manager' },
  { id: 3, name: 'Apprentice' },
  { id: 4, name: 'Temporary worker' },
  { id: 5, name: 'Contractor' },
];
