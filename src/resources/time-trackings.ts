// Time booked by a person on a task: from a start to an end, or still running.
import { defineResource, field, id, types, type FieldDeclaration } from '#resource/define-resource.ts';
import { additionalFields } from '#domain/additional-fields.ts';
import { latitude, longitude, metres } from '#domain/position.ts';
import { closeDeleted } from '#domain/time-tracking/requests/pending-requests.ts';
import { refuseDeletion } from '#domain/time-tracking/requests/post-dating.ts';
import { accessToTimes } from '#domain/time-tracking/access-to-times.ts';
import { resolveOverlap } from '#domain/time-tracking/resolve-overlap.ts';
import { recordChange } from '#domain/time-tracking/record-tracking.ts';
import { checkLiveCreate } from '#domain/time-tracking/check-live-start.ts';
import { interceptCreate } from '#domain/time-tracking/timer/actions/intercept-create.ts';
import { current } from '#domain/time-tracking/timer/actions/timer-actions.ts';
import { trackingActions } from '#domain/time-tracking/tracking-actions.ts';
import { nameZones } from '#domain/time-tracking/name-zones.ts';
import { trackingChecks } from '#domain/time-tracking/tracking-checks.ts';

const address = { maxLength: 64 };
const zone = { maxLength: 64, zone: true } as const;
const origins = { values: [0, 1, 2] };

const fields = {
  id,
  user_id: field(types.integer, 'RO-', 'Whose time it is.', { relation: 'users' }),
  department_id: field(types.integer, '-O-', 'Department of the person when it was booked.', {
    relation: 'departments',
  }),
  department_role_id: field(types.integer, '-O-', 'Role of the person when it was booked.'),
  task_id: field(types.integer, 'ROO', 'Task on which the time is booked.', { relation: 'tasks' }),
  start_time: field(types.local, 'ROO', 'Start on the clocks of start_time_timezone.'),
  end_time: field(types.local, 'OOO', 'End on the clocks of end_time_timezone; empty while it runs.', {
    emptyWith: 'end_instant',
  }),
  start_time_offset: field(
    types.integer,
    'OOO',
    'Seconds east of UTC at the start; sent, it picks one of two equal local times.',
  ),
  end_time_offset: field(
    types.integer,
    'OOO',
    'Seconds east of UTC at the end; sent, it picks one of two equal local times.',
  ),
  start_time_timezone: field(
    types.string,
    'ROO',
    'IANA time zone of the start, such as Europe/Vienna, or its id in timezones; sent as start_timezone too.',
    zone,
  ),
  end_time_timezone: field(
    types.string,
    'OOO',
    'IANA time zone of the end, or its id in timezones; needed with end_time, sent as end_timezone too.',
    zone,
  ),
  is_start_live: field(types.boolean, '-O-', 'Whether it was started as it happened.'),
  is_end_live: field(types.boolean, '-O-', 'Whether it was stopped as it happened.'),
  duration: field(types.integer, '-O-', 'Seconds from start to end; while it runs, up to now.', {
    elapsed: { column: 'end_instant', since: 'start_instant' },
  }),
  status: field(types.integer, '-O-', '1 running, 2 stopped.', { values: [1, 2] }),
  start_ip: field(types.string, '-O-', 'Network address from which it was started live.', address),
  end_ip: field(types.string, '-O-', 'Network address from which it was stopped live.', address),
  is_statistic_countable: field(types.boolean, '-O-', 'Whether statistics count it.', { default: 1 }),
  max_hours_alert: field(
    types.boolean,
    'OOO',
    'Whether it has become very long: set by the server once it runs past alert_maximum_timer_hours, or by clients.',
  ),
  input_type: field(types.integer, '-O-', 'How it was begun: 0 after the fact, 1 live, 2 by NFC.'),
  ...additionalFields('t_iv', 'Free text # about the work.'),
  approved_by_admin: field(types.boolean, 'OOO', 'Whether it is approved; then nothing of it can change.'),
  geo_start_lat: latitude('OOO', 'Latitude of the start in degrees north.'),
  geo_start_long: longitude('OOO', 'Longitude of the start in degrees east.'),
  geo_start_accuracy: metres('OOO', 'Uncertainty of the position of the start in metres.'),
  geo_end_lat: latitude('OOO', 'Latitude of the end in degrees north.'),
  geo_end_long: longitude('OOO', 'Longitude of the end in degrees east.'),
  geo_end_accuracy: metres('OOO', 'Uncertainty of the position of the end in metres.'),
  updated: field(types.moment, '-O-', 'When the row was last changed.'),
  last_change_time_tracking_request_id: field(types.integer, '-O-', 'Latest request to change it.', {
    relation: 'changeTimeTrackingRequests',
  }),
  client_unique_id: field(
    types.string,
    'OO-',
    'Name the client gave it; a repeated create changes nothing.',
    {
      maxLength: 255,
    },
  ),
  start_type_id: field(types.integer, 'OOO', 'How it was started: 0 post-dated, 1 live, 2 NFC.', origins),
  end_type_id: field(types.integer, 'OOO', 'How it was stopped: 0 post-dated, 1 live, 2 NFC.', origins),
  ...additionalFields('u_iv', 'Free text # about the person at that time.'),
  notes: field(types.string, 'OOO', 'Remarks.'),
  is_billable: field(types.boolean, 'OOO', "Whether it is billed; the task's flag unless given."),
  is_nonworking: field(types.boolean, '-O-', "Whether it is a break: the task's flag when booked."),
  is_paid_non_working: field(types.boolean, '-O-', "Whether it is paid without being work: the task's flag."),
  start_date: field(types.date, '-O-', 'Local date of the start: the day to which it belongs.', {
    dateOf: 'start_time',
    filled: true,
  }),
  absence_request_id: field(types.integer, '-O-', 'Absence from which the server made it.', {
    relation: 'absences',
  }),
  start_oauth_client_id: field(types.string, '-O-', 'Credential through which the start was written.', {
    maxLength: 255,
  }),
  end_oauth_client_id: field(types.string, '-O-', 'Credential through which the end was written.', {
    maxLength: 255,
  }),
  is_offline_tracking: field(
    types.boolean,
    'OO-',
    'Whether it was recorded without connection and sent later.',
  ),
} satisfies Readonly<Record<string, FieldDeclaration>>;

