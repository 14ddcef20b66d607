// Checks rows of a company that must agree at every moment: trackings, status, sums, changelog and timesheets.
import assert from 'node:assert/strict';
import type { Rows } from '../../contract/delta/synchronised-copy.ts';
import type { Envelope } from '../../support/client.ts';

/** The resources that the checks read. */
export const books = [
  'timeTrackings',
  'timeTrackingChangelogs',
  'userStatusOverview',
  'tasks',
  'projects',
  'changeTimeTrackingRequests',
  'absences',
  'timesheetAccountings',
] as const;

type Book = (typeof books)[number];

/** Reads the rows of one resource. */
export type Reading = (book: Book) => Iterable<Envelope>;

/** As a copy that is kept by delta synchronisation holds them. */
export function readingOf(resources: ReadonlyMap<string, Rows>): Reading {
  return (book) => resources.get(book)?.values() ?? [];
}

/** Checks them all. */
export function checkBooks(read: Reading): void {
  const trackings = [...read('timeTrackings')];
  const byPerson = Map.groupBy(trackings, ({ user_id: user }) => user as number);
  for (const rows of byPerson.values()) checkSheet(rows);
  checkStatus(read, byPerson);
  checkHours(read, trackings);
  checkChangelog(read, trackings);
  checkAccounts(read, byPerson);
}

/** Nothing overlaps, and only the last one may run. Times of one zone on one day compare as text. */
function checkSheet(rows: readonly Envelope[]): void {
  const ordered = rows.toSorted((a, b) => (a['start_time'] < b['start_time'] ? -1 : 1));
  for (const [index, row] of ordered.slice(0, -1).entries()) {
    const next = ordered[index + 1] as Envelope;
    assert.ok(row['end_time'] !== null && row['end_time'] <= next['start_time'], JSON.stringify([row, next]));
  }
}

function checkStatus(read: Reading, byPerson: ReadonlyMap<number, readonly Envelope[]>): void {
  for (const status of read('userStatusOverview')) {
    const running = byPerson.get(status['user_id'])?.find(({ end_time: end }) => end === null);
    assert.deepEqual(
      [status['time_tracking_id'], status['time_tracking_start_time'], status['time_tracking_task_id']],
      [running?.['id'] ?? null, running?.['start_time'] ?? null, running?.['task_id'] ?? null],
    );
    const working = running?.['is_nonworking'] === 1 ? 2 : 1;
    assert.equal(status['is_running'], running === undefined ? 0 : 1);
    if (running !== undefined) assert.equal(status['status'], working);
  }
}

/** The hours of a task are those of its trackings that have ended; a project has those of all below it. */
function checkHours(read: Reading, trackings: readonly Envelope[]): void {
  const ended = trackings.filter(({ end_time: end }) => end !== null);
  const byTask = Map.groupBy(ended, ({ task_id: task }) => task as number);
  const below = new Map<number, number>();
  for (const task of read('tasks')) {
    const seconds = (byTask.get(task['id']) ?? []).reduce((sum, row) => sum + row['duration'], 0);
    assert.equal(task['duration'], hours(seconds), `task ${task['id']}`);
    for (const id of String(task['node_path']).split('/').slice(0, -1).map(Number))
      below.set(id, (below.get(id) ?? 0) + seconds);
  }
  for (const { id, duration } of read('projects'))
    assert.equal(duration, hours(below.get(id) ?? 0), `project ${id}`);
}

/** An entry for each change: ids without gaps, and each goes on where the one before stopped. */
function checkChangelog(read: Reading, trackings: readonly Envelope[]): void {
  const entries = [...read('timeTrackingChangelogs')].toSorted((a, b) => a['id'] - b['id']);
  const told = new Map<number, readonly [unknown, unknown]>();
  for (const [index, entry] of entries.entries()) {
    const [id, type] = [entry['tracker_id'] as number, entry['change_type']];
    assert.equal(entry['id'], index + 1);
    assert.deepEqual(
      told.get(id) ?? [null, null],
      [entry['start_time'], entry['end_time']],
      `entry ${index + 1}`,
    );
    assert.equal(told.has(id), type !== 'CREATE');
    if (type === 'DELETE') told.delete(id);
    else told.set(id, [entry['new_start_time'], entry['new_end_time']]);
  }
  const standing = trackings.map((row) => [row['id'], [row['start_time'], row['end_time']]] as const);
  assert.deepEqual(told, new Map(standing));
}

/** The timesheet of a date has the time worked on it; no tracking crosses midnight. */
function checkAccounts(read: Reading, byPerson: ReadonlyMap<number, readonly Envelope[]>): void {
  for (const account of read('timesheetAccountings')) {
    const rows = byPerson.get(account['user_id']) ?? [];
    const worked = rows.filter(
      (row) =>
        row['end_time'] !== null && row['is_nonworking'] === 0 && row['start_date'] === account['date'],
    );
    const seconds = worked.reduce((sum, row) => sum + row['duration'], 0);
    assert.equal(account['working_time'], hours(seconds), `user ${account['user_id']} on ${account['date']}`);
  }
}

function hours(seconds: number): number {
  return Math.round(seconds / 36) / 100;
}
