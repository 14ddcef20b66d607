import assert from 'node:assert/strict';
import test from 'node:test';
import { nobody, sees } from '#resource/access.ts';
import type { Resource } from '#resource/resource.ts';
import { grantables, type Grantable } from '#rules/permissions/grantable.ts';
import { servedResources } from '#rules/permissions/served-resources.ts';
import { loadResources } from '../../src/load-resources.ts';

/**
 * Decided by hand: who writes rights could take all, and what people are told is theirs alone. Reports show what may be
 * read elsewhere.
 */
const never = new Set(['permissions', 'userRoles', 'messages', 'notifications', 'userPreferences']);

const resources = (await loadResources()).filter(({ internal }) => !internal);

test('exactly what would change something can be granted', () => {
  const expected = resources.flatMap((resource) => {
    const withheld = never.has(resource.name) || resource.report !== null;
    const granted = withheld ? null : grantableOf(resource);
    return granted === null ? [] : [[resource.name, granted] as const];
  });
  assert.deepEqual(sorted(grantables), sorted(new Map(expected)));
});

test('every resource has a number, and no number is of none', () => {
  assert.deepEqual([...servedResources].sort(), resources.map(({ name }) => name).sort());
});

/** As the declarations have it: verbs that an administrator has and that exist, and reading if managers see more. */
function grantableOf(resource: Resource): Grantable | null {
  const { access, actions } = resource;
  const custom = [...resource.customActions.values()].flatMap(({ verb }) => verb ?? []);
  const writes = (['create', 'update', 'delete'] as const).filter(
    (verb) =>
      actions.has(verb) && access.write({ ...nobody, userId: 1, administrator: true }, verb) === 'all',
  );
  const verbs = [...new Set([...(managersSeeMore(resource) ? ['read'] : []), ...writes, ...custom])];
  const onlyAll = access.about?.person === undefined && access.about?.department === undefined;
  return verbs.length === 0 ? null : { verbs, onlyAll };
}

function managersSeeMore({ access, actions, fields }: Resource): boolean {
  if (!actions.has('read')) return false;
  const shown = (hrManager: boolean): string => {
    const tiers = access.read({ ...nobody, userId: 1, hrManager });
    return JSON.stringify(
      tiers.map(({ level, scope }) => [
        scope,
        [...fields.values()].filter((field) => sees(level, field.level)).map(({ name }) => name),
      ]),
    );
  };
  return shown(false) !== shown(true);
}

function sorted(map: ReadonlyMap<string, Grantable>): readonly unknown[] {
  return [...map]
    .map(([name, { verbs, onlyAll }]) => [name, [...verbs].sort().join(), onlyAll] as const)
    .sort(([one], [other]) => one.localeCompare(other));
}
