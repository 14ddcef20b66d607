// What happened to trackings: written by the server with every create, change and delete, never changed.
import { timesOfPerson } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'timeTrackingChangelogs',
  doc: 'One create, change or delete of a time tracking.',
  aliases: ['timestampChangelogs'],
  fields: {
    id: field(types.integer, '-O-', 'Identifier, unique in the account and ascending in time.'),
    change_timestamp: field(types.moment, '-O-', 'When it happened.'),
    change_type: field(types.string, '-O-', 'What happened: CREATE, UPDATE or DELETE.', {
      values: ['CREATE', 'UPDATE', 'DELETE'],
    }),
    change_reason_id: field(types.integer, '-O-', 'Why: 0 a user wanted it, 1 automatic break, 2 rounding.', {
      values: [0, 1, 2],
      default: 0,
    }),
    change_user_id: field(types.integer, '-O-', 'Who did it; empty for a credential without a user.', {
      relation: 'users',
    }),
    tracker_id: field(types.integer, '-O-', 'The tracking, which may be deleted since.', {
      relation: 'timeTrackings',
    }),
    user_id: field(types.integer, '-O-', 'Whose time it is.', { relation: 'users' }),
    task_id: field(types.integer, '-O-', 'Task after the change.', { relation: 'tasks' }),
    start_time: field(types.local, '-O-', "Local start before the change, in the tracking's zone."),
    new_start_time: field(types.local, '-O-', "Local start after the change, in the tracking's zone."),
    end_time: field(types.local, '-O-', "Local end before the change, in the tracking's zone."),
    new_end_time: field(types.local, '-O-', "Local end after the change, in the tracking's zone."),
    duration: field(types.integer, '-O-', 'Seconds after the change; of a deleted tracking, before it.'),
  },
  hidden: {
    old_values: { column: 'text' },
    // Through which credential; the interface shows it of starts and ends only.
    change_oauth_client_id: { column: 'text' },
  },
  lastChange: 'change_timestamp',
  actions: ['read'],
  indexes: [{ columns: ['tracker_id'] }, { columns: ['user_id'] }],
  history: ['change_user_id', 'tracker_id', 'user_id', 'task_id'],
  access: timesOfPerson('user_id', () => []),
});
