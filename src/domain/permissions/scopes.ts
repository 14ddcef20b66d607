// The rows of `permissionScopes`.
import { permissionScopes, type PermissionScope } from '#resource/permission-scopes.ts';
import type { Row } from '#resource/rule.ts';

const definitions: Readonly<Record<PermissionScope, string>> = {
  all: 'Every row of the account.',
  own: 'Rows about the holder.',
  department: 'Rows about people of the department in permission_scope_data_1, or of the own one without it.',
  department_tree: 'As department, with all departments below it.',
  team: 'Rows about members of the team in permission_scope_data_1, or of the teams led without it.',
  user: 'Rows about the users in permission_scope_data_1, _2 and _3.',
};

/** Every scope. */
export const permissionScopeRows: readonly Row<'permissionScopes'>[] = Object.entries(permissionScopes).map(
  ([name, id]) => ({
    id,
    name,
    string_definition: definitions[name as PermissionScope],
  }),
);
