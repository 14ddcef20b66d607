// The ledger of people's holiday: entries are appended by a rule, never changed, and go only with the person.
import { defineResource, field, id, noAccess, types } from '#resource/define-resource.ts';

const kinds = [
  'initial',
  'entitlement',
  'pro_rata',
  'carry_over',
  'expiry',
  'adjustment',
  'taken',
  'returned',
];

export default defineResource({
  name: 'holidayEntries',
  doc: "An entry of a person's holiday account; all of them add up to the balance.",
  internal: true,
  fields: {
    id,
    user_id: field(types.integer, '---', 'Whose holiday it is.', { relation: 'users', required: true }),
    date: field(types.date, '---', 'Day from whose end on it counts.', { required: true }),
    kind: field(types.string, '---', 'Why days come or go.', { values: kinds, required: true }),
    days: field(types.decimal, '---', 'Days that come; negative: that go.', { required: true }),
    holiday_year: field(types.date, '---', 'First day of the holiday year to which it belongs.', {
      required: true,
    }),
    source_id: field(types.integer, '---', 'Id of the absence, or of the adjustment in the log.'),
    why: field(types.string, '---', 'How the amount comes about, for people.', { required: true }),
  },
  actions: [],
  indexes: [{ columns: ['user_id', 'date'] }],
  access: noAccess,
});
