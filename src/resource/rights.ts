// What an access context comes to on one resource: its access rules together with what `permissions` grant. The server
// enforces these, and the permissionResolve… resources tell them: one implementation, two readers (decisions §9).
import { either, type Scope, type AccessContext, type RowPolicy, type WriteVerb } from './access.ts';
import { asReader, grantedScope } from './granted-access.ts';
import type { Action, Resource } from './resource.ts';

/** Rows on which the same fields may be set. */
export interface WritePolicy {
  readonly scope: Scope;
  readonly writable: readonly string[] | 'all';
}

/** What may be read, the highest visibility first; only row policies that have rows to show. */
export function readPolicies(
  accessContext: AccessContext,
  resource: Pick<Resource, 'name' | 'access'>,
): readonly RowPolicy[] {
  const rowPolicies = resource.access
    .read(asReader(accessContext, resource.name))
    .filter((rowPolicy) => rowPolicy.scope === 'all' || rowPolicy.scope.length > 0);
  const end = rowPolicies.findIndex((rowPolicy) => rowPolicy.scope === 'all');
  return end < 0 ? rowPolicies : rowPolicies.slice(0, end + 1);
}

/** Rows that may be changed by what the caller is, then those by what `permissions` grant. */
export function writePolicies(
  accessContext: AccessContext,
  resource: Resource,
  verb: WriteVerb,
): readonly WritePolicy[] {
  const { access } = resource;
  const own: WritePolicy = {
    scope: access.write(accessContext, verb),
    writable: access.writable?.(accessContext, verb) ?? 'all',
  };
  const granted: WritePolicy = {
    scope: grantedScope(accessContext, resource, verb),
    writable: access.about?.writable ?? 'all',
  };
  return [own, granted].filter(({ scope }) => scope === 'all' || scope.length > 0);
}

/** Rows on which the action may be used. */
export function actionScope(accessContext: AccessContext, resource: Resource, action: Action): Scope {
  const granted = action.verb === null ? [] : grantedScope(accessContext, resource, action.verb);
  return either(action.allowed(accessContext), granted);
}
