// Employments of people: a person who comes back has a second one. The row of users shows the last.
import { aboutPerson } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { checkEmployments } from '#domain/employments/check-employments.ts';
import { followEmployments } from '#domain/employments/follow-employments.ts';
import { keepRowForOthers } from '#domain/users/own-affairs.ts';

export default defineResource({
  name: 'employments',
  doc: 'An employment of a person. The dates of the last one are those of the row of users, and either can be written.',
  fields: {
    id,
    user_id: field(types.integer, 'RO-', 'Who is employed.', { relation: 'users' }),
    entry_date: field(types.date, 'OOO', 'First day; only the first employment can be without one.'),
    exit_date: field(types.date, 'OOO', 'Last day; empty while it goes on.'),
    payroll_accounting_starts_at: field(
      types.date,
      'OOO',
      'First day of its working time account; empty: the day of entry.',
    ),
    initial_balance: field(types.decimal, 'OOO', 'Hours that its working time account begins with.', {
      default: 0,
    }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  indexes: [{ columns: ['user_id', 'entry_date'] }],
  access: aboutPerson('user_id', ({ administrator, hrManager }) => (administrator || hrManager ? 'all' : [])),
  before: [keepRowForOthers('user_id'), checkEmployments],
  after: [followEmployments],
});
