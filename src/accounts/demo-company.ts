// The company of the demo account: people, departments, schedules, projects. Plain data, the same everywhere.

/** A department; `supervisor` is a username. */
export const departments = [
  { key: 'planning', name: 'Planning', supervisor: 'clara' },
  { key: 'site', name: 'Construction sites', supervisor: 'mira' },
] as const;

/** One person of the company. */
export interface DemoPerson {
  readonly username: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly department: (typeof departments)[number]['key'];
  /** Hours of an ordinary day. */
  readonly hours: number;
  /** Days a week, from Monday on. */
  readonly days: number;
  /** Minutes that they usually work beyond that. */
  readonly extra: number;
  readonly hr: 0 | 1;
  /** Hours of overtime in a month that the salary includes; 0: none. */
  readonly included: number;
}

type Place = DemoPerson['department'];

function person(
  [username, firstname, lastname]: readonly [string, string, string],
  department: Place,
  [hours, days]: readonly [number, number] = [8, 5],
  more: Partial<Pick<DemoPerson, 'extra' | 'hr' | 'included'>> = {},
): DemoPerson {
  return { username, firstname, lastname, department, hours, days, extra: 0, hr: 0, included: 0, ...more };
}

/** Everybody but the administrator, in the order in which they get their ids. */
export const people: readonly DemoPerson[] = [
  person(['clara', 'Clara', 'Steiner'], 'planning', [8, 5], { hr: 1 }),
  person(['jonas', 'Jonas', 'Moser'], 'planning', [8, 5], { extra: 35, included: 5 }),
  person(['mira', 'Mira', 'Kovač'], 'site', [8, 5], { extra: 10 }),
  person(['emil', 'Emil', 'Larsson'], 'site', [8, 5], { extra: 5 }),
  person(['aylin', 'Aylin', 'Demir'], 'planning', [4, 5]),
  person(['tom', 'Tom', 'Brandner'], 'planning', [6, 4]),
  person(['eva', 'Eva', 'Huber'], 'planning', [5, 5]),
  person(['nora', 'Nora', 'Lindqvist'], 'planning'),
  person(['pavel', 'Pavel', 'Novák'], 'site'),
  person(['lena', 'Lena', 'Fuchs'], 'site'),
  person(['samir', 'Samir', 'Haddad'], 'site', [8, 5], { extra: 10 }),
  person(['ida', 'Ida', 'Rossi'], 'site'),
];

/** A work schedule beside those that every account begins with: the same hours on the first days of the week. */
export const schedules = [
  { name: 'Four days of 6 hours', hours: 6, days: 4 },
  { name: 'Five mornings', hours: 5, days: 5 },
] as const;

/** A customer's project with its tasks. */
export const projects = [
  {
    name: 'Riverside library',
    client: 'City of Linz',
    tasks: ['Survey', 'Design', 'Tender', 'Site supervision'],
  },
  { name: 'Timber school', client: 'Danube Valley School', tasks: ['Concept', 'Design', 'Fire protection'] },
  {
    name: 'Old mill conversion',
    client: 'Mill Street Cooperative',
    tasks: ['Survey', 'Planning permission', 'Site supervision'],
  },
] as const;

/** What a booking may be noted with. */
export const notes = [
  'Plans for the ground floor',
  'Meeting with the client',
  'Site visit',
  'Corrections after review',
  'Cost estimate',
  'Telephone calls',
] as const;
