// How many days of a type of absence one person may take in a cycle, in place of what the type says.
import { aboutPerson } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { checkLimitedType } from '#domain/absences/check-limited-type.ts';
import { keepRowForOthers } from '#domain/users/own-affairs.ts';

export default defineResource({
  name: 'otherPaidLeaveLimitations',
  doc: "A person's own limit for a type of absence; it holds in place of the type's.",
  fields: {
    id,
    absence_type_id: field(types.integer, 'ROO', 'Its absence_type_id.', { values: [1, 2, 3, 4] }),
    absence_subtype_id: field(types.integer, 'ROO', 'Its absence_subtype_id.', { min: 0 }),
    user_id: field(types.integer, 'ROO', 'Whose limit it is.', { relation: 'users' }),
    cycle_id: field(types.integer, 'ROO', '1 calendar year, 2 calendar month, 3 ISO week.', {
      values: [1, 2, 3],
    }),
    cycle_max_days: field(types.decimal, 'ROO', 'Most days in a cycle.', { min: 0, max: 36_600 }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  indexes: [
    {
      columns: ['user_id', 'absence_type_id', 'absence_subtype_id'],
      unique: true,
      field: 'absence_subtype_id',
    },
  ],
  access: aboutPerson('user_id', ({ administrator, hrManager }) => (administrator || hrManager ? 'all' : [])),
  before: [keepRowForOthers('user_id'), checkLimitedType],
});
