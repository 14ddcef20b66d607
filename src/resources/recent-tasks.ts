// What people last worked on: the rows of nodesToUsers that the server notes when times are booked.
import { aboutPerson } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'recentTasks',
  doc: 'A task on which a person has booked times; the latest comes first.',
  flagView: {
    resource: 'nodesToUsers',
    columns: { user_id: 'user', node_id: 'node' },
    flag: 'last_started',
  },
  fields: {
    id: field(types.integer, '-O-', 'Identifier of the row of nodesToUsers.'),
    user_id: field(types.integer, '-O-', 'Who booked on it.', { relation: 'users' }),
    node_id: field(types.integer, '-O-', 'The task.', { relation: 'nodes' }),
    last_started: field(types.moment, '-O-', 'Start of the latest time that the person booked on it.'),
    updated: field(types.moment, '-O-', 'When the row of nodesToUsers was last changed.'),
  },
  lastChange: 'updated',
  listOrder: { field: 'last_started', descending: true },
  actions: ['read'],
  access: aboutPerson('user_id', () => []),
});
