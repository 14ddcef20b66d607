// Places or steps that are recorded during a booking, such as gates on a patrol.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

const day = { default: 1 };

export default defineResource({
  name: 'checkpoints',
  doc: 'A place or step that is recorded while a person works.',
  fields: {
    id,
    name: field(types.string, 'ROO', 'Name of the checkpoint.', { maxLength: 255 }),
    mon: field(types.boolean, 'OOO', 'Whether it is due on Mondays.', day),
    tue: field(types.boolean, 'OOO', 'Whether it is due on Tuesdays.', day),
    wed: field(types.boolean, 'OOO', 'Whether it is due on Wednesdays.', day),
    thu: field(types.boolean, 'OOO', 'Whether it is due on Thursdays.', day),
    fri: field(types.boolean, 'OOO', 'Whether it is due on Fridays.', day),
    sat: field(types.boolean, 'OOO', 'Whether it is due on Saturdays.', day),
    sun: field(types.boolean, 'OOO', 'Whether it is due on Sundays.', day),
    start_time: field(types.time, 'OOO', 'Time of day from which it is due.'),
    end_time: field(types.time, 'OOO', 'Time of day until which it is due.'),
    mandatory: field(types.boolean, 'OOO', 'Whether it must be recorded on the days on which it is due.'),
    task_id: field(types.integer, 'OOO', 'Task to which it belongs.', { relation: 'tasks' }),
    allowed_days_in_future: field(types.integer, 'OOO', 'How many days ahead clients let it be recorded.', {
      min: 0,
    }),
    allowed_days_in_past: field(types.integer, 'OOO', 'How many days late clients let it be recorded.', {
      min: 0,
    }),
    data_changed: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'name'],
  lastChange: 'data_changed',
  actions: ['read', 'create', 'update', 'delete'],
  owned: { checkpointTranslations: 'checkpoint_id' },
  access: sharedData,
});
