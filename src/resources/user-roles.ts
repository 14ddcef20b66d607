// The roles of the account's people, and who has which.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';
import { setRoles } from '#domain/roles/set-roles.ts';

export default defineResource({
  name: 'userRoles',
  doc: 'A role that people have in the company. It says what they are, not what they may do.',
  fields: {
    id: field(types.integer, '-O-', 'Identifier, the same in every account.'),
    name: field(types.string, '-O-', 'Name of the role.', { maxLength: 255 }),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  actions: ['read'],
  customActions: {
    set: {
      doc: 'Gives a person exactly these roles and answers them.',
      on: 'resource',
      parameters: {
        user_id: field(types.integer, 'R--', 'Whose roles are set.', { relation: 'users' }),
        user_role_ids: field(types.string, 'O--', 'Ids of the roles, separated by commas; empty: none.', {
          maxLength: 4000,
        }),
        data: field(types.string, 'O--', 'The same ids, as a list or separated by commas.', {
          maxLength: 4000,
          json: true,
        }),
      },
      allowed: (accessContext) => (accessContext.administrator ? 'all' : []),
      run: setRoles,
    },
  },
  access: sharedData,
});
