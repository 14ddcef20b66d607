// Tests the checks of resource declarations: each faulty declaration is named.
import assert from 'node:assert/strict';
import test from 'node:test';
import { loadResources } from '../../src/load-resources.ts';
import { sharedData, where } from '#resource/access.ts';
import { checkResources } from '#resource/check-resources.ts';
import { defineResource, field, id, types, type Declaration } from '#resource/define-resource.ts';

function declare(more: Partial<Declaration> = {}): ReturnType<typeof defineResource> {
  return defineResource({
    name: 'things',
    doc: 'A thing.',
    fields: { id },
    actions: ['read'],
    access: sharedData,
    ...more,
  });
}

test('accepts all declared resources', async () => {
  const resources = await loadResources();
  assert.ok(resources.length > 20);
  assert.doesNotThrow(() => checkResources(resources));
});

test('loads resources in the order of their names', async () => {
  const names = (await loadResources()).map((resource) => resource.name);
  assert.deepEqual(names, names.toSorted());
});

const report = { of: 'bookedTimes', groups: ['id'], sums: [], parameters: {} } as const;

const faulty: Readonly<Record<string, { readonly more: Partial<Declaration>; readonly names: RegExp }>> = {
  'a relation to an unknown resource': {
    more: { fields: { id, a: field(types.integer, '-O-', 'Some reference.', { relation: 'ghosts' }) } },
    names: /things: a refers to ghosts/,
  },
  'a child without the field that links it': {
    more: { nested: { things: 'mother_id' } },
    names: /things\.mother_id/,
  },
  'a child linked by its id that is not pending': {
    more: { nested: { things: 'id' } },
    names: /does not carry/,
  },
  'a pending child that no field names': {
    more: { nested: { things: 'id' }, pendingChild: { resource: 'things', field: 'id', column: 'c' } },
    names: /id does not refer to things/,
  },
  'a pending child without a column': {
    more: {
      fields: { id, thing_id: field(types.integer, '-O-', 'Some thing.', { relation: 'things' }) },
      nested: { things: 'id' },
      pendingChild: { resource: 'things', field: 'thing_id', column: 'c' },
    },
    names: /c is no hidden text column/,
  },
  'an owned child that does not exist': {
    more: { owned: { ghosts: 'thing_id' } },
    names: /owned names ghosts/,
  },
  'a computed read without a function': {
    more: { storage: 'computed' },
    names: /computed rows need one function/,
  },
  'a computed read with two functions': {
    more: { storage: 'computed', compute: () => ({}), answer: () => [] },
    names: /computed rows need one function/,
  },
  'a function for stored rows': {
    more: { answer: () => [] },
    names: /computed rows need one function/,
  },
  'a report without a declared source': { more: { storage: 'report' }, names: /is a report of nothing/ },
  'a report declaration on stored rows': { more: { report }, names: /reports, but has rows of its own/ },
  'a report with a write action': {
    more: { storage: 'report', report, actions: ['read', 'delete'] },
    names: /a report can only be read/,
  },
  'a report with unknown fields': {
    more: {
      storage: 'report',
      report: { ...report, groups: ['ghost'], sums: ['ghoul'], parameters: { spectre: () => '' } },
    },
    names: /groups names ghost.*ghoul is added up, but is no number|parameters names spectre/s,
  },
  'a report whose tellsOf names an unknown resource': {
    more: { storage: 'report', report: { ...report, tellsOf: 'ghosts' } },
    names: /tellsOf names ghosts/,
  },
  'a report whose period ends in a field that is no parameter': {
    more: { storage: 'report', report: { ...report, period: ['from', 'to'] } },
    names: /from ends a period, but is no parameter.*to ends a period, but is no parameter/s,
  },
  'a date of an unknown time': {
    more: { fields: { id, a: field(types.date, '-O-', 'Some date.', { dateOf: 'ghost' }) } },
    names: /dateOf names ghost, which is no field/,
  },
  'a field that is empty with an unknown column': {
    more: { fields: { id, a: field(types.local, '-O-', 'Some time.', { emptyWith: 'ghost' }) } },
    names: /emptyWith names ghost, which is no hidden column/,
  },
  'a report that sums a group field': {
    more: { storage: 'report', report: { ...report, sums: ['id'] } },
    names: /id is added up and puts rows together/,
  },
  'a month of an unknown date field': {
    more: { fields: { id, a: field(types.month, '-O-', 'Some month.', { monthOf: 'ghost' }) } },
    names: /monthOf names ghost/,
  },
  'a last change that is no moment field': { more: { lastChange: 'id' }, names: /lastChange names id/ },
  'an unknown public field': { more: { public: ['ghost'] }, names: /public names ghost/ },
  'an index over an unknown column': {
    more: { indexes: [{ columns: ['ghost'] }] },
    names: /ghost/,
  },
  'a default outside the allowed values': {
    more: { fields: { id, a: field(types.integer, '-O-', 'Some number.', { values: [1], default: 2 }) } },
    names: /a begins as 2/,
  },
  'a readable secret': {
    more: { fields: { id, a: field(types.string, '-O-', 'Some secret.', { secret: true }) } },
    names: /a is secret/,
  },
  'a field without a description': {
    more: { fields: { id, a: field(types.string, '-O-', 'a') } },
    names: /a is described/,
  },
  'an access rule over an unknown column': {
    more: { access: { read: () => [{ level: 'own', scope: where('ghost', [1]) }], write: () => [] } },
    names: /access column ghost/,
  },
  'an update action without updatable fields': {
    more: { actions: ['read', 'update'] },
    names: /update without fields/,
  },
  'an internal resource with a read action': {
    more: { internal: true },
    names: /is internal but can be asked for/,
  },
  'a usedThrough with an unknown resource': {
    more: { usedThrough: { ghosts: { thing_id: 'id' } } },
    names: /usedThrough names ghosts/,
  },
  'a usedThrough with unknown columns': {
    more: { usedThrough: { things: { ghost: 'phantom' } } },
    names: /usedThrough names things\.ghost[^]*usedThrough names phantom/,
  },
  'a hidden column with the name of a field': {
    more: { hidden: { id: { column: 'integer' } } },
    names: /both a field/,
  },
};

