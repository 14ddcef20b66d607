// What version 2.110.0 of the official client sends, gathered from its published source: addresses, methods and bodies.

/** Who sends. */
export const senders = ['administrator', 'leader', 'employee'] as const;
/** One of {@link senders}. */
export type Sender = (typeof senders)[number];

/** Whom and what a call is about. */
export interface Subject {
  readonly employee: number;
  /** Who may book live only, and asks for other times. */
  readonly asker: number;
  readonly task: number;
}

/** A call that writes, in the order in which they are sent; `status` is for the senders in their order. */
export interface WritingCall {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: (subject: Subject, serial: number) => object;
  readonly status: readonly [administrator: number, leader: number, employee: number];
}

const byAll = [200, 200, 200] as const;
const byAdministrator = [200, 401, 401] as const;

/** Calls in batches have serial numbers above this one. */
export const firstOfBatches = 500;

/** One or two of each kind. Batches are objects whose keys are the places of their items. */
export const writingCalls: readonly WritingCall[] = [
  {
    method: 'POST',
    path: 'timeTrackings/start',
    body: ({ employee, task }) => ({ user_id: employee, task_id: task }),
    status: byAll,
  },
  {
    method: 'PUT',
    path: 'timeTrackings/stop',
    body: ({ employee }) => ({ user_id: employee }),
    status: byAll,
  },
  {
    method: 'POST',
    path: 'timeTrackings/toggle',
    body: ({ employee, task }) => ({ user_id: employee, task_id: task }),
    status: byAll,
  },
  {
    method: 'PUT',
    path: 'timeTrackings/stop',
    body: ({ employee }) => ({ user_id: employee }),
    status: byAll,
  },
  {
    method: 'POST',
    path: 'absences/validate',
    body: ({ employee }) => ({
      user_id: employee,
      type_id: 3,
      subtype_id: 13,
      from_date: '2027-02-01',
      to_date: '2027-02-01',
    }),
    status: byAll,
  },
  {
    method: 'POST',
    path: 'absenceTypes/create',
    body: (_, serial) => ({ name_const: `Type ${serial}`, abbreviation_const: 'T', absence_group_id: 3 }),
    status: byAdministrator,
  },
  {
    method: 'POST',
    path: 'workSchedules/create',
    body: (_, serial) => ({ name: `Schedule ${serial}` }),
    status: byAdministrator,
  },
  {
    method: 'PUT',
    path: 'users/update',
    body: ({ employee }) => ({ 0: { id: employee, skype: 'a' }, 1: { id: employee, skype: 'b' } }),
    status: byAll,
  },
  {
    method: 'POST',
    path: 'userEvents/create',
    body: ({ employee }) => ({ event_name: 'opened', user_id: employee, meta_text: 'week' }),
    status: [200, 401, 200],
  },
  {
    method: 'POST',
    path: 'otherPaidLeaveLimitations/create',
    body: ({ employee }, serial) => ({
      user_id: employee,
      absence_type_id: 3,
      // A person has one limit for each type.
      absence_subtype_id: serial > firstOfBatches ? 12 : 13,
      cycle_id: 1,
      cycle_max_days: 30,
    }),
    status: byAdministrator,
  },
  {
    method: 'POST',
    path: 'users/create',
    body: (_, serial) => ({
      username: `replayed.${serial}`,
      firstname: 'R',
      lastname: 'P',
      password: 'correct horse 1',
      department_id: 1,
      language_id: 1,
      public_holiday_template_id: 1,
      public_holiday_template_id_valid_from: '2026-01-01',
    }),
    status: byAdministrator,
  },
  {
    method: 'POST',
    path: 'users/validatePassword',
    body: () => ({ passwordGuidance: true }),
    status: byAll,
  },
  {
    method: 'POST',
    path: 'userRoles/set',
    body: ({ employee }) => ({ user_id: employee, data: '2,3' }),
    status: byAdministrator,
  },
  {
    method: 'POST',
    path: 'userPreferences/set',
    body: () => ({ data: [{ name: 'appearance', value: 'dark' }] }),
    status: byAll,
  },
  {
    method: 'PUT',
    path: 'userPreferences/update',
    body: () => ({ name: 'appearance', value: 'light' }),
    status: byAll,
  },
  {
    method: 'POST',
    path: 'workSchedules/copy',
    body: () => ({ id: 1 }),
    status: byAdministrator,
  },
  {
    method: 'POST',
    path: 'publicHolidayTemplates/create',
    body: (_, serial) => ({ template_name: `Calendar ${serial}`, country_id: 40 }),
    status: byAdministrator,
  },
  {
    method: 'POST',
    path: 'publicHolidays/create',
    body: (_, serial) => ({ template_id: 1, date: dayAfter('2031-07-01', serial), name: 'Fair', value: 1 }),
    status: byAdministrator,
  },
  {
    method: 'POST',
    path: 'timeTrackings/create',
    body: ({ employee, task }, serial) => ({
      user_id: employee,
      task_id: task,
      start_time: `${dayAfter('2026-01-05', serial)} 08:00:00`,
      start_timezone: 'Europe/Vienna',
      end_time: `${dayAfter('2026-01-05', serial)} 09:00:00`,
      end_timezone: 'Europe/Vienna',
      nestedEntities: {},
    }),
    status: byAll,
  },
  {
    method: 'PUT',
    path: 'timesheetAccountings/approve',
    body: ({ employee }) => ({ user_id: employee, date: '2026-02-02', approved_by_user_1: true }),
    status: [200, 200, 401],
  },
  {
    method: 'PUT',
    path: 'timesheetAccountings/unapprove',
    body: ({ employee }) => ({ user_id: employee, date: '2026-02-02', approved_by_user_1: true }),
    status: [200, 401, 401],
  },
  {
    method: 'POST',
    path: 'absences/create',
    body: ({ employee }, serial) => ({
      user_id: employee,
      type_id: 3,
      subtype_id: 13,
      from_date: workday(serial),
      to_date: workday(serial),
      request_duration_entity: 'd',
    }),
    status: byAll,
  },
  {
    method: 'POST',
    path: 'departments/create',
    body: (_, serial) => ({ department_name: `Department ${serial}`, mother_id: 1 }),
    status: byAdministrator,
  },
  {
    method: 'POST',
    path: 'tasks/create',
    body: (_, serial) => ({ name: `Task ${serial}`, mother_id: 3 }),
    status: byAdministrator,
  },
  {
    method: 'POST',
    path: 'teams/create',
    body: ({ employee }, serial) => ({ name: `Team ${serial}`, team_leader_id: employee }),
    status: byAdministrator,
  },
  {
    method: 'POST',
    path: 'favouriteTasks/create',
    body: ({ employee, task }) => ({ user_id: employee, node_id: task }),
    status: byAll,
  },
  {
    method: 'POST',
    path: 'holidayAdjustment/add',
    body: ({ employee }, serial) => ({ user_id: employee, date: dayAfter('2026-01-05', serial), value: 1 }),
    status: [200, 200, 401],
  },
];

/** The date so many days after a date. */
export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Wednesday to Friday of a week without public holidays: one for single calls, one for batches. */
function workday(serial: number): string {
  return dayAfter(serial > firstOfBatches ? '2027-07-07' : '2027-02-03', serial % 3);
}
