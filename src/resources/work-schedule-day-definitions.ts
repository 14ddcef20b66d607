// Times of day in a work schedule: when people work on a weekday, in slots that do not overlap.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { checkSlot } from '#domain/schedules/check-slot.ts';
import { keepArchived } from '#domain/schedules/schedule-state.ts';

export default defineResource({
  name: 'workScheduleDayDefinitions',
  doc: 'A slot of working time on one weekday of a work schedule.',
  fields: {
    id,
    timesheet_template_id: field(types.integer, 'RO-', 'The schedule.', { relation: 'workSchedules' }),
    weekday_id: field(types.integer, 'RO-', '1 Monday to 7 Sunday.', { min: 1, max: 7 }),
    slot_id: field(types.integer, 'OOO', 'Number of the slot in its day; left out: the next one.', {
      min: 1,
      required: true,
    }),
    start: field(types.time, 'ROO', 'When the slot begins.'),
    end: field(types.time, 'ROO', 'When it ends, on the same day.'),
    valid_for_task_id: field(types.integer, 'OOO', 'The only task that the slot is meant for.', {
      relation: 'tasks',
    }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  indexes: [{ columns: ['timesheet_template_id', 'weekday_id', 'slot_id'], unique: true, field: 'slot_id' }],
  access: sharedData,
  before: [keepArchived, checkSlot],
});
