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
  /** Called after each commit. */
  readonly committed: () => void;
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
  /** Runs alone, and with foreign keys checked at the end only. */
  readonly alone: boolean;
  readonly since: number;
  /** Runs the work; answers what tells the caller, once the group's fate is known. */
  readonly run: (moment: Moment) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
}

/** Makes the writer of a connection that nobody else uses. */
export function openWriter({ connection, stamps, lockTimeout, committed }: WriterParts): Writer {
  const begin = connection.prepare('begin immediate');
  const commit = connection.prepare('commit');
  const rollback = connection.prepare('rollback');
  let queue: Job[] = [];
  let draining: Promise<void> | null = null;

  const enqueue = <T>(work: (tx: Tx) => Promise<T>, alone: boolean): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const run = async (moment: Moment): Promise<() => void> => {
        try {
          const value = await inSavepoint(connection, 'job', () => withTransaction(connection, moment, work));
          return () => resolve(value);
        } catch (error) {
          return () => reject(error);
        }
      };
      queue.push({ alone, since: performance.now(), run, reject });
      draining ??= new Promise<void>((done) => setImmediate(() => void drain().then(done)));
    });

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      if (await locked()) await runGroup();
      // Lets the event loop turn between groups, so that requests are answered and the next group can gather.
      if (queue.length > 0) await new Promise<void>((turned) => setImmediate(turned));
    }
    draining = null;
  };

  /** Takes the write lock, without ever sleeping; `false` when every job has waited too long. */
  const locked = async (): Promise<boolean> => {
    for (let attempt = 0; queue.length > 0; attempt += 1) {
      try {
        if (queue[0]?.alone === true) connection.execute('pragma foreign_keys = off');
        begin.run();
        return true;
      } catch (error) {
        connection.execute('pragma foreign_keys = on');
        rejectQueued(error, sqliteDialect.isUnavailable(error) ? lockTimeout : 0);
        await pause(lockPauses[Math.min(attempt, lockPauses.length - 1)]);
      }
    }
    return false;
  };

  const rejectQueued = (error: unknown, patience: number): void => {
    const oldest = performance.now() - patience;
    const given = queue.filter((job) => job.since <= oldest);
    queue = queue.filter((job) => job.since > oldest);
    for (const job of given) job.reject(error);
  };

  const runGroup = async (): Promise<void> => {
    const group: Job[] = [];
    let answers: (() => void)[] = [];
    stamps.setWriting(true);
    try {
      answers = await runJobs(group);
      commit.run();
    } catch (error) {
      answers = group.map((job) => () => job.reject(error));
      // A failed COMMIT may have ended the transaction by itself.
      if (connection.inTransaction()) rollback.run();
    } finally {
      stamps.setWriting(false);
      if (group[0]?.alone === true) connection.execute('pragma foreign_keys = on');
    }
    for (const answer of answers) answer();
    committed();
  };

  const runJobs = async (group: Job[]): Promise<(() => void)[]> => {
    const now = stamps.raise();
    const moment = { now, horizon: now, version: null };
    const until = performance.now() + groupMilliseconds;
    const answers: (() => void)[] = [];
    do {
      const job = queue.shift() as Job;
      group.push(job);
      answers.push(await job.run(moment));
      if (job.alone) assertReferences(connection);
    } while (group[0]?.alone !== true && queue[0]?.alone === false && group.length < jobsInGroup && performance.now() < until);
    return answers;
  };

  return {
    write: (work) => enqueue(work, false),
    changeSchema: (work) => enqueue(work, true),
    waiting: () => queue.length,
    idle: async () => void (await draining),
  };
}

function assertReferences(connection: SqliteConnection): void {
  const [broken] = connection.all({ sql: 'pragma foreign_key_check', parameters: [] });
  if (broken !== undefined) throw new Error(`A row of ${broken.table} refers to no row of ${broken.parent}.`);
}
