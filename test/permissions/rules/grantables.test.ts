// The lists of grantable verbs and of resource numbers agree with the declared resources.
import assert from 'node:assert/strict';
import test from 'node:test';
import { grantables, type Grantable } from '#domain/permissions/grantable.ts';
import { servedResources } from '#domain/permissions/served-resources.ts';
import { loadResources } from '../../../src/load-resources.ts';
import { expectedGrants } from './expected-grants.ts';

const resources = (await loadResources()).filter(({ internal }) => !internal);

test('lists every resource and verb whose grant changes something, and no others', () => {
  const [listed, wanted] = [new Set(lines(grantables)), new Set(lines(expectedGrants(resources)))];
  const differing = { missing: [...wanted.difference(listed)], wrong: [...listed.difference(wanted)] };
  assert.deepEqual(differing, { missing: [], wrong: [] }, 'src/domain/permissions/grantable.ts differs');
});

test('gives every resource a number, and every number a resource', () => {
  const differing = [
    ...new Set(servedResources).symmetricDifference(new Set(resources.map(({ name }) => name))),
  ];
  assert.deepEqual(
    differing,
    [],
    'src/domain/permissions/served-resources.ts: append a resource that is missing',
  );
});

/** `expenses: create,read`, and whether only rights on all rows can be granted. */
function lines(map: ReadonlyMap<string, Grantable>): readonly string[] {
  return [...map].map(
    ([name, { verbs, onlyAll }]) =>
      `${name}: ${[...verbs].sort().join()}${onlyAll ? ' (only all rows)' : ''}`,
  );
}
