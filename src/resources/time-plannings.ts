// Planned shifts: who is to work on what, from when to when. Plans are intentions; those of one person may overlap.
import { aboutPerson, where } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { additionalFields } from '#domain/additional-fields.ts';
import {
  copyDepartmentPath,
  copyPlannedTask,
  derivePrices,
  deriveShift,
  noteAuthor,
} from '#domain/plannings/derive-shift.ts';
import { recountPlanned } from '#domain/plannings/recount-planned.ts';
import { stampCreated } from '#domain/stamp-created.ts';
import { copyPerson } from '#domain/time-tracking/copy-task.ts';
import { nameZones } from '#domain/time-tracking/name-zones.ts';

const zone = { maxLength: 64, zone: true } as const;
const amount = { level: 'manager' } as const;

export default defineResource({
  name: 'timePlannings',
  doc: 'A shift that is planned for a person. Shifts of one person may overlap: a break may lie in one.',
  aliases: ['timeplannings'],
  fields: {
    id,
    user_id: field(types.integer, 'RO-', 'Who is to work.', { relation: 'users' }),
    task_id: field(types.integer, 'ROO', 'Task on which the person is to work.', { relation: 'tasks' }),
    scheduling_id: field(types.integer, '-O-', 'Schedule from which it was made; empty if by hand.'),
    shift_id: field(types.integer, '-O-', 'Kind of shift from which it was made; empty if by hand.'),
    recurring_elements_id: field(types.integer, '-O-', 'Series to which it belongs; empty if to none.'),
    department_node_path: field(types.string, '-O-', 'Path of department_id when the shift was planned.'),
    department_id: field(types.integer, '-O-', 'Department of the person when the shift was planned.', {
      relation: 'departments',
    }),
    department_role_id: field(types.integer, '-O-', 'Role of the person when the shift was planned.'),
    task_node_path: field(types.string, '-O-', 'Path of the task when it was planned.'),
    project_leader_id: field(types.integer, '-O-', 'Leader of the nearest project above the task.', {
      relation: 'users',
    }),
    is_nonworking: field(types.boolean, '-O-', "Whether it is a break: the task's flag when planned."),
    skill_id: field(types.integer, '-O-', 'Skill that the task asks for.', { relation: 'skills' }),
    client_id: field(types.integer, '-O-', 'Customer of the task or of the nearest project above it.', {
      relation: 'clients',
    }),
    year: field(types.integer, '-O-', 'Year of start_date.', { filled: true }),
    yearmonth: field(types.string, '-O-', 'Year and month of start_date as YYYY-MM.', {
      maxLength: 7,
      filled: true,
    }),
    month: field(types.integer, '-O-', 'Month of start_date, 1 to 12.', { filled: true }),
    start_date: field(types.date, '-O-', 'Local date of the start: the day to which it belongs.', {
      filled: true,
    }),
    start_time: field(types.local, 'ROO', 'Start on the clocks of start_time_timezone.'),
    end_time: field(types.local, 'ROO', 'End on the clocks of end_time_timezone.'),
    duration: field(types.decimal, '-O-', 'Hours from start to end.'),
    status: field(types.integer, 'OOO', 'State of the plan, in the numbering of the planning client.', {
      min: 0,
    }),
    cost_user: field(types.decimal, '-O-', "What it costs at the person's hourly rate.", amount),
    cost_task: field(types.decimal, '-O-', "What it costs at the task's hourly rate.", amount),
    revenue_user: field(types.decimal, '-O-', "What it yields at the person's hourly rate.", amount),
    revenue_task: field(types.decimal, '-O-', "What it yields at the task's hourly rate.", amount),
    push_trigger: field(types.string, '-O-', 'Event that pushed it to other systems; empty if none did.'),
    is_billable: field(types.boolean, 'OOO', "Whether it is billed; the task's flag unless given."),
    notes: field(types.string, 'OOO', 'Remarks.'),
    ...additionalFields('t_iv', 'Free text # about the work.'),
    ...additionalFields('u_iv', 'Free text # about the person at that time.'),
    cost_acc_type: field(types.string, '-O-', 'Kind of cost accounting; the server leaves it empty.'),
    is_paid_non_working: field(
      types.boolean,
      '-O-',
      "Whether it is paid without being work: the task's flag.",
    ),
    timestamp_created: field(types.boolean, '-O-', 'Whether a time tracking has been made of it.'),
    created_user_id: field(types.integer, '-O-', 'Who planned it; empty for a credential without a user.', {
      relation: 'users',
    }),
    created: field(types.moment, '-O-', 'When it was planned.'),
    change_user_id: field(
      types.integer,
      '-O-',
      'Who changed it last; empty for a credential without a user.',
      {
        relation: 'users',
      },
    ),
    data_changed: field(types.moment, '-O-', 'When the row was last changed.'),
    start_time_timezone: field(
      types.string,
      'ROO',
      'IANA time zone of the start, such as Europe/Vienna, or its id in timezones; sent as start_timezone too.',
      zone,
    ),
    end_time_timezone: field(
      types.string,
      'ROO',
      'IANA time zone of the end, or its id in timezones; sent as end_timezone too.',
      zone,
    ),
  },
  spellings: {
    start_timezone: 'start_time_timezone',
    start_time_timezone_id: 'start_time_timezone',
    end_timezone: 'end_time_timezone',
    end_time_timezone_id: 'end_time_timezone',
  },
  hidden: {
    start_instant: { column: 'integer', filled: true },
    end_instant: { column: 'integer', filled: true },
    start_time_offset: { column: 'integer' },
    end_time_offset: { column: 'integer' },
  },
  lastChange: 'data_changed',
  actions: ['read', 'create', 'update', 'delete'],
  indexes: [
    { columns: ['user_id'] },
    { columns: ['user_id', 'end_instant', 'start_instant'] },
    { columns: ['start_date'] },
    { columns: ['start_time'] },
  ],
  history: ['project_leader_id', 'skill_id', 'client_id', 'created_user_id', 'change_user_id'],
  access: aboutPerson('user_id', (accessContext) =>
    accessContext.administrator || accessContext.hrManager ? 'all' : where('user_id', accessContext.people),
  ),
  before: [
    nameZones,
    deriveShift,
    copyPerson,
    copyDepartmentPath,
    copyPlannedTask,
    derivePrices,
    stampCreated,
    noteAuthor,
  ],
  after: [recountPlanned],
});
