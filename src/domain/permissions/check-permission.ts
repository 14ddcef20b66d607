// What a permission may grant, and which data its scope needs.
import { ApiError } from '#errors/api-error.ts';
import { permissionScopes } from '#resource/permission-scopes.ts';
import type { Change, Rule, View } from '#resource/rule.ts';
import { referenceIn, unknownReference } from '../change.ts';
import { grantables } from './grantable.ts';
import { resourceNamed } from './served-resources.ts';

const data = ['permission_scope_data_1', 'permission_scope_data_2', 'permission_scope_data_3'] as const;

/** Refuses what cannot be granted, and scope data that are missing, superfluous or of no row. */
export const checkPermission: Rule<'permissions'> = (change, view) => {
  if (change.verb === 'delete') return;
  nameResource(change);
  checkScope(change, view);
};

function nameResource({ after }: Change<'permissions'>): void {
  const sent = after.resource_name;
  const name = resourceNamed(sent);
  if (name === undefined) {
    const message = `resource_name is ${JSON.stringify(sent)}; it must be the name of a resource, such as timeTrackings.`;
    throw new ApiError('invalid_value', message, { field: 'resource_name' });
  }
  const { verbs, onlyAll } = grantables.get(name) ?? { verbs: [], onlyAll: true };
  const verb = after.permission_name;
  if (!verbs.includes(verb)) {
    const able = verbs.length === 0 ? 'nothing of it can be granted' : `${verbs.join(', ')} can be granted`;
    const message = `permission_name is ${verb} on ${name}; ${able}.`;
    throw new ApiError('rule_broken', message, { field: 'permission_name' });
  }
  if (onlyAll && after.permission_scope_id !== permissionScopes.all) {
    const message = `permission_scope_id is ${String(after.permission_scope_id)}; rows of ${name} belong to no user, so it must be ${permissionScopes.all} (all).`;
    throw new ApiError('rule_broken', message, { field: 'permission_scope_id' });
  }
  after.resource_name = name;
}

function checkScope({ after }: Change<'permissions'>, view: View): void {
  const target = targetOf(after.permission_scope_id);
  for (const [index, field] of data.entries()) {
    const id = referenceIn(after, field);
    if (id === null) continue;
    if (target === null || (index > 0 && target !== 'users')) throw superfluous(field, id);
    if (view.get(target, id) === undefined) {
      throw unknownReference(field, id, target.slice(0, -1));
    }
  }
  if (target === 'users' && data.every((field) => referenceIn(after, field) === null)) {
    const message = 'The required parameter permission_scope_data_1 is missing: the user of the scope user.';
    throw new ApiError('missing_parameter', message, { field: data[0] });
  }
}

/** The resource that scope data name. */
function targetOf(scope: number): 'departments' | 'teams' | 'users' | null {
  if (scope === permissionScopes.department || scope === permissionScopes.department_tree)
    return 'departments';
  if (scope === permissionScopes.team) return 'teams';
  return scope === permissionScopes.user ? 'users' : null;
}

function superfluous(field: string, id: number): ApiError {
  const message = `${field} is ${id}; the scope takes no such value, leave it out.`;
  return new ApiError('invalid_value', message, { field });
}
