// Work schedules, which older clients call timesheet templates: on which days people work, and how long.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { renewLimitsOfSchedule } from '#domain/absences/renew-days.ts';
import { addDays } from '#domain/schedules/add-days.ts';
import { copySchedule } from '#domain/schedules/copy-schedule.ts';
import { keepDefaultSchedule } from '#domain/schedules/default-schedule.ts';
import { keepFormerSchedule } from '#domain/schedules/keep-former.ts';
import { keepVersionOfSchedule } from '#domain/schedules/keep-versions.ts';
import { noteState } from '#domain/schedules/schedule-state.ts';

const hours = { min: 0, max: 2400 };
const since = 'For people who have or had the schedule, a change holds from its day (in UTC) on.';

export default defineResource({
  name: 'workSchedules',
  doc: 'A work schedule (timesheet template): the target hours of a week.',
  fields: {
    id,
    name: field(types.string, 'ROO', 'Name of the schedule.', { maxLength: 255 }),
    active: field(types.boolean, 'OOO', 'Whether it may be given to people.', { default: 1 }),
    is_default: field(types.boolean, '-O-', 'Whether people without a schedule get this one.'),
    note: field(types.string, 'OOO', 'Remarks.', { maxLength: 4000 }),
    type: field(types.string, 'OOO', 'Kind of schedule, as clients name it.', { maxLength: 64 }),
    law_limit_daily_hours: field(
      types.decimal,
      'OOO',
      `Most hours of work in a day; empty: no limit. ${since}`,
      {
        ...hours,
        default: 1000,
      },
    ),
    law_limit_weekly_hours: field(
      types.decimal,
      'OOO',
      `Most hours of work in a week; empty: no limit. ${since}`,
      {
        min: 0,
        max: 16_800,
        default: 4800,
      },
    ),
    law_rest_period_minimum_hours: field(
      types.decimal,
      'OOO',
      `Fewest hours of rest between two days of work; empty: no limit. ${since}`,
      { ...hours, default: 1100 },
    ),
    law_rest_period_minimum_weekly_hours: field(
      types.decimal,
      'OOO',
      `Fewest hours of rest at a stretch in a week, a day and the daily rest by law; empty: no limit. ${since}`,
      { min: 0, max: 4800, default: 3500 },
    ),
    public_holiday_template_id: field(
      types.integer,
      'OOO',
      "Calendar for people who get this schedule when they are created; empty: the account's default.",
      { relation: 'publicHolidayTemplates' },
    ),
    automatic_break_template_id: field(
      types.integer,
      'OOO',
      `Model of breaks; empty: the one of the account. ${since}`,
      { relation: 'automaticBreakTemplates' },
    ),
    gaps_are_breaks: field(
      types.integer,
      'OOO',
      `Whether time between bookings is a break (1) or not (0); empty: as the account says. ${since}`,
      { values: [0, 1] },
    ),
    gap_break_maximum: field(
      types.decimal,
      'OOO',
      `Most hours between bookings that are a break; empty: as the account says. ${since}`,
      hours,
    ),
    rounding_times_template_id: field(types.integer, 'OOO', 'Rule of rounding, kept for clients.'),
    minijobber_deduction_cycle: field(
      types.char,
      'OOO',
      'Whether hours of marginal employment are taken off each week (w) or month (m); kept for clients.',
      { values: ['w', 'm'] },
    ),
    minijobber_deduction_hours: field(
      types.decimal,
      'OOO',
      'Hours of marginal employment that are taken off in each cycle; kept for clients.',
      { min: 0 },
    ),
    minijobber_always_deduct_overtime: field(
      types.boolean,
      'OOO',
      'Whether overtime of marginal employment is always taken off; kept for clients.',
    ),
    minijobber_absence_credit: field(
      types.decimal,
      'OOO',
      'Hours that an absence in marginal employment is credited with; kept for clients.',
      { min: 0 },
    ),
    overtime_allowance_always_deduct: field(
      types.integer,
      'OOO',
      'Whether overtime that the salary includes is always taken off; kept for clients.',
    ),
    status: field(types.integer, '-O-', '1 while it may be given to people, 0 otherwise.', { default: 1 }),
    editable: field(types.boolean, '-O-', 'Whether its days can be changed: unless it is archived.', {
      default: 1,
    }),
    deletable: field(types.boolean, '-O-', 'Whether it can be deleted: no person has or had it.', {
      default: 1,
    }),
    archived: field(types.boolean, '-O-', 'Whether it is out of use: not active, and no person has it.'),
    assigned_users: field(types.string, '-O-', 'Ids of people who have it, ascending, comma-separated.', {
      level: 'manager',
      default: '',
    }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'name'],
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  owned: {
    workScheduleDays: 'timesheet_template_id',
    workScheduleDayDefinitions: 'timesheet_template_id',
    scheduleVersions: 'timesheet_template_id',
  },
  customActions: {
    copy: {
      doc: 'Makes a copy of the schedule with its days and limits. The copy is assigned to no person.',
      methods: ['POST'],
      on: 'row',
      parameters: {
        name: field(types.string, 'O--', 'Name of the copy; that of the schedule and (copy) unless given.', {
          maxLength: 255,
        }),
      },
      allowed: (accessContext) => (accessContext.administrator ? 'all' : []),
      verb: 'create',
      run: copySchedule,
    },
  },
  access: sharedData,
  before: [keepDefaultSchedule, keepFormerSchedule, noteState],
  after: [addDays, keepVersionOfSchedule, renewLimitsOfSchedule],
});
