// Which people use a shared terminal.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';
import { recordAccessOfTerminal } from '#domain/access/record-access.ts';
import { refuseWiderAccess } from '#domain/access/refuse-wider-access.ts';
import { checkTerminal } from '#domain/users/check-terminal.ts';

export default defineResource({
  name: 'multiuserToUsers',
  doc: 'A person who uses a terminal that several people share.',
  fields: {
    id: field(types.integer, '-O-', 'Identifier, unique in the account and never used again.'),
    assigned_user_id: field(types.integer, 'RO-', 'The person.', { relation: 'users' }),
    user_id: field(types.integer, 'RO-', 'The terminal: a user with internal_user_group 3.', {
      relation: 'users',
    }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  actions: ['read', 'create', 'delete'],
  indexes: [{ columns: ['user_id', 'assigned_user_id'], unique: true, field: 'assigned_user_id' }],
  access: sharedData,
  before: [checkTerminal('user_id'), recordAccessOfTerminal],
  after: [refuseWiderAccess],
});
