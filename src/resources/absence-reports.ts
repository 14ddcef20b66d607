// Who is absent when, why, and in which department.
import { aboutPerson } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';
import { readAs } from '#resource/report.ts';

export default defineResource({
  name: 'absenceReports',
  doc: 'Days on which people are absent, in any status, added up. Public holidays are not among them.',
  storage: 'report',
  fields: {
    date: field(types.date, '-O-', 'The day.'),
    month: field(types.month, '-O-', 'Month of the day, such as 2026-06.', { monthOf: 'date' }),
    department_id: field(types.integer, '-O-', 'Department of the person on the day.', {
      relation: 'departments',
    }),
    department_tree_id: field(
      types.integer,
      '-O-',
      'That department or any above it: grouped by it, each department has its people and those of all below.',
      { relation: 'departments' },
    ),
    user_id: field(types.integer, '-O-', 'Who is absent.', { relation: 'users' }),
    type_id: field(types.integer, '-O-', 'Type of the absence, by its number.'),
    subtype_id: field(types.integer, '-O-', 'Subtype of the absence, by its number.'),
    subtype: field(types.string, '-O-', 'Name of the absence type when the day was written.'),
    status: field(types.integer, '-O-', 'Status of the absence: 1 granted, 0 and 5 asked for, 2 and 3 not.', {
      values: [0, 1, 2, 3, 5],
    }),
    request_id: field(types.integer, '-O-', 'The absence.', { relation: 'absences' }),
    days: field(types.decimal, '-O-', 'What it costs in days, of types that are counted in days.'),
    hours: field(types.hours, '-O-', 'What it costs in hours, of types that are counted in hours.'),
  },
  actions: ['read'],
  report: {
    of: 'absentDays',
    groups: ['date', 'department_id', 'user_id', 'type_id', 'subtype_id', 'subtype', 'status'],
    sums: ['days', 'hours'],
    parameters: {},
  },
  access: readAs(
    'absenceDays',
    aboutPerson('user_id', () => []),
  ),
});
