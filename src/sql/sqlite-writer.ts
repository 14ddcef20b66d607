// Writes in groups: all that wait in one turn of the event loop share one transaction and one fsync, each inside
// a savepoint of its own; callers hear of success only after the commit.
import { setTimeout as pause } from 'node:timers/promises';
import type { Tx } from './database.ts';
import { sqliteDialect } from './dialects/sqlite.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Stamps } from './sqlite-stamps.ts';
import { inSavepoint, withTransaction, type Moment } from './sqlite-transaction.ts';

const jobsInGroup = 64;
const groupMilliseconds = 20;
const lockPauses = [1, 2, 4, 8, 16, 25];

/** What writing needs. */
export interface WriterParts {
  readonly connection: SqliteConnection;
  readonly stamps: Stamps;
  /** How long a write waits for a lock that another process holds, in milliseconds. */
  readonly lockTimeout: number;
  /** Called after each group, once its callers have been told; the next group waits for it. */
  readonly committed: () => Promise<void>;
}

/** The writing half of {@link Database}. */
export interface Writer {
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  changeSchema<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  waiting(): number;
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>;
}

interface Job {
  /** Runs alone, with references checked at the end only. */
  readonly alone: boolean;
  /** When it was asked for, by the monotonic clock. */
  readonly since: number;
  readonly run: (moment: Moment) => Promise<Outcome>;
  readonly reject: (error: unknown) => void;
}

/** How a job ended; `tell` waits for the group's commit. */
interface Outcome {
  readonly tell: () => void;
  readonly error?: unknown;
}

/** Makes the writer of a connection that nobody else uses. */
export function openWriter(parts: WriterParts): Writer {
  const runGroup = groupRunner(parts);
  const takeLock = lockTaker(parts);
  const queue: Job[] = [];
  let draining: Promise<void> | null = null;

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      if (await takeLock(queue)) await runGroup(queue);
      // Between groups the event loop turns, so that requests are answered and the next group can gather.
      if (queue.length > 0) await turnOfEventLoop();
    }
    draining = null;
  };
  const enqueue = <T>(work: (tx: Tx) => Promise<T>, alone: boolean): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      queue.push({
        alone,
        since: performance.now(),
        reject,
        async run(moment) {
          try {
            const value = await inSavepoint(parts.connection, 'job', () =>
              withTransaction(parts.connection, moment, work),
            );
            return { tell: () => resolve(value) };
          } catch (error) {
            return { tell: () => reject(error), error };
          }
        },
      });
      draining ??= turnOfEventLoop().then(drain);
    });
  return {
    write: (work) => enqueue(work, false),
    changeSchema: (work) => enqueue(work, true),
    waiting: () => queue.length,
    idle: async () => void (await draining),
  };
}

function turnOfEventLoop(): Promise<void> {
  return new Promise((turned) => setImmediate(turned));
}

/** Begins a transaction with the write lock, without ever sleeping; `false` when every job has waited too long. */
function lockTaker({ connection, lockTimeout }: WriterParts): (queue: Job[]) => Promise<boolean> {
  const begin = connection.prepare('begin immediate');
  return async (queue) => {
    for (let attempt = 0; queue.length > 0; attempt += 1) {
      try {
        // Has no effect inside a transaction.
        if (queue[0]?.alone === true) connection.execute('pragma foreign_keys = off');
        begin.run();
        return true;
      } catch (error) {
        if (queue[0]?.alone === true) connection.execute('pragma foreign_keys = on');
        rejectOldest(queue, error, sqliteDialect.isUnavailable(error) ? lockTimeout : 0);
        if (queue.length > 0) await pause(lockPauses[Math.min(attempt, lockPauses.length - 1)]);
      }
    }
    return false;
  };
}

function rejectOldest(queue: Job[], error: unknown, patience: number): void {
  const latest = performance.now() - patience;
  while (queue[0] !== undefined && queue[0].since <= latest) queue.shift()?.reject(error);
}

/** Runs jobs from the queue's head in the open transaction, commits, and tells their callers. */
function groupRunner({ connection, stamps, committed }: WriterParts): (queue: Job[]) => Promise<void> {
  const commit = connection.prepare('commit');
  const rollback = connection.prepare('rollback');
  return async (queue) => {
    const group: Job[] = [];
    let outcomes: Outcome[] = [];
    stamps.setWriting(true);
    try {
      const now = stamps.raise();
      outcomes = await runJobs({ connection, queue, group }, { now, horizon: now, version: null });
      commit.run();
    } catch (error) {
      outcomes = group.map((job) => ({ tell: () => job.reject(error) }));
      if (connection.inTransaction()) rollback.run();
    } finally {
      stamps.setWriting(false);
      if (group[0]?.alone === true) connection.execute('pragma foreign_keys = on');
    }
    for (const outcome of outcomes) outcome.tell();
    await committed();
  };
}

interface GroupParts {
  readonly connection: SqliteConnection;
  readonly queue: Job[];
  /** Takes the jobs that were begun. */
  readonly group: Job[];
}

async function runJobs({ connection, queue, group }: GroupParts, moment: Moment): Promise<Outcome[]> {
  const until = performance.now() + groupMilliseconds;
  const outcomes: Outcome[] = [];
  for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
    group.push(job);
    const outcome = await job.run(moment);
    // The disk is full, say: SQLite has undone the whole group.
    if (!connection.inTransaction()) throw outcome.error;
    outcomes.push(outcome);
    if (job.alone) assertReferences(connection);
    const full = group.length >= jobsInGroup || performance.now() >= until;
    if (full || job.alone || queue[0]?.alone === true) break;
  }
  return outcomes;
}

function assertReferences(connection: SqliteConnection): void {
  const [broken] = connection.all({ sql: 'pragma foreign_key_check', parameters: [] });
  if (broken !== undefined) {
    throw new Error(`A row of ${String(broken['table'])} refers to no row of ${String(broken['parent'])}.`);
  }
}
