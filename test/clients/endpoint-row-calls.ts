// What version 2.110.0 of the official client sends about rows that exist, gathered from its published source.
import { dayAfter, type Subject } from './endpoint-calls.ts';

/** A call about a row, which is made anew for each sender and each form. */
export interface RowCall {
  readonly method: 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  /** The row: what creates it, and who does; absent: the call is about the employee. */
  readonly of?: {
    readonly path: string;
    readonly by: 'administrator' | 'employee';
    readonly row: (subject: Subject, serial: number) => object;
    /** Another person asks for a change of it. */
    readonly isAsked?: true;
  };
  /** The body; of a `DELETE` the query. */
  readonly body: (id: number, serial: number, subject: Subject) => Readonly<Record<string, string | number>>;
  readonly status: readonly [administrator: number, leader: number, employee: number];
}

const byAll = [200, 200, 200] as const;
const byLeaders = [200, 200, 401] as const;
const byAdministrator = [200, 401, 401] as const;

const absence = {
  path: 'absences/create',
  by: 'employee',
  row: ({ employee }: Subject, serial: number) => ({
    user_id: employee,
    type_id: 3,
    subtype_id: 13,
    from_date: mondayAfter(serial),
    to_date: mondayAfter(serial),
  }),
} as const;

const tracking = {
  path: 'timeTrackings/create',
  by: 'employee',
  row: ({ employee, task }: Subject, serial: number) => ({
    user_id: employee,
    task_id: task,
    start_time: `${dayAfter('2025-01-06', serial)} 08:00:00`,
    start_time_timezone: 'UTC',
    end_time_timezone: 'UTC',
    end_time: `${dayAfter('2025-01-06', serial)} 12:00:00`,
  }),
} as const;

const made = (path: string, row: (subject: Subject, serial: number) => object) =>
  ({ path, by: 'administrator', row }) as const;

const asked = {
  ...made('timeTrackings/create', (subject, serial) => ({
    ...tracking.row(subject, serial),
    user_id: subject.asker,
  })),
  isAsked: true,
} as const;

const ban = made('absenceBans/create', (_, serial) => ({
  date_from: dayAfter('2033-01-01', serial),
  date_to: dayAfter('2033-01-01', serial),
  department_id: 1,
  reason: 'Stocktaking',
}));
const geofence = made('geofences/create', (_, serial) => ({
  name: `Place ${serial}`,
  geo_lat: 48.2,
  geo_long: 16.37,
  radius: 100,
}));
const holiday = made('publicHolidays/create', (_, serial) => ({
  template_id: 1,
  date: dayAfter('2034-01-01', serial),
  name: 'Fair',
  value: 1,
}));
const task = made('tasks/create', (_, serial) => ({ name: `Row ${serial}`, mother_id: 3 }));
const department = made('departments/create', (_, serial) => ({
  department_name: `Row ${serial}`,
  mother_id: 1,
}));
const message = made('messages/create', ({ employee }) => ({
  receiver_type: 'USER',
  receiver_id: employee,
  message: 'Hello',
}));

const adjustment = made('holidayAdjustment/add', ({ employee }, serial) => ({
  user_id: employee,
  date: dayAfter('2026-03-02', serial),
  value: 1,
}));

/** One or two of each kind. */
export const rowCalls: readonly RowCall[] = [
  {
    method: 'PUT',
    path: 'absenceBans/update',
    of: ban,
    body: (id) => ({ id, reason: 'Audit' }),
    // Not a ban of theirs: there is none for them.
    status: [200, 422, 401],
  },
  {
    method: 'PUT',
    path: 'absences/update',
    of: absence,
    body: (id) => ({ id, request_comment: 'Family' }),
    status: byAll,
  },
  {
    method: 'PUT',
    path: 'absences/approve',
    of: absence,
    body: (id) => ({ id, granted_comment: 'Fine' }),
    status: byLeaders,
  },
  {
    method: 'PUT',
    path: 'absences/reject',
    of: absence,
    body: (id) => ({ id, granted_comment: 'No' }),
    status: byLeaders,
  },
  { method: 'PUT', path: 'absences/cancel', of: absence, body: (id) => ({ id }), status: byAll },
  {
    method: 'PUT',
    path: 'departments/update',
    of: department,
    body: (id, serial) => ({ id, department_name: `Renamed ${serial}` }),
    status: byAdministrator,
  },
  {
    method: 'PUT',
    path: 'geofences/update',
    of: geofence,
    body: (id) => ({ id, radius: 200 }),
    status: byAdministrator,
  },
  {
    method: 'DELETE',
    path: 'geofences/delete',
    of: geofence,
    body: (id) => ({ id }),
    status: byAdministrator,
  },
  {
    method: 'POST',
    path: 'geofenceToNodes/create',
    of: geofence,
    body: (id, _, { task: node_id }) => ({ geofence_id: id, node_id }),
    status: byAdministrator,
  },
  {
    method: 'PUT',
    path: 'publicHolidays/update',
    of: holiday,
    body: (id) => ({ id, name: 'Market' }),
    status: byAdministrator,
  },
  {
    method: 'DELETE',
    path: 'publicHolidays/delete',
    of: holiday,
    body: (id) => ({ id }),
    status: byAdministrator,
  },
  {
    method: 'PUT',
    path: 'tasks/update',
    of: task,
    body: (id, serial) => ({ id, name: `Renamed ${serial}` }),
    status: byAdministrator,
  },
  {
    method: 'PUT',
    path: 'messages/update',
    of: message,
    body: (id) => ({ id, message: 'Hello again' }),
    status: [200, 422, 401],
  },
  {
    method: 'PUT',
    path: 'timeTrackings/update',
    of: tracking,
    body: (id) => ({ id, notes: 'Meeting' }),
    status: byAll,
  },
  {
    method: 'POST',
    path: 'timeTrackings/split',
    of: tracking,
    body: (id, serial, { task: task_id }) => ({
      id,
      task_id,
      time: `${dayAfter('2025-01-06', serial)} 10:00:00`,
      timezone: 'UTC',
    }),
    status: byAll,
  },
  {
    method: 'PUT',
    path: 'timeTrackings/approve',
    of: asked,
    body: (id) => ({ id }),
    status: byLeaders,
  },
  {
    method: 'PUT',
    path: 'timeTrackings/reject',
    of: asked,
    body: (id) => ({ id, _granted_user_comment: 'No' }),
    status: byLeaders,
  },
  { method: 'POST', path: 'users/createLoginLink', body: (id) => ({ id }), status: byAdministrator },
  {
    method: 'DELETE',
    path: 'holidayAdjustment/remove',
    of: adjustment,
    body: (_id, serial, { employee }) => ({ user_id: employee, date: dayAfter('2026-03-02', serial) }),
    status: byLeaders,
  },
];

/** A Monday of 2029 or later. */
function mondayAfter(serial: number): string {
  return dayAfter('2029-01-08', 7 * serial);
}
