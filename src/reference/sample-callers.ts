// Callers of every kind, whose ids can be told apart from any other value, so that a scope can be put into words.
import { noRights, type AccessContext } from '#resource/access.ts';

/** A kind of caller. */
export interface SampleCaller {
  readonly name: string;
  readonly accessContext: AccessContext;
}

const ids = {
  caller: 900_001,
  people: 900_002,
  members: 900_003,
  department: 900_011,
  above: 900_012,
  led: 900_013,
} as const;

/** What an id of a sample caller's access context stands for. */
export const meanings: ReadonlyMap<unknown, string> = new Map([
  [ids.caller, 'themselves'],
  [ids.people, 'the people whom they lead'],
  [ids.members, 'the members of their teams'],
  [ids.department, 'their department'],
  [ids.above, 'the departments above it'],
  [ids.led, 'the departments that they lead'],
]);

const employee: AccessContext = {
  ...noRights,
  userId: ids.caller,
  ownDepartments: [ids.department, ids.above],
  seesAbsences: 'department',
  seesPresence: 'department',
};

/** One caller of each kind, those with the most rights first. */
export const sampleCallers: readonly SampleCaller[] = [
  {
    name: 'machine credential',
    accessContext: { ...employee, kind: 'machine', userId: null, ownDepartments: [], administrator: true },
  },
  { name: 'administrator', accessContext: { ...employee, administrator: true } },
  { name: 'HR manager', accessContext: { ...employee, hrManager: true } },
  {
    name: 'supervisor or assistant',
    accessContext: { ...employee, people: [ids.people], departments: [ids.led] },
  },
  { name: 'team leader', accessContext: { ...employee, teamMembers: [ids.members] } },
  { name: 'employee', accessContext: employee },
];
