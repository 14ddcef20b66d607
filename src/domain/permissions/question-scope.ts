// On which rows a person may do what a question asks: the very rules that the server enforces.
import { either, sees, type Scope, type AccessContext } from '#resource/access.ts';
import type { Resource } from '#resource/resource.ts';
import { actionScope, readTiers, writeTiers } from '#resource/rights.ts';

/** The scope of an action of a resource. Reading counts where more than public fields are shown. */
export function questionScope(accessContext: AccessContext, resource: Resource, action: string): Scope {
  switch (action) {
    case 'read': {
      const tiers = readTiers(accessContext, resource).filter(({ level }) => sees(level, 'own'));
      return either(...tiers.map(({ scope }) => scope));
    }
    case 'create':
    case 'update':
    case 'delete':
      return either(...writeTiers(accessContext, resource, action).map(({ scope }) => scope));
    default: {
      const custom = resource.customActions.get(action);
      if (custom === undefined) throw new Error(`${resource.name} has no action ${action}`);
      return actionScope(accessContext, resource, custom);
    }
  }
}
