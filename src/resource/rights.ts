// What an access context comes to on one resource: its access rules together with what `permissions` grant. The server
// enforces these, and the permissionResolve… resources tell them: one implementation, two readers (decisions §9).
import { either, type Scope, type AccessContext, type Tier, type WriteVerb } from './access.ts';
import { asReader, grantedScope } from './granted-access.ts';
import type { Action, Resource } from './resource.ts';

/** Rows on which the same fields may be set. */
export interface WriteTier {
  readonly scope: Scope;
  readonly writable: readonly string[] | 'all';
}

/** What may be read, the highest level first; only tiers that have rows to show. */
export function readTiers(
  accessContext: AccessContext,
  resource: Pick<Resource, 'name' | 'access'>,
): readonly Tier[] {
  const tiers = resource.access
    .read(asReader(accessContext, resource.name))
    .filter((tier) => tier.scope === 'all' || tier.scope.length > 0);
  const end = tiers.findIndex((tier) => tier.scope === 'all');
  return end < 0 ? tiers : tiers.slice(0, end + 1);
}

/** Rows that may be changed by what the caller is, then those by what `permissions` grant. */
export function writeTiers(
  accessContext: AccessContext,
  resource: Resource,
  verb: WriteVerb,
): readonly WriteTier[] {
  const { access } = resource;
  const own: WriteTier = {
    scope: access.write(accessContext, verb),
    writable: access.writable?.(accessContext, verb) ?? 'all',
  };
  const granted: WriteTier = {
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