export default defineResource({
  name: 'timeTrackings',
  doc: 'Time that a person booked on a task. Trackings of one person never overlap, and at most one runs.',
  aliases: ['timetrackings'],
  fields,
  spellings: {
    start_timezone: 'start_time_timezone',
    start_time_timezone_id: 'start_time_timezone',
    end_timezone: 'end_time_timezone',
    end_time_timezone_id: 'end_time_timezone',
    timezone_id: 'timezone',
  },
  hidden: { start_instant: { column: 'integer', filled: true }, end_instant: { column: 'integer' } },
  ownLike: 't_iv_1',
  lastChange: 'updated',
  audited: ['approved_by_admin'],
  actions: ['read', 'create', 'update', 'delete'],
  namedReads: { current },
  customActions: trackingActions(fields),
  nested: { checkpointTrackings: 'time_tracking_id', changeTimeTrackingRequests: 'time_tracking_id' },
  owned: {
    checkpointTrackings: 'time_tracking_id',
    changeTimeTrackingRequests: 'time_tracking_id',
    trackingDays: 'time_tracking_id',
  },
  idempotent: ['user_id', 'client_unique_id'],
  indexes: [
    // A page of one person's bookings by id is found, and recognised in the row cache, in this index alone.
    { columns: ['user_id', 'id', 'row_revision', 'end_instant'] },
    { columns: ['user_id', 'start_instant'], unique: true, field: 'start_time' },
    { columns: ['user_id'], unique: true, whereNull: 'end_instant', field: 'end_time' },
    { columns: ['user_id', 'start_time'] },
    { columns: ['user_id', 'task_id'] },
    { columns: ['user_id', 'approved_by_admin'] },
    { columns: ['department_id', 'start_date'] },
    { columns: ['task_id'] },
    { columns: ['start_date'] },
  ],
  exclusive: { columns: ['user_id'], from: 'start_instant', until: 'end_instant' },
  history: ['last_change_time_tracking_request_id'],
  access: accessToTimes,
  interceptWrite: interceptCreate,
  before: [refuseDeletion, nameZones, ...trackingChecks, checkLiveCreate, resolveOverlap, closeDeleted],
  after: [recordChange],
});
