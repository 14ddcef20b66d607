// What held for a person from when on, such as department and work schedule: kept by a rule on users.
import { defineResource, field, id, noAccess, types } from '#resource/define-resource.ts';
import { datedColumns } from '#domain/schedules/keep-history.ts';

export default defineResource({
  name: 'personHistory',
  doc: 'From which day on a person had a department, schedule, calendar, model of breaks or term of overtime.',
  internal: true,
  fields: {
    id,
    user_id: field(types.integer, '---', 'The person.', { relation: 'users', required: true }),
    kind: field(types.string, '---', 'The column of users that this is the history of.', {
      values: datedColumns,
      required: true,
    }),
    valid_from: field(types.date, '---', 'First day; 0001-01-01 is since ever.', { required: true }),
    value_id: field(types.integer, '---', 'What the column held; 0: nothing.', { required: true }),
    created_at: field(types.moment, '---', 'When it was given; empty: before that was noted.'),
  },
  actions: [],
  indexes: [{ columns: ['user_id', 'kind', 'valid_from'], unique: true }, { columns: ['kind', 'value_id'] }],
  access: noAccess,
});
