// The list of resources in the README against the declared resources.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { loadResources } from '../../src/load-resources.ts';

test('the README names all public resources', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const sentence = /and these\s+resources: ([\s\S]*?)\. Storage is/.exec(readme)?.[1] ?? '';
  const named = sentence.split(',').map((name) => name.trim());
  const declared = (await loadResources()).filter(({ internal }) => !internal).map(({ name }) => name);
  const differing = [...new Set(named).symmetricDifference(new Set(declared))];
  assert.deepEqual(
    differing,
    [],
    'README.md ("What is there, and what is not yet") and src/resources differ',
  );
});
