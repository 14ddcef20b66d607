// Tests how the name of a violated index, in each spelling of an engine, leads to the declared key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { violatedKey } from '#engine/write/violated-key.ts';
import type { Resource } from '#resource/resource.ts';
import { resourceTables } from '#sql/resource-tables.ts';
import { loadResources } from '../../src/load-resources.ts';
import { seed } from '../support/property.ts';

const resources = await loadResources();
const tables = resourceTables(resources);

/** The unique indexes of a resource's table as they are created. */
function uniqueIndexes({ table }: Resource): readonly string[] {
  const made = tables.find(({ name }) => name === table);
  return (made?.indexes ?? []).filter(({ unique }) => unique === true).map(({ name }) => name);
}

/** As Citus calls the part of an index with this number: `AppendShardIdToName` in its shard_utils.c. */
function nameOfPart(index: string, { number, hash }: { number: number; hash: number }): string {
  const suffix = `_${number}`;
  if (index.length + suffix.length < 64) return index + suffix;
  const clipped = index.slice(0, 64 - suffix.length - 10);
  return `${clipped}_${hash.toString(16).padStart(8, '0')}${suffix}`;
}

const part = fc.record({
  number: fc.integer({ min: 102_008, max: 10_000_000 }),
  hash: fc.integer({ min: 0, max: 0xffffffff }),
});

test('maps the name of an index shard, shortened by Citus, to the key', () => {
  let shortened = 0;
  for (const resource of resources) {
    const indexes = uniqueIndexes(resource);
    for (const index of indexes) {
      const key = violatedKey(resource, index);
      if (key === undefined) continue;
      const property = fc.property(part, (one) => {
        const name = nameOfPart(index, one);
        const isWhole = name.startsWith(`${index}_`);
        const others = [...indexes, `${resource.table}_pkey`].filter((other) => other !== index);
        const beginning = name.slice(0, -(String(one.number).length + 10));
        const isUncertain = !isWhole && others.some((other) => other.startsWith(beginning));
        if (!isWhole && !isUncertain) shortened += 1;
        assert.deepEqual(violatedKey(resource, name), isUncertain ? undefined : key, name);
      });
      fc.assert(property, { seed, numRuns: 1000 });
    }
  }
  assert.ok(shortened > 0);
});

test('maps no name that only begins like an index', () => {
  const resource = resources.find(({ name }) => name === 'workScheduleDayDefinitions') as Resource;
  const [index = ''] = uniqueIndexes(resource);
  for (const name of [
    `${index.slice(0, 47)}_1a2b3c4d`,
    `${index.slice(0, 47)}_1a2b3c4d_10200`,
    `${index.slice(0, 47)}_1a2b3c4z_102008`,
    `${index.slice(0, 46)}x_1a2b3c4d_102008`,
    `${index}_x`,
  ])
    assert.equal(violatedKey(resource, name), undefined, name);
  assert.ok(violatedKey(resource, `${index.slice(0, 47)}_1a2b3c4d_102008`) !== undefined);
});

test('maps no shortened name that two indexes could have', () => {
  const resource = resources.find(({ name }) => name === 'workScheduleDayDefinitions') as Resource;
  const [index = ''] = uniqueIndexes(resource);
  const declared = resource.indexes.find(({ unique }) => unique === true);
  assert.ok(declared !== undefined);
  const like = { ...declared, columns: [...declared.columns, 'more'] };
  const name = nameOfPart(index, { number: 102_008, hash: 7 });
  const withIndexes = (indexes: Resource['indexes']): Resource => ({ ...resource, indexes });
  assert.deepEqual(violatedKey(withIndexes([declared]), name)?.columns, declared.columns);
  assert.deepEqual(violatedKey(withIndexes([like]), name)?.columns, like.columns);
  assert.equal(violatedKey(withIndexes([declared, like]), name), undefined);
  const own = { ...resource, table: 'a_table_of_a_name_so_long_that_nothing_else_is_left' };
  assert.equal(violatedKey(own, `${own.table.slice(0, 47)}_1a2b3c4d_102008`), undefined);
});
