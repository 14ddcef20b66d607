// The seven days of a work schedule; they come and go with it.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { renewDaysOfSchedule } from '#domain/absences/renew-days.ts';
import { checkWeekday } from '#domain/schedules/check-weekday.ts';
import { keepVersionOfDay } from '#domain/schedules/keep-versions.ts';
import { keepArchived } from '#domain/schedules/schedule-state.ts';
import { statusOfSchedule } from '#domain/status/follow-sources.ts';

const minutes = { min: 0, max: 1440 };

export default defineResource({
  name: 'workScheduleDays',
  doc:
    'What a work schedule says of one day of the week; for people who have or had it, a change holds from its ' +
    'day (in UTC) on.',
  fields: {
    id,
    timesheet_template_id: field(types.integer, '-O-', 'The schedule.', {
      relation: 'workSchedules',
      required: true,
    }),
    weekday_id: field(types.integer, '-O-', '1 Monday to 7 Sunday.', { required: true }),
    workday: field(types.boolean, '-OO', 'Whether people work on this day.'),
    half_holiday: field(types.boolean, '-OO', 'Whether a day of holiday costs only half a day.'),
    hours: field(types.decimal, '-OO', 'Target hours.', { min: 0, max: 2400, default: 0, required: true }),
    core_time_start: field(types.time, '-OO', 'When everyone must be there.'),
    core_time_end: field(types.time, '-OO', 'Until when everyone must be there.'),
    core_time_start_tolerance: field(types.integer, '-OO', 'Minutes that coming late is excused.', minutes),
    core_time_end_tolerance: field(types.integer, '-OO', 'Minutes that leaving early is excused.', minutes),
    weekday: field(types.string, '-O-', 'English name of the day of the week.', { required: true }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  actions: ['read', 'update'],
  indexes: [{ columns: ['timesheet_template_id', 'weekday_id'], unique: true, field: 'weekday_id' }],
  access: sharedData,
  before: [keepArchived, checkWeekday],
  after: [keepVersionOfDay, renewDaysOfSchedule, statusOfSchedule],
});
