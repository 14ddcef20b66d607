// The lists of grantable verbs and of resource numbers agree with the declared resources.
import assert from 'node:assert/strict';
import test from 'node:test';
import { grantables, type Grantable } from '#domain/permissions/grantable.ts';
import { servedResources } from '#domain/permissions/served-resources.ts';
import { loadResources } from '../../../src/load-resources.ts';
import { expectedGrants } from './expected-grants.ts';

const resources = (await loadResources()).filter(({ internal }) => !internal);

test('lists every resource and verb whose grant changes something, and no others', () => {
  assert.deepEqual(sorted(grantables), sorted(expectedGrants(resources)));
});

test('gives every resource a number, and every number a resource', () => {
  assert.deepEqual([...servedResources].sort(), resources.map(({ name }) => name).sort());
});

function sorted(map: ReadonlyMap<string, Grantable>): readonly unknown[] {
  return [...map]
    .map(([name, { verbs, onlyAll }]) => [name, [...verbs].sort().join(), onlyAll] as const)
    .sort(([one], [other]) => one.localeCompare(other));
}
