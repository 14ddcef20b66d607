// AUTHORISE: caller × resource × verb → Grant. The rules stand in the resources; this file only applies them.
import { ApiError } from '#errors/api-error.ts';
import type { Scope, Sight, WriteVerb } from '#resource/access.ts';
import type { Action, Resource } from '#resource/resource.ts';
import type { ReadGrant, WriteGrant } from './grant.ts';

/** Leave to read, or `null` when the caller may read nothing of the resource. */
export function readGrant(sight: Sight, resource: Resource): ReadGrant | null {
  const tiers = resource.access.read(sight).filter((tier) => tier.scope === 'all' || tier.scope.length > 0);
  const end = tiers.findIndex((tier) => tier.scope === 'all');
  const useful = end < 0 ? tiers : tiers.slice(0, end + 1);
  return useful.length === 0 ? null : ({ sight, resource, tiers: useful } as unknown as ReadGrant);
}

/** Leave to read; throws `not_allowed`. */
export function authorizeRead(sight: Sight, resource: Resource): ReadGrant {
  const grant = readGrant(sight, resource);
  if (grant === null) throw new ApiError('not_allowed', `You may not read ${resource.name}.`);
  return grant;
}

/** Leave to change rows; throws `not_allowed`. */
export function authorizeWrite(sight: Sight, resource: Resource, verb: WriteVerb): WriteGrant {
  const scope = resource.access.write(sight, verb);
  refuseNone(sight, scope, `${verb} ${resource.name}`);
  const writable = resource.access.writable?.(sight, verb) ?? 'all';
  return { sight, resource, verb, scope, writable } as unknown as WriteGrant;
}

/** Leave to use an action, and on which rows; throws `not_allowed`. */
export function authorizeAction(sight: Sight, resource: Resource, action: Action): Scope {
  const scope = action.allowed(sight);
  refuseNone(sight, scope, `use ${action.name} of ${resource.name}`);
  return scope;
}

/** The leave that an action has to write under the rules of a resource: who may use it has been decided before. */
export function actionGrant(sight: Sight, resource: Resource, verb: WriteVerb): WriteGrant {
  return { sight, resource, verb, scope: 'all', writable: 'all' } as unknown as WriteGrant;
}

function refuseNone(sight: Sight, scope: Scope, what: string): void {
  if (sight.readOnly) {
    throw new ApiError('not_allowed', `You may not ${what}: the credential is for reading only.`);
  }
  if (scope !== 'all' && scope.length === 0) throw new ApiError('not_allowed', `You may not ${what}.`);
}
