// What the timer remembers of acts that left no trace in a tracking, or may come to mean something else: kept by the timer.
import { defineResource, field, id, noAccess, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'timerUploads',
  doc: 'A start, stop, toggle or passage of a checkpoint of a person that was recorded without connection, must count once, or may end what is uploaded after it.',
  internal: true,
  fields: {
    id,
    user_id: field(types.integer, '---', 'The person.', { relation: 'users', required: true }),
    client_unique_id: field(types.string, '---', 'Name that the client gave the upload.'),
    time_tracking_id: field(types.integer, '---', 'What it started or ended; empty: nothing so far.'),
    instant: field(types.integer, '---', 'When it happened, in epoch seconds.', { required: true }),
    zone: field(types.string, '---', 'Where the clocks stood.', { required: true }),
    kind: field(types.string, '---', 'What it was; empty: something ended then.', {
      values: ['start', 'stop', 'toggle', 'passage'],
    }),
    about_id: field(
      types.integer,
      '---',
      'The tracking that a stop named by its id, or that a toggle ended before it began another; or the row of a passage.',
    ),
    said: field(types.string, '---', 'What was said, as JSON; empty: nothing that matters.'),
    tag_id: field(types.integer, '---', 'Transponder by which it was said.'),
    stood: field(
      types.string,
      '---',
      'What stood in the columns that it wrote at the end of a tracking, before it did, as JSON.',
    ),
  },
  actions: [],
  indexes: [{ columns: ['user_id', 'client_unique_id'] }, { columns: ['user_id', 'instant'] }],
  access: noAccess,
});
