// AUTHORISE: caller × resource × verb → Grant. The rules stand in the resources; this file only gives the proof.
import { ApiError } from '#errors/api-error.ts';
import { either, inScope, type Scope, type AccessContext, type WriteVerb } from '#resource/access.ts';
import type { Action, Resource } from '#resource/resource.ts';
import { actionScope, readPolicies, writePolicies } from '#resource/rights.ts';
import type { Row } from '#resource/rule.ts';
import type { ReadGrant, WriteGrant } from './grant.ts';

/** Leave to read, or `null` when the caller may read nothing of the resource. */
export function readGrant(accessContext: AccessContext, resource: Resource): ReadGrant | null {
  const rowPolicies = readPolicies(accessContext, resource);
  return rowPolicies.length === 0 ? null : ({ accessContext, resource, rowPolicies } as unknown as ReadGrant);
}

/** Leave to read; throws `not_allowed`. */
export function authorizeRead(accessContext: AccessContext, resource: Resource): ReadGrant {
  const grant = readGrant(accessContext, resource);
  if (grant === null) throw new ApiError('not_allowed', `You may not read ${resource.name}.`);
  return grant;
}

/** Leave to change rows; throws `not_allowed`. */
export function authorizeWrite(
  accessContext: AccessContext,
  resource: Resource,
  verb: WriteVerb,
): WriteGrant {
  const rowPolicies = writePolicies(accessContext, resource, verb);
  const scope = either(...rowPolicies.map((rowPolicy) => rowPolicy.scope));
  refuseNone(accessContext, scope, `${verb} ${resource.name}`);
  return { accessContext, resource, verb, scope, rowPolicies } as unknown as WriteGrant;
}

/** Whether the caller may set the field on some row, or on this one. */
export function maySet({ rowPolicies }: Pick<WriteGrant, 'rowPolicies'>, name: string, row?: Row): boolean {
  return rowPolicies.some(
    ({ scope, writable }) =>
      (writable === 'all' || writable.includes(name)) && (row === undefined || inScope(scope, row)),
  );
}

/** Leave to use an action, and on which rows; throws `not_allowed`. */
export function authorizeAction(accessContext: AccessContext, resource: Resource, action: Action): Scope {
  const scope = actionScope(accessContext, resource, action);
  const readOnly = accessContext.readOnly && !action.forReaders;
  refuseNone({ readOnly }, scope, `use ${action.name} of ${resource.name}`);
  return scope;
}

/** The leave that an action has to write under the rules of a resource: who may use it has been decided before. */
export function actionGrant(accessContext: AccessContext, resource: Resource, verb: WriteVerb): WriteGrant {
  const rowPolicies = [{ scope: 'all', writable: 'all' }];
  return { accessContext, resource, verb, scope: 'all', rowPolicies } as unknown as WriteGrant;
}

function refuseNone({ readOnly }: Pick<AccessContext, 'readOnly'>, scope: Scope, what: string): void {
  if (readOnly) {
    throw new ApiError('not_allowed', `You may not ${what}: the credential is for reading only.`);
  }
  if (scope !== 'all' && scope.length === 0) throw new ApiError('not_allowed', `You may not ${what}.`);
}
