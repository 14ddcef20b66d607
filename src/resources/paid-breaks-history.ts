// From when on a person's minutes of paid break hold: kept by a rule on users.
import { aboutPerson } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'paidBreaksHistory',
  doc: 'An amount of paid break a day, and the day from which it holds.',
  fields: {
    id,
    user_id: field(types.integer, '-O-', 'The person.', { relation: 'users', filled: true }),
    quota_value: field(types.decimal, '-O-', 'Minutes of paid break a day; empty: none.'),
    valid_from: field(types.date, '-O-', 'First day on which it holds.', { filled: true }),
    created_at: field(types.moment, '-O-', 'When it was entered.'),
  },
  lastChange: 'created_at',
  actions: ['read'],
  indexes: [{ columns: ['user_id', 'valid_from'], unique: true }],
  access: aboutPerson('user_id', () => []),
});
