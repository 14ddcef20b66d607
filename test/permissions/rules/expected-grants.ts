// Which verbs a permission can extend, computed from the declared resources.
import { noRights, sees } from '#resource/access.ts';
import type { Resource } from '#resource/resource.ts';
import type { Grantable } from '#domain/permissions/grantable.ts';

/**
 * Decided by hand: who writes rights could take all, and what people are told or do is theirs alone. Reports show what may be
 * read elsewhere.
 */
const never = new Set([
  'permissions',
  'userRoles',
  'messages',
  'notifications',
  'userPreferences',
  'userEvents',
  // Rights on absences, people and projects hold for their files.
  'files',
]);

/** The verbs of each resource whose grant changes something. */
export function expectedGrants(resources: readonly Resource[]): ReadonlyMap<string, Grantable> {
  const granted = resources.flatMap((resource) => {
    const withheld = never.has(resource.name) || resource.report !== null;
    const grantable = withheld ? null : grantableOf(resource);
    return grantable === null ? [] : [[resource.name, grantable] as const];
  });
  return new Map(granted);
}

/** As the declarations have it: verbs that an administrator has and that exist, and reading if managers see more. */
function grantableOf(resource: Resource): Grantable | null {
  const { access, actions } = resource;
  const custom = [...resource.customActions.values()].flatMap(({ verb }) => verb ?? []);
  const writes = (['create', 'update', 'delete'] as const).filter(
    (verb) =>
      actions.has(verb) && access.write({ ...noRights, userId: 1, administrator: true }, verb) === 'all',
  );
  const verbs = [...new Set([...(managersSeeMore(resource) ? ['read'] : []), ...writes, ...custom])];
  const onlyAll = access.about?.person === undefined && access.about?.department === undefined;
  return verbs.length === 0 ? null : { verbs, onlyAll };
}

function managersSeeMore({ access, actions, fields }: Resource): boolean {
  if (!actions.has('read')) return false;
  const shown = (hrManager: boolean): string => {
    const rowPolicies = access.read({ ...noRights, userId: 1, hrManager });
    return JSON.stringify(
      rowPolicies.map(({ level, scope }) => [
        scope,
        [...fields.values()].filter((field) => sees(level, field.level)).map(({ name }) => name),
      ]),
    );
  };
  return shown(false) !== shown(true);
}
