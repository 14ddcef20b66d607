// One entity of every resource that a client can create, with every relation filled. It knows fields, not rights.
import { password } from '../support/installation.ts';
import type { Entity, LooseReference, SampleContext } from './areas/area.ts';
import { ofEveryArea } from './areas/every-area.ts';

/** A complete entity for `create`, by resource; text fields hold the mark. */
export const samples: Readonly<Record<string, (context: SampleContext) => Entity>> = {
  skills: ({ mark, serial }) => ({ syn: `${mark} skill ${serial}`, internal_cost_per_hour: 11 }),
  clients: ({ mark, serial }) => ({
    company_name: `${mark} client ${serial}`,
    address_1: `${mark} street`,
    country_id: 40,
    contact_person_salutation_id: 1,
  }),
  departments: ({ mark, serial, id }) => ({
    department_name: `${mark} department ${serial}`,
    mother_id: 1,
    supervisor_id: id('users'),
    supervisor_assistant_id: id('users'),
  }),
  users: ({ mark, serial, id }) => ({
    username: `${mark}.${serial}`,
    password,
    lastname: `${mark} lastname ${serial}`,
    firstname: `${mark} firstname`,
    email_address: `${serial}@${mark}.example`,
    department_id: id('departments'),
    // Employed, so that samples of employments are former ones; their accounts have two days.
    entry_date: '2000-01-01',
    payroll_accounting_starts_at: '2027-12-30',
    start_task_at_login: id('tasks'),
    language_id: id('languages'),
    country_id: 40,
    automatic_tracker_writing_task_id: id('tasks'),
    cost_acc_non_working_task_id: id('tasks'),
    request_substitute_user_id: id('users'),
  }),
  projects: ({ mark, serial, id }) => ({
    name: `${mark} project ${serial}`,
    mother_id: id('projects'),
    client_id: id('clients'),
    project_leader_id: id('users'),
    budget: 1000,
  }),
  tasks: ({ mark, serial, id }) => ({
    name: `${mark} task ${serial}`,
    mother_id: id('projects'),
    client_id: id('clients'),
    skill_id: id('skills'),
    revenue_per_hour: 90,
  }),
  checkpoints: ({ mark, serial, id }) => ({ name: `${mark} checkpoint ${serial}`, task_id: id('tasks') }),
  checkpointTranslations: ({ mark, serial, id }) => ({
    name: `${mark} gate ${serial}`,
    checkpoint_id: id('checkpoints'),
    language_id: id('languages'),
  }),
  translations: ({ mark, serial, id }) => ({
    translation_key: `${mark}.${serial}`,
    value: `${mark} text`,
    language_id: id('languages'),
  }),
  teams: ({ mark, serial, id }) => ({
    name: `${mark} team ${serial}`,
    team_leader_id: id('users'),
    project_id: id('projects'),
  }),
  teamMembers: ({ id }) => ({ team_id: id('teams'), user_id: id('users') }),
  timeTrackings: ({ mark, serial, id }) => ({
    user_id: id('users'),
    task_id: id('tasks'),
    start_time: `${dayAfter('2025-01-01', serial)} 08:00:00`,
    end_time: `${dayAfter('2025-01-01', serial)} 09:00:00`,
    start_time_timezone: 'Europe/Vienna',
    end_time_timezone: 'Europe/Vienna',
    notes: `${mark} note ${serial}`,
  }),
  checkpointTrackings: ({ mark, serial, id }) => ({
    checkpoint_id: id('checkpoints'),
    time_tracking_id: id('timeTrackings'),
    timestamp: `${dayAfter('2025-01-01', serial)} 08:30:00`,
    timezone: 'Europe/Vienna',
    notes: `${mark} passed`,
  }),
  messages: ({ mark, serial, id }) => ({
    message: `${mark} message ${serial}`,
    sender_id: id('users'),
    receiver_type: 'USER',
    receiver_id: id('users'),
  }),
  ...ofEveryArea('samples'),
};

/** Rows of resources that clients cannot create, as the server itself stores them. */
export const storedSamples: Readonly<
  Record<string, (context: SampleContext) => Record<string, string | number>>
> = {
  languages: ({ mark, serial }) => ({ name: `${mark} language ${serial}`, iso_639_1: 'xx', active: 1 }),
  generalSettings: ({ mark, serial }) => ({
    setting_type: `${mark}_${serial}`,
    setting_value: `${mark} value`,
    datatype: 'string',
  }),
  ...ofEveryArea('storedSamples'),
};

/** Ids that a field holds though no relation says so, because another field says of which resource. */
export const looseReferences: Readonly<Record<string, readonly LooseReference[]>> = {
  messages: [
    { field: 'receiver_id', target: 'users', beside: { receiver_type: 'USER' } },
    { field: 'receiver_id', target: 'departments', beside: { receiver_type: 'DEPARTMENT' } },
  ],
  ...ofEveryArea('looseReferences'),
};

/** Writable fields that are named like ids but hold codes: days of the week, types and places in a list. */
export const codes: Readonly<Record<string, readonly string[]>> = {
  absences: ['type_id', 'subtype_id'],
  absenceTypes: ['datev_wage_type_id', 'cycle_id', 'absence_subtype_id'],
  tasks: ['jira_id'],
  otherPaidLeaveLimitations: ['absence_subtype_id'],
  workScheduleDayDefinitions: ['weekday_id', 'slot_id'],
  workSchedules: ['rounding_times_template_id'],
  publicHolidayTemplates: ['source_id'],
  userDefinedFieldDefinitionOptions: ['field_option_id'],
};

/** A field and value that an update may always send. */
export const harmlessUpdates: Readonly<Record<string, Entity>> = {
  skills: { rillsoft_id: 'r' },
  clients: { url: 'u' },
  departments: { sort_order: 3 },
  users: { skype: 's' },
  projects: { notes: 'n' },
  tasks: { notes: 'n' },
  checkpoints: { mandatory: 1 },
  checkpointTranslations: { name: 'n' },
  translations: { value: 'v' },
  teams: { name: 'n' },
  timeTrackings: { t_iv_1: 't' },
  checkpointTrackings: { notes: 'n' },
  messages: { message: 'm' },
  generalSettings: { setting_value: 'v' },
  ...ofEveryArea('harmlessUpdates'),
};

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
