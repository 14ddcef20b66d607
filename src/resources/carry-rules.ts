// What becomes of holiday that is left over, from when: kept by a rule on settings, so that days that have expired, or
// have not, stay so.
import { defineResource, field, id, noAccess, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'carryRules',
  doc: 'From which day on days of holiday are carried over in which way.',
  internal: true,
  fields: {
    id,
    valid_from: field(types.date, '---', 'First day.', { required: true }),
    expires: field(types.string, '---', 'Last day on which carried days are taken, MM-DD; empty: any.'),
    most: field(types.decimal, '---', 'Most days that are carried over.', { required: true }),
  },
  actions: [],
  indexes: [{ columns: ['valid_from'], unique: true }],
  access: noAccess,
});
