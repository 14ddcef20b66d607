// Working time accounts of a period, person by person: what was asked for, worked and paid out, and where it ended.
import { aboutPerson } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';
import { readAs } from '#resource/report.ts';

const hours = (doc: string) => field(types.hours, '-O-', doc);

export default defineResource({
  name: 'overtimeReports',
  doc: 'Working time accounts of a period, of everybody whose account has days in it.',
  storage: 'report',
  fields: {
    user_id: field(types.integer, '-O-', 'Whose account it is.', { relation: 'users' }),
    department_id: field(types.integer, '-O-', 'Department of the person at the end of the period.', {
      relation: 'departments',
    }),
    department_tree_id: field(
      types.integer,
      '-O-',
      'That department or any above it: grouped by it, each department has its people and those of all below.',
      { relation: 'departments' },
    ),
    date_from: field(types.date, '-O-', 'First day of the period; unless sent the first of this month.'),
    date_to: field(types.date, '-O-', 'Last day of the period; unless sent today, in ServerTimeZone.'),
    balance_until: field(
      types.date,
      '-O-',
      'Last day that is counted: that of the account in the period, today where the period ends later.',
    ),
    target_working_hours: hours('Hours that the work schedules ask for.'),
    total_working_time: hours('Hours that count.'),
    working_time_daily_balance: hours('Hours by which the days exceed their targets.'),
    additions: hours('Hours added to the balance.'),
    overtime_paid: hours('Hours of overtime paid out.'),
    overtime_reduction: hours('Hours of overtime taken as time off.'),
    overtime_settled: hours(
      'Hours that left the balance at the end of months and cycles: paid by salary, paid out, expired or above the maximum.',
    ),
    opening_balance: hours('Balance before the first day of the period.'),
    working_time_total_balance: hours('Balance at the end of the last day that the account has in it.'),
  },
  actions: ['read'],
  report: {
    of: 'dayAccounts',
    groups: ['user_id', 'date_from', 'date_to', 'balance_until'],
    sums: [
      'target_working_hours',
      'total_working_time',
      'working_time_daily_balance',
      'additions',
      'overtime_paid',
      'overtime_reduction',
      'overtime_settled',
      'opening_balance',
      'working_time_total_balance',
    ],
    parameters: { date_from: (today) => `${today.slice(0, 7)}-01`, date_to: (today) => today },
    period: ['date_from', 'date_to'],
  },
  follows: ['timesheetAccountings'],
  access: readAs(
    'timesheetAccountings',
    aboutPerson('user_id', () => []),
  ),
});
