// Small rules of trackings, without a database: bookable tasks, live moments and changelog rows.
import assert from 'node:assert/strict';
import test from 'node:test';
import { changelogRow } from '#domain/time-tracking/changelog-row.ts';
import { bookingObstacle } from '#domain/time-tracking/copy-task.ts';
import { isLive } from '#domain/time-tracking/note-origin.ts';

const task = { id: 4, is_startable: 1, is_done: 0, is_blocked: 0 };
const project = { id: 3, is_done: 0, status: 2, is_blocked: 0 };

test('accepts an open, startable task in active projects', () => {
  assert.equal(bookingObstacle(task, [project]), null);
});

test('refuses a task that is done, blocked or not startable', () => {
  assert.match(bookingObstacle({ ...task, is_done: 1 }, [project]) ?? '', /done/);
  assert.match(bookingObstacle({ ...task, is_blocked: 1 }, [project]) ?? '', /blocked/);
  assert.match(bookingObstacle({ ...task, is_startable: 0 }, [project]) ?? '', /not startable/);
});

test('refuses and names a closed, done or blocked project above the task', () => {
  for (const fault of [{ status: 4 }, { is_done: 1 }, { is_blocked: 1 }]) {
    assert.match(
      bookingObstacle(task, [
        { ...project, id: 1 },
        { ...project, id: 8, ...fault },
      ]) ?? '',
      /project 8/,
    );
  }
});

test('a moment is live up to the tolerance before now, and never after now', () => {
  assert.equal(isLive(1000, 1000, 300), true);
  assert.equal(isLive(700, 1000, 300), true);
  assert.equal(isLive(699, 1000, 300), false);
  assert.equal(isLive(1001, 1000, 300), false);
});

const before = {
  id: 5,
  user_id: 7,
  task_id: 4,
  start_time: 'a',
  end_time: 'b',
  duration: 10,
  notes: 'x',
  updated: 1,
};

const by = { userId: 2, clientId: 'hb_phone' };

test('the changelog row of a create has the new times and no old values', () => {
  const row = changelogRow(null, before, by);
  assert.deepEqual(
    [row['change_type'], row['tracker_id'], row['change_user_id'], row['start_time'], row['new_start_time']],
    ['CREATE', 5, 2, null, 'a'],
  );
  assert.equal(row['old_values'], null);
});

test('the changelog row of an update has old and new times and the old values', () => {
  const row = changelogRow(
    before,
    { ...before, end_time: 'c', duration: 20, notes: 'y', task_id: 6, updated: 2 },
    null,
  );
  assert.deepEqual(
    [
      row['change_type'],
      row['start_time'],
      row['new_start_time'],
      row['end_time'],
      row['new_end_time'],
      row['duration'],
    ],
    ['UPDATE', 'a', 'a', 'b', 'c', 20],
  );
  assert.deepEqual(JSON.parse(row['old_values'] as string), {
    end_time: 'b',
    duration: 10,
    notes: 'x',
    task_id: 4,
  });
});

test('the changelog row of a delete has all old values', () => {
  const row = changelogRow(before, null, by);
  assert.deepEqual(
    [row['change_type'], row['end_time'], row['new_end_time'], row['duration']],
    ['DELETE', 'b', null, 10],
  );
  assert.deepEqual(JSON.parse(row['old_values'] as string), before);
});
