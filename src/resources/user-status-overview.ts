// Who is at work right now: one row a person, written by the server at the moment of the change. Rows of before there
// was `turns_at` have 0 there: they are brought up to date at once.
import { ofColleagues, timesOfPerson, type Access } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';
import { turnStatuses } from '#domain/status/turn-statuses.ts';

const people = timesOfPerson('user_id', () => []);
const columns = { person: 'user_id', department: 'department_id' } as const;

/** What colleagues see. */
const seen = { level: 'public' } as const;

/** Colleagues see who is at work, as far as the account lets them. */
const access: Access = {
  ...people,
  read: (accessContext) => {
    const rowPolicies = people.read(accessContext);
    if (accessContext.administrator || accessContext.hrManager) return rowPolicies;
    return [
      ...rowPolicies,
      { level: 'public', scope: ofColleagues(accessContext, accessContext.seesPresence, columns) },
    ];
  },
};

export default defineResource({
  name: 'userStatusOverview',
  doc: 'What a person is doing right now; one row for each.',
  fields: {
    user_id: field(types.integer, '-O-', 'The person; names the row.', {
      relation: 'users',
      ...seen,
      filled: true,
    }),
    time_tracking_id: field(types.integer, '-O-', 'The tracking that runs.', { relation: 'timeTrackings' }),
    time_tracking_start_time: field(
      types.local,
      '-O-',
      "Start of the running tracking, on its zone's clocks.",
    ),
    time_tracking_start_time_timezone_id: field(types.string, '-O-', 'IANA name of that zone.', {
      maxLength: 64,
    }),
    time_tracking_task_id: field(types.integer, '-O-', 'Task of the running tracking.', {
      relation: 'tasks',
    }),
    time_tracking_is_nonworking: field(
      types.boolean,
      '-O-',
      'Whether the running tracking is a break; empty while none runs.',
      { default: null, required: false },
    ),
    core_time_violation: field(types.boolean, '-O-', 'Whether the core time of today is violated so far.'),
    core_time_start: field(types.time, '-O-', 'When the core time of today begins; empty without one.'),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
    is_running: field(types.boolean, '-O-', 'Whether a tracking runs.', seen),
    current_absence_ids: field(
      types.string,
      '-O-',
      'Ids of the granted absences that reach over today, ascending, separated by commas.',
    ),
    status: field(
      types.integer,
      '-O-',
      '0 offline, 1 working, 2 on a task that is no work, 3 on leave, 5 core time violated.',
      { values: [0, 1, 2, 3, 5], default: 0, required: true },
    ),
    user_fullname: field(types.string, '-O-', 'Full name of the person.', seen),
    profile_picture: field(types.string, '-O-', 'Picture of the person: an address or a data URL.', seen),
    department_id: field(types.integer, '-O-', 'Department of the person.', {
      relation: 'departments',
      ...seen,
    }),
    alert_maximum_timer_violation: field(
      types.boolean,
      '-O-',
      'Whether the running tracking is marked, or runs for longer than alert_maximum_timer_hours.',
    ),
  },
  hidden: { turns_at: { column: 'integer', default: 0, filled: false } },
  turns: { column: 'turns_at', renew: turnStatuses },
  pair: ['user_id'],
  lastChange: 'updated',
  actions: ['read'],
  nested: { absenceDays: 'user_id' },
  indexes: [{ columns: ['turns_at'] }],
  history: ['time_tracking_id', 'time_tracking_task_id', 'department_id'],
  access,
});
