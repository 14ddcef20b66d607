// Which work schedules people had from when on: kept by a rule on users, beside what days are counted with.
import { aboutPerson } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'userTemplateHistory',
  doc: 'A work schedule that a person has or had, and the day from which it holds.',
  fields: {
    id,
    user_id: field(types.integer, '-O-', 'The person.', { relation: 'users', filled: true }),
    template_id: field(types.integer, '-O-', 'The work schedule.', { relation: 'workSchedules' }),
    template_hours: field(types.decimal, '-O-', 'Hours a week that it asked for when it was given.'),
    valid_from: field(types.date, '-O-', 'First day on which it holds; empty: since ever.'),
    change_type: field(types.string, '-O-', 'What happened: the schedule was assigned.', {
      values: ['assigned'],
      default: 'assigned',
    }),
    created_at: field(types.moment, '-O-', 'When it was given.'),
  },
  lastChange: 'created_at',
  actions: ['read'],
  indexes: [{ columns: ['user_id', 'valid_from'] }, { columns: ['template_id'] }],
  history: ['template_id'],
  access: aboutPerson('user_id', () => []),
});
