// Which tasks a shared terminal offers.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';
import { checkTerminal } from '#domain/users/check-terminal.ts';

export default defineResource({
  name: 'multiuserToTasks',
  doc: 'A task that a terminal shared by several people offers.',
  fields: {
    id: field(types.integer, '-O-', 'Identifier, unique in the account and never used again.'),
    task_id: field(types.integer, 'RO-', 'The task.', { relation: 'tasks' }),
    multiuser_id: field(types.integer, 'RO-', 'The terminal: a user with internal_user_group 3.', {
      relation: 'users',
    }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  actions: ['read', 'create', 'delete'],
  indexes: [{ columns: ['multiuser_id', 'task_id'], unique: true, field: 'task_id' }],
  access: sharedData,
  before: [checkTerminal('multiuser_id')],
});
