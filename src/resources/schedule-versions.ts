// What work schedules said from when on: kept by rules on workSchedules and workScheduleDays.
import { defineResource, field, id, noAccess, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'scheduleVersions',
  doc: 'From which day on a work schedule said what.',
  internal: true,
  fields: {
    id,
    timesheet_template_id: field(types.integer, '---', 'The schedule.', {
      relation: 'workSchedules',
      required: true,
    }),
    valid_from: field(types.date, '---', 'First day; 0001-01-01 is since ever.', { required: true }),
    plan: field(types.string, '---', 'Its seven days and its limits, as JSON.', { required: true }),
  },
  actions: [],
  indexes: [{ columns: ['timesheet_template_id', 'valid_from'], unique: true }],
  access: noAccess,
});
