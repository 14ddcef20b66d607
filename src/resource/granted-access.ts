// What rows of `permissions` add to what access rules say.
import {
  either,
  limitedTo,
  where,
  type Access,
  type GrantedVerb,
  type Scope,
  type AccessContext,
} from './access.ts';

/** The rows on which `permissions` grant the caller a verb. */
export function grantedScope(
  accessContext: AccessContext,
  resource: { readonly name: string; readonly access: Access },
  verb: GrantedVerb,
): Scope {
  const grants = accessContext.grants.filter(
    (grant) => grant.resource === resource.name && grant.verb === verb,
  );
  const { person, department, only = [] } = resource.access.about ?? {};
  const limited = (scope: Scope): Scope =>
    only.length === 0 || verb === 'read' ? scope : limitedTo(scope, only);
  const scopes = grants.map(({ people, departments }): Scope => {
    if (people === 'all' || departments === 'all') return 'all';
    return either(
      person === undefined ? [] : where(person, people),
      department === undefined ? [] : where(department, departments),
    );
  });
  return limited(either(...scopes));
}

/**
 * The caller as the access rules of a resource know them: who may read more by a grant reads as a supervisor does. Who
 * may change or decide rows may read them.
 */
export function asReader(accessContext: AccessContext, resourceName: string): AccessContext {
  const grants = accessContext.grants.filter(
    ({ resource, verb }) => resource === resourceName && verb !== 'create',
  );
  if (grants.length === 0) return accessContext;
  const people = grants.flatMap((grant) => (grant.people === 'all' ? [] : grant.people));
  const departments = grants.flatMap((grant) => (grant.departments === 'all' ? [] : grant.departments));
  return {
    ...accessContext,
    hrManager: accessContext.hrManager || grants.some((grant) => grant.people === 'all'),
    people: [...new Set([...accessContext.people, ...people])],
    departments: [...new Set([...accessContext.departments, ...departments])],
  };
}
