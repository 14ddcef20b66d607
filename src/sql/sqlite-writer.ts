// Writes to a SQLite file: one group after another on one connection, each with one fsync. The write lock is waited for
// without ever sleeping.
import { setTimeout as pause } from 'node:timers/promises';
import { bookedSecond } from './clock-watch.ts';
import type { Tx } from './database.ts';
import { sqliteDialect } from './dialects/sqlite.ts';
import type { Answers } from './sqlite-answers.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Stamps } from './sqlite-stamps.ts';
import type { Moment } from './database.ts';
import { createQueue, endOfSecond, rejectOldest, takeGroup, type Job, type Outcome } from './write-groups.ts';

/** Milliseconds between questions for a lock that another process holds: who asks more seldom than the other writes waits for long. */
const lockPauses = [1, 2, 4];

/** What writing needs. */
export interface WriterParts {
  readonly connection: SqliteConnection;
  /** What the connection remembers. */
  readonly answers: Answers;
  readonly stamps: Stamps;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** How long a write waits for a lock that another process holds, in milliseconds. */
  readonly lockTimeout: number;
  /** Called with each commit, before anything else can run. */
  readonly countCommit: () => void;
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

/** Makes the writer of a connection that nobody else uses. */
export function openWriter(parts: WriterParts): Writer {
  const runGroup = groupRunner(parts);
  const takeLock = lockTaker(parts);
  const queue = createQueue(async (jobs) => {
    if (await takeLock(jobs)) await runGroup(jobs);
  });
  return {
    write: (work) => queue.add(work),
    changeSchema: (work) => queue.add(work, { alone: true }),
    waiting: queue.waiting,
    idle: queue.idle,
  };
}

/** Begins a transaction with the write lock, without ever sleeping; `false` when every job has waited too long. */
function lockTaker({ connection, answers, lockTimeout }: WriterParts): (queue: Job[]) => Promise<boolean> {
  const begin = connection.prepare('begin immediate');
  const commitsOfOthers = connection.prepare('pragma data_version').pluck();
  return async (queue) => {
    for (let attempt = 0; queue.length > 0; attempt += 1) {
      try {
        // Has no effect inside a transaction.
        if (queue[0]?.alone === true) connection.execute('pragma foreign_keys = off');
        begin.run();
        answers.begin(commitsOfOthers.get());
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

/** Runs jobs from the queue's head in the open transaction, commits, and tells their callers. */
function groupRunner({
  connection,
  stamps,
  clock,
  countCommit,
  committed,
}: WriterParts): (queue: Job[]) => Promise<void> {
  const commit = connection.prepare('commit');
  const rollback = connection.prepare('rollback');
  return async (queue) => {
    const group: Job[] = [];
    let outcomes: Outcome[] = [];
    stamps.setWriting(true);
    try {
      const stamp = stamps.raise();
      const now = bookedSecond(Math.floor(clock() / 1000), stamp);
      outcomes = await runJobs(
        { connection, queue, group, isOver: endOfSecond(clock) },
        { now, stamp, horizon: stamp, version: null, history: null },
      );
      try {
        commit.run();
      } finally {
        // One that fails may stand all the same.
        countCommit();
      }
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
  readonly isOver: () => boolean;
}

async function runJobs({ connection, queue, group, isOver }: GroupParts, moment: Moment): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const run = async (job: Job): Promise<void> => {
    group.push(job);
    const outcome = await job.run(connection, moment);
    // The disk is full, say: SQLite has undone the whole group.
    if (!connection.inTransaction()) throw outcome.error;
    outcomes.push(outcome);
    if (job.alone) assertReferences(connection);
  };
  await takeGroup(queue, run, isOver);
  return outcomes;
}

function assertReferences(connection: SqliteConnection): void {
  const [broken] = connection.all({ sql: 'pragma foreign_key_check', parameters: [] });
  if (broken !== undefined) {
    throw new Error(`A row of ${String(broken['table'])} refers to no row of ${String(broken['parent'])}.`);
  }
}
