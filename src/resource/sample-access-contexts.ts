// Callers of every kind, with which access rules are tried.
import { noRights, type AccessContext } from './access.ts';

const employee: AccessContext = {
  ...noRights,
  accountId: 1,
  userId: 1,
  ownDepartments: [1],
  today: '2026-01-01',
};

/** A machine, an administrator, an HR manager, and employees who lead, share, book, see colleagues or none of these. */
export const sampleAccessContexts: readonly AccessContext[] = [
  employee,
  { ...employee, people: [1, 2], departments: [1], teamMembers: [3], ledProjects: [1] },
  { ...employee, terminalUsers: [4] },
  { ...employee, seesAbsences: 'department', seesPresence: 'department' },
  { ...employee, seesAbsences: 'team', seesPresence: 'account', teammates: [5] },
  { ...employee, seesAbsences: 'account', seesPresence: 'team', teammates: [5] },
  { ...employee, assignments: [{ node: 1, from: null, to: null }] },
  { ...employee, hrManager: true },
  { ...employee, administrator: true },
  { ...employee, kind: 'machine', userId: null, administrator: true },
];
