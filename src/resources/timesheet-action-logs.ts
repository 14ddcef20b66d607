// What was entered into accounts by hand or by absences, and what was decided about days: an append-only list, written by
// the server.
import { aboutPerson } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';
import { decisionTypes } from '#domain/timesheets/log-decisions.ts';

export default defineResource({
  name: 'timesheetActionLogs',
  doc: "An entry in a person's accounts: a manual adjustment, what an absence did to a day, or a decision about a day.",
  fields: {
    id: field(types.integer, '-O-', 'Identifier, unique in the account and ascending in time.'),
    user_id: field(types.integer, '-O-', 'Whose account it is.', { relation: 'users', filled: true }),
    user_department_id: field(types.integer, '-O-', 'Department of the person when it was written.', {
      relation: 'departments',
    }),
    user_role_id: field(types.integer, '-O-', 'Role of the person when it was written.'),
    date: field(types.date, '-O-', 'Day to which it counts.', { filled: true }),
    type: field(
      types.string,
      '-O-',
      'Account: holiday, sick_leave, other_paid_leave, overtime_reduction or public_holiday. Decision: approval, or the field of the day that was changed.',
      {
        values: [
          'holiday',
          'sick_leave',
          'other_paid_leave',
          'overtime_reduction',
          'public_holiday',
          ...decisionTypes,
        ],
        filled: true,
      },
    ),
    other_paid_leave_id: field(types.integer, '-O-', 'Subtype of other paid leave.'),
    value: field(
      types.decimal,
      '-O-',
      'Amount, in value_unit: what an adjustment adds, or what the day of an absence costs; what takes it back has the opposite sign. Of a changed field: by how much.',
    ),
    value_unit: field(types.string, '-O-', 'Unit of the amount: d days, hs hours.', { values: ['d', 'hs'] }),
    request_id: field(types.integer, '-O-', 'Absence from which it comes.', { relation: 'absences' }),
    status: field(
      types.integer,
      '-O-',
      'Status of the absence when it was written; adjustments are granted (1).',
    ),
    comment: field(types.string, '-O-', 'Remarks; why an approval was given or taken back.', {
      maxLength: 4000,
    }),
    begin: field(types.time, '-O-', 'Local time at which an absence in hours begins.'),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
    subtype: field(
      types.string,
      '-O-',
      'What made it: adjustment, absence, change or the level of an approval; followed by _removed: what took it back.',
      { maxLength: 64, filled: true },
    ),
    from_date: field(types.date, '-O-', 'Day from which it counts; first day of the absence.', {
      filled: true,
    }),
    data: field(
      types.string,
      '-O-',
      'Of what takes back: id of the entry that is taken back. Of a changed field: JSON with before and after.',
      { maxLength: 60_000 },
    ),
    by_user_id: field(
      types.integer,
      '-O-',
      'Who decided or adjusted; empty: a credential without a user, or an absence.',
      { relation: 'users' },
    ),
  },
  lastChange: 'updated',
  actions: ['read'],
  indexes: [{ columns: ['user_id', 'date'] }, { columns: ['request_id'] }],
  history: ['request_id', 'by_user_id'],
  access: aboutPerson('user_id', () => []),
});
