// When people were active and when they were archived: kept by a rule on users.
import { aboutPerson } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'usersArchiveHistory',
  doc: 'A stretch of time in which a person was active, or was not.',
  fields: {
    id,
    user_id: field(types.integer, '-O-', 'The person.', { relation: 'users' }),
    active: field(types.boolean, '-O-', 'Whether they were active.'),
    valid_from: field(
      types.date,
      '-O-',
      'First day; that of the first stretch is the day on which it was noted.',
    ),
    valid_to: field(types.date, '-O-', 'Day on which the next stretch began; empty for the present one.'),
    created_at: field(types.moment, '-O-', 'When the stretch began.'),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  actions: ['read'],
  indexes: [{ columns: ['user_id'] }],
  access: aboutPerson('user_id', () => []),
});
