// Which department, work schedule, calendar and model of breaks a person had from when: kept by a rule on users.
import { defineResource, field, id, noAccess, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'personHistory',
  doc: 'From which day on a person had a department, schedule, calendar of public holidays or model of breaks.',
  internal: true,
  fields: {
    id,
    user_id: field(types.integer, '---', 'The person.', { relation: 'users', required: true }),
    kind: field(types.string, '---', 'The column of users that this is the history of.', { required: true }),
    valid_from: field(types.date, '---', 'First day; 0001-01-01 is since ever.', { required: true }),
    value_id: field(types.integer, '---', 'What the column held.', { required: true }),
  },
  actions: [],
  indexes: [{ columns: ['user_id', 'kind', 'valid_from'], unique: true }, { columns: ['kind', 'value_id'] }],
  access: noAccess,
});
