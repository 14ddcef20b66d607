// On which rows a person may do what a question asks: the very rules that the server enforces.
import { either, sees, type Scope, type AccessContext } from '#resource/access.ts';
import type { Resource } from '#resource/resource.ts';
import { actionScope, readPolicies, writePolicies } from '#resource/rights.ts';

/** The scope of an action of a resource. Reading counts where more than public fields are shown. */
export function questionScope(accessContext: AccessContext, resource: Resource, action: string): Scope {
  switch (action) {
    case 'read': {
      const rowPolicies = readPolicies(accessContext, resource).filter(({ level }) => sees(level, 'own'));
      return either(...rowPolicies.map(({ scope }) => scope));
    }
    case 'create':
    case 'update':
    case 'delete':
      return either(...writePolicies(accessContext, resource, action).map(({ scope }) => scope));
    default: {
      const custom = resource.customActions.get(action);
      if (custom === undefined) throw new Error(`${resource.name} has no action ${action}`);
      return actionScope(accessContext, resource, custom);
    }
  }
}
