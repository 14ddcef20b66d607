// Whether a stored row exists for a caller: what they may not read does not (decisions §9).
import { readGrant } from '#access/authorize.ts';
import { ApiError } from '#errors/api-error.ts';
import { inScope, type AccessContext } from '#resource/access.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';

/** Whether the caller may read the row at any level. */
export function mayRead(accessContext: AccessContext, resource: Resource, row: Row): boolean {
  return (
    readGrant(accessContext, resource)?.rowPolicies.some((rowPolicy) => inScope(rowPolicy.scope, row)) ??
    false
  );
}

/** The refusal that an unknown id and a hidden row share. */
export function noSuchRow(resource: Resource, id: number, field = 'id'): ApiError {
  return new ApiError('unknown_reference', `${resource.name} has no row with the id ${id}.`, { field });
}
