// Every setting of an account as data: what it means, what it may be, what it is until somebody changes it.
// An id belongs to its setting for ever; new settings are appended.
import { shownOnly } from '../timesheets/break-models.ts';
import { shortestPassword } from '../users/password-policy.ts';
import type { Setting } from './setting.ts';

const text = { datatype: 'string', holds: 'text' } as const;
const zone = { datatype: 'string', holds: 'zone' } as const;
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** All settings, in the order of their ids. */
export const settings: readonly Setting[] = [
  {
    id: 1,
    group: 'general',
    type: 'server_timezone',
    default: 'UTC',
    kind: zone,
    text: 'Server time zone',
    description: 'Zone in which the server writes when it did something (ServerTimeZone).',
  },
  {
    id: 2,
    group: 'general',
    type: 'default_user_timezone',
    default: 'UTC',
    kind: zone,
    text: 'Time zone of new people',
    description: 'Zone that a person has who is created without one.',
  },
  {
    id: 3,
    group: 'general',
    type: 'default_country',
    default: 'AT',
    kind: { datatype: 'string', holds: 'country' },
    text: 'Country',
    description: 'Two-letter code of the country that a person has who is created without one.',
  },
  {
    id: 4,
    group: 'general',
    type: 'default_language',
    default: 'en',
    kind: { datatype: 'combo', values: ['en', 'de'] },
    text: 'Language of new people',
    description: 'Two-letter code of the language that a person has who is created without one.',
  },
  {
    id: 5,
    group: 'general',
    type: 'company_name',
    default: '',
    kind: text,
    text: 'Company name',
    description: 'Name of the company, for reports and mails.',
  },
  {
    id: 6,
    group: 'general',
    type: 'first_day_of_week',
    default: 'monday',
    kind: { datatype: 'combo', values: ['monday', 'sunday', 'saturday'] },
    text: 'First day of the week',
    description: 'Day with which clients begin a week; the server counts ISO weeks.',
  },
  {
    id: 7,
    group: 'time_tracking',
    type: 'live_start_tolerance_minutes',
    default: '5',
    kind: { datatype: 'number', min: 0, max: 1440 },
    text: 'Tolerance of live bookings (minutes)',
    description: 'How long ago the start or end that a client claims may lie to count as live.',
  },
  {
    id: 8,
    group: 'time_tracking',
    type: 'maximum_tracking_hours',
    default: '0',
    kind: { datatype: 'number', min: 0, max: 8784 },
    text: 'Longest time tracking (hours)',
    description: 'Longest time that one tracking may be entered with; 0 means any.',
  },
  {
    id: 9,
    group: 'security',
    type: 'password_minimum_length',
    default: String(shortestPassword),
    kind: { datatype: 'number', min: shortestPassword, max: 64 },
    text: 'Shortest password (characters)',
    description: 'How many characters a new password must have; passwords in use stay as they are.',
  },
  passwordNeeds(10, 'lowercase', 'a small letter'),
  passwordNeeds(11, 'uppercase', 'a capital letter'),
  passwordNeeds(12, 'digit', 'a digit'),
  passwordNeeds(13, 'symbol', 'a character that is neither letter nor digit'),
  {
    id: 14,
    group: 'accounts',
    type: 'automatic_break_rule',
    default: shownOnly,
    kind: { datatype: 'string', holds: 'breakModel' },
    text: 'Model of breaks',
    description:
      'Model by which breaks are asked for and taken off: german, austrian, swiss, none, off (german, only shown), or the id of an own one.',
  },
  {
    id: 15,
    group: 'accounts',
    type: 'automatic_break_valid_from',
    default: '',
    kind: { datatype: 'string', holds: 'date' },
    text: 'Model of breaks from',
    description: 'First day of the model of breaks, as YYYY-MM-DD, off before it; empty: always.',
  },
  {
    id: 16,
    group: 'time_tracking',
    type: 'alert_maximum_timer_hours',
    default: '0',
    kind: { datatype: 'number', min: 0, max: 8784 },
    text: 'Report a running time tracking after (hours)',
    description:
      'A tracking that runs for longer is marked, and its person and those who lead them are told; 0 means never.',
  },
  {
    id: 17,
    group: 'holiday',
    type: 'holiday_carry_over_expires',
    default: '',
    kind: { datatype: 'string', holds: 'monthDay' },
    text: 'Carried holiday expires on (MM-DD)',
    description:
      'Last day of the year on which days carried over can be taken, such as 03-31; empty: for ever.',
  },
  {
    id: 18,
    group: 'holiday',
    type: 'holiday_carry_over_maximum',
    default: '366',
    kind: { datatype: 'number', min: 0, max: 366 },
    text: 'Most holiday carried over (days)',
    description: 'How many days are carried into the next holiday year at most; more expire when it begins.',
  },
  {
    id: 19,
    group: 'holiday',
    type: 'holiday_negative_balance',
    default: '0',
    kind: { datatype: 'boolean' },
    text: 'Holiday in advance',
    description: 'Whether people may ask for more holiday than they have available.',
  },
  {
    id: 20,
    group: 'holiday',
    type: 'holiday_full_week_days',
    default: '0',
    kind: { datatype: 'number', min: 0, max: 7 },
    text: 'Full week of yearly amounts (days)',
    description:
      'Working days of the week for which amounts of holiday are entered from now on; 0: those of the person then.',
  },
  {
    id: 21,
    group: 'accounts',
    type: 'gaps_are_breaks',
    default: '1',
    kind: { datatype: 'boolean' },
    text: 'Time between bookings is a break',
    description: 'Whether time of a day that lies between two bookings counts as a break.',
  },
  {
    id: 22,
    group: 'accounts',
    type: 'gap_break_maximum',
    default: '4',
    kind: { datatype: 'number', min: 0, max: 24, digits: 2 },
    text: 'Longest time between bookings that is a break (hours)',
    description:
      'Longer time between two bookings is no break but unbooked time; so is less than the model counts.',
  },
  {
    id: 23,
    group: 'general',
    type: 'colleagues_see_contact',
    default: '1',
    kind: { datatype: 'boolean' },
    text: 'Colleagues see how to reach people',
    description:
      'Whether everybody in the account reads e-mail address, telephone, leave note, public holidays and whether live bookings are allowed of everybody else.',
  },
  {
    id: 24,
    group: 'accounts',
    type: 'allow_negative_overtime',
    default: '0',
    kind: { datatype: 'boolean' },
    text: 'Pay out overtime in advance',
    description: 'Whether more overtime may be paid out than the balance has.',
  },
  {
    id: 25,
    group: 'accounts',
    type: 'overtime_minimum_balance',
    default: '-10',
    kind: { datatype: 'number', min: -10_000, max: 10_000, digits: 2 },
    text: 'Least balance after time off (hours)',
    description: 'Time off for overtime must leave at least this balance.',
  },
  colleaguesSee(26, 'absences', 'is away, and why where the type of absence is public (public_leave_type)'),
  colleaguesSee(27, 'presence', 'is at work'),
  {
    id: 28,
    group: 'personal_data',
    type: 'anonymise_after_months',
    default: '24',
    kind: { datatype: 'number', min: 0, max: 240 },
    text: 'People can be anonymised after (months)',
    description: 'How long after their exit people stay named; hourbook person anonymise refuses earlier.',
  },
  {
    id: 29,
    group: 'notifications',
    type: 'missing_hours_day',
    default: 'never',
    kind: { datatype: 'combo', values: ['never', ...weekdays] },
    text: 'Remind people of missing hours on',
    description: 'Day on which people are mailed the working days of the week before without any booking.',
  },
  {
    id: 30,
    group: 'notifications',
    type: 'decider_digest_day',
    default: 'never',
    kind: { datatype: 'combo', values: ['never', 'daily', ...weekdays] },
    text: 'Remind deciders of open requests on',
    description: 'Day on which those who decide are mailed the requests that wait for them.',
  },
];

function colleaguesSee(id: number, subject: 'absences' | 'presence', what: string): Setting {
  return {
    id,
    group: 'general',
    type: `team_sees_${subject}`,
    default: 'department',
    kind: { datatype: 'combo', values: ['none', 'team', 'department', 'account'] },
    text: `Colleagues see ${subject} of`,
    description: `Who sees that a person ${what}: no other person, members of the person's teams, people of the department, or everybody.`,
  };
}

function passwordNeeds(id: number, name: string, what: string): Setting {
  return {
    id,
    group: 'security',
    type: `password_needs_${name}`,
    default: '0',
    kind: { datatype: 'boolean' },
    text: `Passwords hold ${what}`,
    description: `Whether a new password must hold ${what}; length protects better.`,
  };
}

const byType = new Map(settings.map((setting) => [setting.type, setting]));

/** The setting of this `setting_type`, or `undefined`. */
export function settingOf(type: string): Setting | undefined {
  return byType.get(type);
}
