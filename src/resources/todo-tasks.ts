// To-dos: the rows of nodesToUsers with `is_todo`, which everyone chooses for themselves.
import { aboutPerson, editablePeople } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'todoTasks',
  doc: 'A project or task that is a to-do of a person; creating it again changes nothing.',
  flagView: {
    resource: 'nodesToUsers',
    columns: { user_id: 'user', node_id: 'node' },
    flag: 'is_todo',
  },
  fields: {
    id: field(types.integer, '-O-', 'Identifier of the row of nodesToUsers.'),
    user_id: field(types.integer, 'RO-', 'Whose to-do it is.', { relation: 'users' }),
    node_id: field(types.integer, 'RO-', 'The project or task.', { relation: 'nodes' }),
    updated: field(types.moment, '-O-', 'When the row of nodesToUsers was last changed.'),
  },
  lastChange: 'updated',
  actions: ['read', 'create', 'delete'],
  access: aboutPerson('user_id', (accessContext) => editablePeople('user_id', accessContext)),
});
