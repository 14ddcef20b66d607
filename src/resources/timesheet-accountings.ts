// The working time account: one row for each person and day, kept by the server, approved by people.
import { aboutPerson, editablePeople } from '#resource/access.ts';
import { defineResource, field, id, types, type FieldDeclaration } from '#resource/define-resource.ts';
import { approveDay, unapproveDay } from '#domain/timesheets/approve-day.ts';

import { beginDays } from '#domain/timesheets/begin-days.ts';
import { refuseChangeOfApprovedDay } from '#domain/days/refuse-approved-day.ts';
import { ledPeople } from '#domain/timesheets/led-people.ts';
import { limitPayout } from '#domain/timesheets/limit-payout.ts';
import { logWritten } from '#domain/timesheets/log-decisions.ts';
import { moveTotals } from '#domain/days/totals.ts';
import { settleAfterDay } from '#domain/settlements/settle-written.ts';
import { keepForOthers } from '#domain/users/own-affairs.ts';
import { dropWhenNeedless, refuseUncounted } from '#domain/timesheets/write-day.ts';

function level(doc: string): FieldDeclaration {
  return field(types.boolean, 'O--', `${doc} Without any level, the one that fits the caller.`);
}

const ofDay = {
  user_id: field(
    types.integer,
    'O--',
    'Whose day, with date and without id; of the user of the token unless given.',
    {
      relation: 'users',
    },
  ),
  date: field(types.date, 'O--', 'Which day, in place of an id.'),
  approved_by_user: level('The confirmation of the person; only for own days.'),
  approved_by_admin: level('The approval for the company, which freezes the day.'),
  approved_by_user_1: level('The first approval by a supervisor or assistant, which freezes nothing.'),
  comment: field(types.string, 'O--', 'Why; it is kept in timesheetActionLogs.', { maxLength: 4000 }),
};

const hours = (doc: string, options = {}) => field(types.hours, '-O-', doc, options);
const days = (doc: string) => field(types.decimal, '-O-', doc);
const violation = (doc: string) => field(types.boolean, '-O-', doc);

