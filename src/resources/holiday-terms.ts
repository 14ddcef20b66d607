// What people are entitled to from when: kept by a rule on users, so that another amount changes no year that is over.
import { defineResource, field, id, noAccess, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'holidayTerms',
  doc: 'From which day on a person had a yearly amount of holiday, and how their holiday years are counted.',
  internal: true,
  fields: {
    id,
    user_id: field(types.integer, '---', 'The person.', { relation: 'users', required: true }),
    valid_from: field(types.date, '---', 'First day; 0001-01-01 is since ever.', { required: true }),
    entered_in: field(types.date, '---', 'First day of the holiday year that ran when it was entered.', {
      required: true,
    }),
    yearly_amount: field(types.decimal, '---', 'Days of holiday a year; empty: no holiday account.'),
    week_days: field(types.integer, '---', 'Working days of the week for which it is meant; empty: any.'),
    interval_mode: field(types.string, '---', 'How holiday years are counted.', {
      values: ['calendar_year', 'entry_date'],
      required: true,
    }),
  },
  actions: [],
  indexes: [{ columns: ['user_id', 'valid_from'], unique: true }],
  access: noAccess,
});