for (const [fault, { more, names }] of Object.entries(faulty)) {
  test(`finds ${fault}`, () => assert.throws(() => checkResources([declare(more)]), names));
}

test('finds two resources with one name', () => {
  const other = declare({ name: 'others', aliases: ['Things'] });
  assert.throws(() => checkResources([declare(), other]), /others and things are both reached as things/);
});

test('finds two resources of one table without distinct fixed values', () => {
  const other = declare({ name: 'others', table: 'things' });
  assert.throws(() => checkResources([declare(), other]), /table things is shared/);
});

const viewFaults: Readonly<Record<string, { readonly more: Partial<Declaration>; readonly names: RegExp }>> =
  {
    'a view of an unknown resource': {
      more: { flagView: { resource: 'ghosts', columns: {}, flag: 'id' } },
      names: /others: it is a view of ghosts/,
    },
    'a view of an unknown column': {
      more: { flagView: { resource: 'things', columns: { id: 'ghost' }, flag: 'id' } },
      names: /others: id shows ghost/,
    },
    'a view whose flag is no number column': {
      more: { flagView: { resource: 'things', columns: {}, flag: 'ghost' } },
      names: /others: ghost marks rows/,
    },
  };

for (const [fault, { more, names }] of Object.entries(viewFaults)) {
  test(`finds ${fault}`, () => {
    assert.throws(() => checkResources([declare(), declare({ name: 'others', ...more })]), names);
  });
}

test('accepts a correct view', () => {
  const flagView = { resource: 'things', columns: {}, flag: 'id' };
  assert.doesNotThrow(() => checkResources([declare(), declare({ name: 'others', flagView })]));
});

test('names all faults in one error', () => {
  const both = declare({ lastChange: 'id', public: ['ghost'] });
  assert.throws(
    () => checkResources([both]),
    (error: Error) => /lastChange/.test(error.message) && /ghost/.test(error.message),
  );
});
