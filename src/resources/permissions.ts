// Rights beyond what people have by their place: a user, a resource, a verb and a scope.
import { where, type Access } from '#resource/access.ts';
import { defineResource, field, id, types } from '#resource/define-resource.ts';
import { checkPermission } from '#domain/permissions/check-permission.ts';
import { recordAccessOfHolder } from '#domain/access/record-access.ts';

const scopeData = (what: string) => field(types.integer, 'OOO', what, { min: 1 });

const access: Access = {
  read: (accessContext) => {
    if (accessContext.administrator) return [{ level: 'administrator', scope: 'all' }];
    return [
      { level: 'own', scope: where('user_id', accessContext.userId === null ? [] : [accessContext.userId]) },
    ];
  },
  write: (accessContext) => (accessContext.administrator ? 'all' : []),
};

export default defineResource({
  name: 'permissions',
  doc: 'A right that a person has beyond those of their place in the company.',
  fields: {
    id,
    user_id: field(types.integer, 'RO-', 'Who has the right.', { relation: 'users' }),
    resource_name: field(types.string, 'RO-', 'Resource on whose rows it holds, such as timeTrackings.', {
      maxLength: 64,
    }),
    permission_name: field(types.string, 'RO-', 'What it allows; approve stands for deciding.', {
      values: ['read', 'create', 'update', 'delete', 'approve'],
    }),
    permission_scope_id: field(types.integer, 'ROO', 'On rows about whom it holds.', {
      relation: 'permissionScopes',
    }),
    permission_scope_data_1: scopeData('Department, team or user that the scope names; empty: their own.'),
    permission_scope_data_2: scopeData('Second user of the scope user.'),
    permission_scope_data_3: scopeData('Third user of the scope user.'),
    updated: field(types.moment, '-O-', 'When the row was last changed.'),
  },
  lastChange: 'updated',
  actions: ['read', 'create', 'update', 'delete'],
  access,
  before: [checkPermission, recordAccessOfHolder],
});
