// Cycles of working time, such as a month or a year.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'workingTimeCycles',
  doc: 'A cycle of working time, such as a quarter; kept for clients, no balance follows it.',
  fields: {
    id,
    name: field(types.string, 'ROO', 'Name of the cycle.', { maxLength: 255 }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  public: ['id', 'name'],
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  access: sharedData,
});
