// What stood on a person's accounts before each month; the days of the month add to it.
import { defineResource, field, id, noAccess, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'accountMonths',
  doc: "What a person's accounts held before a month.",
  internal: true,
  fields: {
    id,
    user_id: field(types.integer, '---', 'The person.', { relation: 'users', required: true }),
    month: field(types.date, '---', 'First day of the month.', { required: true }),
    balance_before: field(types.integer, '---', 'Seconds of working time; empty until the month begins.'),
    holiday_before: field(types.integer, '---', 'Hundredths of days of holiday.', {
      required: true,
      default: 0,
    }),
    updated: field(types.moment, '---', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  actions: [],
  indexes: [{ columns: ['user_id', 'month'], unique: true }],
  access: noAccess,
});
