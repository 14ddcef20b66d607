// The scopes in which a row of `permissions` can grant a verb. An id belongs to its scope for ever.

/** Id by name. */
export const permissionScopes = {
  all: 1,
  own: 2,
  department: 3,
  department_tree: 4,
  team: 5,
  user: 6,
} as const;

/** The name of a scope. */
export type PermissionScope = keyof typeof permissionScopes;
