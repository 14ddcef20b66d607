// The days on which people are absent or have a public holiday; the server derives them.
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { absenceDayAccess } from '#domain/absences/absence-access.ts';

/** What colleagues see of an absence, and what only of one whose type is public. */
const seen = { level: 'public' } as const;
const reason = { level: 'colleague' } as const;

export default defineResource({
  name: 'absenceDays',
  doc: 'A day of an absence, or a public holiday of a person.',
  aliases: ['absenseDays'],
  fields: {
    id: { ...id, update: '-', ...seen },
    user_id: field(types.integer, '-O-', 'Whose day it is.', {
      relation: 'users',
      required: true,
      ...seen,
    }),
    user_department_id: field(types.integer, '-O-', 'Department of the person then.', {
      relation: 'departments',
      ...seen,
    }),
    user_role_id: field(types.integer, '-O-', 'Role of the person then.'),
    date: field(types.date, '-O-', 'The day.', { required: true, ...seen }),
    type: field(types.string, '-O-', 'What the day is to the accounts.', {
      ...reason,
      values: ['holiday', 'sick_leave', 'other_paid_leave', 'overtime_reduction', 'public_holiday'],
      required: true,
    }),
    other_paid_leave_id: field(types.integer, '---', 'Not used: type_id and subtype_id name the type.', {
      stored: false,
    }),
    value: field(
      types.decimal,
      '-O-',
      'What the day costs; of a public holiday, the part that is off.',
      seen,
    ),
    value_unit: field(types.string, '-O-', 'Whether value is in days (d) or hours (hs).', {
      values: ['d', 'hs'],
      default: 'd',
      required: true,
      ...seen,
    }),
    request_id: field(types.integer, '-O-', 'The absence; empty for a public holiday.', {
      relation: 'absences',
    }),
    status: field(types.integer, '-O-', 'Status of the absence; 1 for a public holiday.', {
      values: [0, 1, 2, 3, 5],
      required: true,
      ...seen,
    }),
    comment: field(types.string, '-O-', 'Comment of the request, or name of the public holiday.'),
    begin: field(types.time, '-O-', 'When an absence in hours begins.', reason),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
    subtype_id: field(types.integer, '-O-', 'Subtype of the absence, by its number.', reason),
    type_id: field(types.integer, '-O-', 'Type of the absence, by its number.', reason),
    subtype: field(types.string, '-O-', 'Name of the absence type when the day was written.', reason),
  },
  hidden: {
    // Whether its type counted as working time when the day was counted last.
    counts_as_work: { column: 'integer', default: 0 },
    // What it takes of the seconds to be worked, exactly; empty: as much as follows from its value.
    seconds: { column: 'integer' },
    // What colleagues see of it: 0 nothing, 1 that the person is away, 2 its type as well.
    seen: { column: 'integer', default: 0 },
  },
  lastChange: 'updated',
  actions: ['read'],
  history: ['user_department_id'],
  indexes: [
    { columns: ['user_id', 'date'] },
    { columns: ['request_id', 'date'], unique: true, field: 'date' },
    { columns: ['date'] },
  ],
  access: absenceDayAccess,
});
