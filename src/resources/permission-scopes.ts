// The scopes that a permission can have, the same in every account.
import { sharedData } from '#resource/access.ts';
import { defineResource, field, types } from '#resource/define-resource.ts';

export default defineResource({
  name: 'permissionScopes',
  doc: 'A scope in which a permission grants its verb.',
  storage: 'installation',
  fields: {
    id: field(types.integer, '-O-', 'Identifier, the same in every account of the server.'),
    name: field(types.string, '-O-', 'Name: all, own, department, department_tree, team or user.', {
      maxLength: 64,
    }),
    string_definition: field(types.string, '-O-', 'What the scope means, and what its data name.'),
  },
  actions: ['read'],
  access: sharedData,
});