export default defineResource({
  name: 'timesheetAccountings',
  doc: "A day of a person's working time account. Hours and days that are not counted yet are empty.",
  fields: {
    id,
    user_id: field(types.integer, '-O-', 'Whose day it is.', { relation: 'users', filled: true }),
    department_id: field(types.integer, '-O-', 'Department of the person on the day.', {
      relation: 'departments',
    }),
    date: field(types.date, '-O-', 'The day.', { filled: true }),
    approved_by_user: field(types.boolean, '-O-', 'Whether the person has approved it; then it is frozen.'),
    approved_by_admin: field(
      types.boolean,
      '-O-',
      'Whether an administrator, HR manager or supervisor has approved it; then it is frozen.',
    ),
    approved_by_user_1: field(
      types.boolean,
      '-O-',
      'Whether a first approver (supervisor or assistant) has approved it; that freezes nothing.',
    ),
    approved_by_user_at: field(types.moment, '-O-', 'When the person approved it.'),
    approved_by_admin_id: field(types.integer, '-O-', 'Who approved it for the company.', {
      relation: 'users',
    }),
    approved_by_admin_at: field(types.moment, '-O-', 'When it was approved for the company.'),
    approved_by_user_1_id: field(types.integer, '-O-', 'The first approver.', { relation: 'users' }),
    approved_by_user_1_at: field(types.moment, '-O-', 'When the first approver approved it.'),
    target_working_hours: hours('Hours that the work schedule asks for.'),
    begin_time: field(types.time, '-O-', 'Local time at which work began.'),
    end_time: field(types.time, '-O-', 'Local time at which work ended.'),
    break: hours('Hours of breaks: booked, between bookings, and taken off.'),
    unbooked_time: hours('Hours between begin and end that are neither booked nor a break.'),
    working_time: hours('Hours on working tasks.'),
    working_time_planned: hours('Hours planned.'),
    total_working_time: hours('Hours that count: working and paid non-working time.'),
    paid_nonworking_time: hours('Hours paid without being work.'),
    total_working_time_incl_paid_non_working_time: hours('Hours that count, with all paid non-working time.'),
    working_time_daily_balance: hours(
      'Hours by which the day exceeds its target; empty until the day begins.',
    ),
    additions: field(types.hours, '-OO', 'Hours added to the balance by hand; negative ones are taken off.'),
    overtime_paid: field(types.hours, '-OO', 'Hours of overtime paid out, taken off the balance.', {
      min: 0,
    }),
    overtime_reduction: hours('Hours of overtime taken as time off.'),
    overtime_settled: hours(
      'Hours that left the balance at the end of the day: paid by salary, paid out, expired or above the maximum.',
      { default: 0 },
    ),
    working_time_total_balance: field(
      types.hours,
      '-O-',
      'Balance of the account at the end of the day; empty until it begins.',
      {
        total: { before: 'balance_before', within: 'balance_within' },
      },
    ),
    public_holiday: days('Share of the day that is a public holiday.'),
    holiday: days('Days of holiday taken.'),
    holiday_adjustments: days('Days of holiday added or taken off by hand.'),
    holiday_balance: field(types.decimal, '-O-', 'Days of holiday left at the end of the day.', {
      total: { before: 'holiday_before', within: 'holiday_within' },
    }),
    sick_leave: days('Share of the day on sick leave.'),
    other_paid_leave: days('Share of the day on other paid leave.'),
    other_paid_leave_id: field(types.integer, '-O-', 'Subtype of the other paid leave.'),
    comment: field(types.string, '-OO', 'Remarks on the day.', { maxLength: 4000 }),
    data_changed: field(types.moment, '-O-', 'When the row was last changed.'),
    break_law_check: field(types.integer, '-O-', 'Minutes of break that are missing by the model of breaks.'),
    workday: field(types.boolean, '-O-', 'Whether the work schedule makes it a working day.'),
    weekday: field(types.integer, '-O-', 'Day of the week, 1 Monday to 7 Sunday.', { filled: true }),
    year: field(types.integer, '-O-', 'Year to which the ISO week belongs: 2026 for 2027-01-01.', {
      filled: true,
    }),
    month: field(types.integer, '-O-', 'Month of the date, 1 to 12.', { filled: true }),
    week: field(types.integer, '-O-', 'ISO week, 1 to 53.', { filled: true }),
    law_limit_daily_hours_violation: violation('Whether more hours were worked than a day may have.'),
    law_limit_weekly_hours_violation: violation('Whether more hours were worked than a week may have.'),
    core_time_violation: violation('Whether core time was missed.'),
    break_law_violation: violation('Whether a break is missing by the model of breaks.'),
    rest_period_violation: violation('Whether the rest since the day before was too short.'),
    rest_period_weekly_violation: violation('Whether the rest of the week was too short.'),
    plausibility_conflict_violation: violation('Whether times of the day contradict each other.'),
    paid_break: hours('Hours of paid breaks.'),
    unpaid_break: hours('Hours of unpaid breaks.'),
  },
  hidden: {
    month_id: { column: 'integer' },
    // Empty until the day begins.
    balance_within: { column: 'integer' },
    holiday_within: { column: 'integer', default: 0 },
    // What bookings of the day are counted with: limits, core time and the like.
    frame: { column: 'text', unseen: true },
    // Whether the day ends a month or cycle and is not over: it settles then, approved or not.
    settles_later: { column: 'integer', default: 0 },
    // Seconds by which the balance is set anew where an account begins after that of a former employment.
    opens_with: { column: 'integer', default: 0 },
    // On the person's next day: when it begins.
    turns_at: { column: 'integer' },
  },
  turns: { column: 'turns_at', renew: beginDays },
  lastChange: 'data_changed',
  blocks: { table: 'account_months', column: 'month_id', lastChange: 'updated', shared: 'user_id' },
  actions: ['read', 'update'],
  indexes: [
    { columns: ['user_id', 'date'], unique: true, field: 'date' },
    { columns: ['date'] },
    { columns: ['month_id'] },
    { columns: ['turns_at'] },
  ],
  history: ['department_id', 'approved_by_admin_id', 'approved_by_user_1_id'],
  customActions: {
    approve: {
      doc: 'Approves a day, which freezes it and its time trackings: own days as the person, led people as the company.',
      on: 'either',
      parameters: ofDay,
      allowed: (accessContext) => editablePeople('user_id', accessContext),
      verb: 'approve',
      run: approveDay,
    },
    unapprove: {
      doc: 'Takes approvals back: of own days until the company has approved; their own approvals of others; an administrator every one.',
      on: 'either',
      parameters: ofDay,
      allowed: (accessContext) => editablePeople('user_id', accessContext),
      run: unapproveDay,
    },
  },
  access: aboutPerson('user_id', ledPeople),
  before: [
    refuseChangeOfApprovedDay,
    keepForOthers('user_id', ['additions', 'overtime_paid']),
    refuseUncounted,
    limitPayout,
  ],
  after: [logWritten, moveTotals, settleAfterDay, dropWhenNeedless],
});
