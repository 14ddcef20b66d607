// Stops and toggles that clients uploaded under a name, and those that may end what is uploaded late: kept by the timer.
import { defineResource, field, id, noAccess, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'timerUploads',
  doc: 'A stop or toggle of a person that must count once, or that may end what is uploaded after it.',
  internal: true,
  fields: {
    id,
    user_id: field(types.integer, '---', 'The person.', { relation: 'users', required: true }),
    client_unique_id: field(types.string, '---', 'Name that the client gave the upload.'),
    time_tracking_id: field(types.integer, '---', 'What it started or ended; empty: nothing so far.'),
    instant: field(types.integer, '---', 'When it happened, in epoch seconds.', { required: true }),
    zone: field(types.string, '---', 'Where the clocks stood.', { required: true }),
    toggled: field(types.string, '---', 'What a toggle without connection said, as JSON; empty: no toggle.'),
    tag_id: field(types.integer, '---', 'Transponder of that toggle.'),
  },
  actions: [],
  indexes: [{ columns: ['user_id', 'client_unique_id'] }, { columns: ['user_id', 'instant'] }],
  access: noAccess,
});
