// The rights of each kind of caller, written down resource by resource; no code computes them.
import { masterData, none, referenceData, type Probes, type Rights, type Verb } from './areas/area.ts';
import { ofEveryArea } from './areas/every-area.ts';
import { entryOf } from './missing-data.ts';

/** Who asks, and about whose rows. */
export const columns = [
  'machine', // a credential without a user, about anybody
  'reader', // the same, issued for reading only
  'administrator', // about anybody
  'hrManager', // about anybody
  'supervisor', // about a person in a department below the one they lead
  'assistant', // the same as assistant of that department
  'teamLeader', // about a member of their team
  'employee', // about themselves
  'colleague', // an employee about another person
  'outsider', // a supervisor about a person whom they do not lead
  'foreigner', // the administrator of another account
] as const;
export type Column = (typeof columns)[number];

/**
 * One letter a column. Reading: `a` all fields, `m` those for managers, `s` those for oneself, `o` the usual ones,
 * `p` public ones, `-` there is no such row, `!` refused with 401. Writing: `y` done, `!` refused with 401, `-` there is no such row (422).
 * A column of its own: `#` token of another account (401), `.` no such action (404).
 */
const mine: Readonly<Record<string, Rights>> = {
  users: {
    read: 'a a a m m m p s p p #',
    create: 'y ! y ! ! ! ! ! ! ! #',
    update: 'y ! y y ! ! ! y ! ! #',
    delete: 'y ! y ! ! ! ! ! ! ! #',
  },
  timeTrackings: {
    read: 'a a a m m m o o - - #',
    create: 'y ! y y y y ! y ! ! #',
    update: 'y ! y y y y ! y - - #',
    delete: 'y ! y y y y ! y - - #',
  },
  checkpointTrackings: {
    read: 'a a a m m m o o - - #',
    create: 'y ! y y y y ! y - - #',
    update: 'y ! y y y y ! y - - #',
    delete: 'y ! y y y y ! y - - #',
  },
  timeTrackingChangelogs: { read: 'a a a m m m o o - - #', create: none, update: none, delete: none },
  messages: {
    read: 'a a a - - - - o - - #',
    create: 'y ! y ! ! ! ! y ! ! #',
    update: 'y ! y - - - - y - - #',
    delete: 'y ! y - - - - y - - #',
  },
  departments: masterData,
  teams: masterData,
  teamMembers: { ...masterData, update: none },
  skills: masterData,
  clients: { ...masterData, read: 'a a a m m m p p p m #' },
  projects: masterData,
  tasks: masterData,
  checkpoints: masterData,
  checkpointTranslations: masterData,
  translations: masterData,
  generalSettings: {
    read: 'a a a m o o o o o o #',
    create: none,
    update: 'y ! y ! ! ! ! ! ! ! #',
    delete: none,
  },
  languages: referenceData,
  countries: referenceData,
  timezones: referenceData,
  salutations: referenceData,
  serverTime: referenceData,
  // Read before there is a token, so whatever token comes along does not matter.
  serverCommunication: {
    read: 'a a a m o o o o o o o',
    create: '. . . . . . . . . . .',
    update: '. . . . . . . . . . .',
    delete: '. . . . . . . . . . .',
  },
};

/** Letters in the order of {@link columns}. */
export const rights: Readonly<Record<string, Rights>> = { ...mine, ...ofEveryArea('rights') };

/** A field of every kind that the resource has: what the letters of `read` mean for it. */
export const probes: Readonly<Record<string, Probes>> = {
  ...ofEveryArea('probes'),
  users: { p: 'fullname', o: 'username', s: 'last_login', m: 'notes', a: 'unsuccessful_login_count' },
  clients: { p: 'company_name', o: 'address_1' },
  skills: { o: 'syn', m: 'revenue_per_hour' },
  projects: { o: 'name', m: 'budget' },
  tasks: { o: 'name', m: 'revenue_per_hour' },
};

/** The probes that each letter shows. */
export const shownBy: Readonly<Record<string, string>> = {
  a: 'posma',
  m: 'pom',
  s: 'pos',
  o: 'po',
  p: 'p',
  '-': '',
};

/** The letter of a cell. */
export function letterOf(resource: string, verb: Verb, column: Column): string {
  const letters = entryOf(rights, 'row of rights', resource)[verb].split(' ');
  if (letters.length !== columns.length) throw new Error(`${resource} ${verb} has ${letters.length} letters`);
  return letters[columns.indexOf(column)] as string;
}
