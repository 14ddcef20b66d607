// The rules of projects and tasks derive paths, flags and status.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Row } from '#resource/rule.ts';
import { applyTaskType } from '#domain/nodes/apply-task-type.ts';
import { hundredthHours } from '#domain/nodes/book-hours.ts';
import { derivePlace } from '#domain/nodes/derive-place.ts';
import { deriveProjectStatus, deriveTaskStatus } from '#domain/nodes/derive-status.ts';
import { idsOf, liesIn, pathBelow } from '#domain/tree.ts';
import { changeOf, refusal } from '../../support/change-of.ts';
import { seed } from '../../support/property.ts';

const ids = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 8 });

test('returns the ids of a path that was built step by step', () => {
  fc.assert(
    fc.property(ids, (path) => {
      const text = path.reduce<string | null>((mother, id) => pathBelow(mother, id), null);
      assert.deepEqual(idsOf(text ?? ''), path);
    }),
    { seed },
  );
});

test('matches whole ids in a path, not parts of their digits', () => {
  assert.equal(liesIn('1/15/9', 5), false);
  assert.equal(liesIn('1/15/9', 15), true);
});

test('derives paths, topmost project and flags from the mother', () => {
  const mother = { node_path: '1/3', name_path: 'Root / House', restricted_path: '3', hidden_on_path: 0 };
  assert.deepEqual(derivePlace({ id: 4, name: 'Paint', is_restricted: 0, is_hidden: 1 }, mother), {
    node_path: '1/3/4',
    name_path: 'Root / House / Paint',
    ultimate_mother_id: 1,
    restricted_path: '3/4',
    hidden_on_path: 1,
  });
});

test('starts a restricted path at the nearest restricted node', () => {
  const mother = { node_path: '1/3/5', name_path: 'A / B / C', restricted_path: '3/5', hidden_on_path: 0 };
  const node = { id: 6, name: 'D', is_restricted: 1, is_hidden: 0 };
  assert.equal(derivePlace(node, mother).restricted_path, '6');
  assert.equal(derivePlace({ ...node, is_restricted: 0 }, mother).restricted_path, '3/5/6');
  assert.equal(
    derivePlace({ ...node, is_restricted: 0 }, { ...mother, restricted_path: null }).restricted_path,
    null,
  );
});

test('makes a node without a mother its own topmost project', () => {
  assert.deepEqual(derivePlace({ id: 1, name: 'Root', is_restricted: 0, is_hidden: 0 }, null), {
    node_path: '1',
    name_path: 'Root',
    ultimate_mother_id: 1,
    restricted_path: null,
    hidden_on_path: 0,
  });
});

function settled(
  rule: typeof deriveTaskStatus | typeof deriveProjectStatus,
  parts: Parameters<typeof changeOf>[0],
): readonly unknown[] {
  const change = changeOf(parts);
  void rule(change, null as never);
  return [change.after['status'], change.after['is_done'], change.after['is_startable']];
}

const blank: Row = { status: null, is_done: 0, is_startable: 1 };

test('starts a new task in progress and startable, unless it is done', () => {
  assert.deepEqual(settled(deriveTaskStatus, { row: blank }), [1, 0, 1]);
  assert.deepEqual(settled(deriveTaskStatus, { row: blank, sent: { is_done: 1 } }), [2, 1, 0]);
  assert.deepEqual(settled(deriveTaskStatus, { row: blank, sent: { status: 2 } }), [2, 1, 0]);
});

test('starts a new project active, or closed when it is done', () => {
  assert.deepEqual(settled(deriveProjectStatus, { row: blank }).slice(0, 2), [2, 0]);
  assert.deepEqual(settled(deriveProjectStatus, { row: blank, sent: { is_done: 1 } }).slice(0, 2), [4, 1]);
});

test('updates status and is_done when one of them changes', () => {
  const open = { status: 2, is_done: 0 };
  const closed = { status: 4, is_done: 1 };
  assert.deepEqual(settled(deriveProjectStatus, { before: open, sent: { status: 4 } }).slice(0, 2), [4, 1]);
  assert.deepEqual(
    settled(deriveProjectStatus, { before: closed, sent: { is_done: 0 } }).slice(0, 2),
    [2, 0],
  );
  assert.deepEqual(
    settled(deriveProjectStatus, { before: closed, sent: { status: 1, is_done: 1 } }).slice(0, 2),
    [1, 0],
  );
});

test('refuses a status and an is_done that contradict each other', () => {
  assert.throws(
    () => settled(deriveTaskStatus, { row: blank, sent: { status: 1, is_done: 1 } }),
    refusal('contradiction', 'status'),
  );
});

test('sets only the flag that task_type names', () => {
  const change = changeOf({
    row: { is_billable: 0, is_nonworking: 0 },
    extra: { task_type: 'is_nonworking' },
  });
  void applyTaskType(change, null as never);
  assert.deepEqual([change.after['is_billable'], change.after['is_nonworking']], [0, 1]);
});

test('converts seconds to hundredths of an hour, rounded half up', () => {
  assert.deepEqual([0, 17, 18, 3600, 5418].map(hundredthHours), [0, 0, 1, 100, 151]);
});
