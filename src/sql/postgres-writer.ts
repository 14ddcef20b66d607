// Writes to PostgreSQL: accounts side by side, in each one group after another. A group is run again only if it is
// certain that nothing of it was committed.
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '#errors/api-error.ts';
import type { AccountScope, Tx, WorkOptions } from './database.ts';
import { askTogether } from './postgres-ahead.ts';
import { forgetForeseen, lookAhead, whetherCame } from './postgres-next-group.ts';
import { isConnectionLost, isWorthRepeating, TakenForGranted } from './dialects/postgres-errors.ts';
import { lockClock, type ClockOptions, type LockedClock } from './postgres-clock.ts';
import { createKeptAnswers, type KeptAnswers, type TakenAnswers } from './postgres-known.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import type { Bulkhead, First } from './postgres-bulkhead.ts';
import { betweenAttempts } from './postgres-pool.ts';
import {
  createQueue,
  endOfSecond,
  takeGroup,
  type Job,
  type JobQueue,
  type Outcome,
} from './write-groups.ts';

const attempts = 3;

/** What writing needs. */
export interface WriterParts extends ClockOptions {
  readonly pool: Bulkhead;
}

/** The writing half of {@link Database}. */
export interface Writer {
  write<T>(account: AccountScope, work: (tx: Tx) => Promise<T>, options?: WorkOptions): Promise<T>;
  waiting(): number;
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>;
}

/** Makes the writer. */
export function openWriter(given: WriterParts): Writer {
  const parts = { ...given, kept: createKeptAnswers() };
  const queues = new Map<AccountScope, JobQueue>();
  const queueOf = (account: AccountScope): JobQueue => {
    let queue = queues.get(account);
    if (queue === undefined) {
      queue = createQueue(async (jobs) => {
        await runGroup(parts, account, jobs);
        // An account that rests is not kept in mind; whoever comes next finds it unlocked.
        if (jobs.length === 0) queues.delete(account);
      });
      queues.set(account, queue);
    }
    return queue;
  };
  return {
    write: (account, work, options = {}) => queueOf(account).add(work, options),
    waiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.waiting(), 0),
    idle: async () => {
      while (queues.size > 0) await Promise.all([...queues.values()].map((queue) => queue.idle()));
    },
  };
}

/** The jobs that were begun, and how they ended. */
interface Group {
  readonly jobs: Job[];
  readonly outcomes: Outcome[];
}

interface RunningParts extends WriterParts {
  readonly kept: KeptAnswers;
}

async function runGroup(parts: RunningParts, account: AccountScope, queue: Job[]): Promise<void> {
  let trusts = true;
  for (let attempt = 1; ; attempt += 1) {
    const group: Group = { jobs: [], outcomes: [] };
    const error = await fault(() =>
      parts.pool.use(account, (connection, first) => {
        if (trusts && account !== null) connection.trust();
        return commitGroup(connection, { parts, account, group, queue, first });
      }),
    );
    if (error === null) return group.outcomes.forEach(({ tell }) => tell());
    if (trusts && error.thrown instanceof TakenForGranted) {
      trusts = false;
      queue.unshift(...group.jobs);
      continue;
    }
    if (attempt < attempts && isRepeatable(error)) {
      queue.unshift(...group.jobs);
      await pause(betweenAttempts);
      continue;
    }
    // Nobody was there to take them: all who wait are told, or there would be no end to it.
    if (group.jobs.length === 0) group.jobs.push(...queue.splice(0));
    return rejectAll(group, error);
  }
}

/** What was thrown; `null`: nothing. */
async function fault(work: () => Promise<void>): Promise<{ readonly thrown: unknown } | null> {
  try {
    await work();
    return null;
  } catch (thrown) {
    return { thrown };
  }
}

function isRepeatable({ thrown }: { readonly thrown: unknown }): boolean {
  return isWorthRepeating(thrown) || thrown instanceof LostBeforeCommit;
}

function rejectAll({ jobs }: Group, { thrown }: { readonly thrown: unknown }): void {
  for (const job of jobs) job.reject(thrown instanceof LostBeforeCommit ? thrown.cause : thrown);
}

interface GroupParts {
  readonly parts: RunningParts;
  readonly account: AccountScope;
  readonly queue: Job[];
  readonly group: Group;
  readonly first: First;
}

async function commitGroup(
  connection: PostgresConnection,
  { parts, account, queue, group, first }: GroupParts,
): Promise<void> {
  const before = account === null ? null : parts.kept.take(account);
  let locked: LockedClock;
  let held: boolean;
  try {
    const isOver = endOfSecond(parts.clock);
    ({ locked, held } = await lockAhead(connection, { parts, account, queue, before, first }));
    const { moment } = locked;
    const only = queue.length === 1;
    const run = async (job: Job): Promise<void> => {
      group.jobs.push(job);
      forgetForeseen(job);
      group.outcomes.push(await job.run(connection, moment, only));
      if (connection.failure() !== null) throw connection.failure();
    };
    await takeGroup(only ? queue.splice(0) : queue, run, isOver);
    await connection.assertGranted();
  } catch (error) {
    connection.rollback();
    throw isConnectionLost(error) ? new LostBeforeCommit(error) : error;
  }
  const nothingStands = group.outcomes.every(({ error }) => error !== undefined);
  if (!nothingStands) {
    const { known } = connection;
    const committing = commitFor(connection, locked.commit);
    known.committed();
    // Meanwhile the next group is looked at. Whatever becomes of that, the commit decides.
    const next = {
      clock: parts.clock,
      known: held ? known.reading : undefined,
      isOver: whetherCame(committing),
    };
    await lookAhead(queue, next).catch(() => []);
    await committing;
    if (account !== null && locked.versions !== null)
      parts.kept.put(account, { answers: known, held, ...locked.versions.after });
    return;
  }
  await connection.script('rollback');
  await connection.assertGranted(true);
}

/**
 * Locks the account's clock and asks, in the same packet, what the jobs will ask. `held`: what was kept of the account still
 * holds.
 */
async function lockAhead(
  connection: PostgresConnection,
  {
    parts,
    account,
    queue,
    before,
    first,
  }: Omit<GroupParts, 'group'> & { readonly before: TakenAnswers | null },
): Promise<{ readonly locked: LockedClock; readonly held: boolean }> {
  const questions = await lookAhead(queue, { clock: parts.clock, known: before?.probably });
  const { locking, asking } = connection.together(() => ({
    // The answers to many questions may take longer than a node that is there takes to answer.
    locking: first(lockClock(connection, account, parts)),
    asking: askTogether(connection, questions),
  }));
  const [locked, answers] = await Promise.all([locking, asking]);
  const kept = locked.versions && before?.at(locked.versions.before);
  if (kept) connection.know(kept.answers);
  if (!locked.isFirst) connection.known.note(answers);
  return { locked, held: kept?.held ?? true };
}

/** The connection broke while nothing could have been committed. */
class LostBeforeCommit extends Error {
  constructor(cause: unknown) {
    super('The connection to the database broke before the commit.', { cause });
  }
}

async function commitFor(connection: PostgresConnection, commit: readonly string[]): Promise<void> {
  try {
    await connection.script(...commit);
  } catch (error) {
    if (!isConnectionLost(error)) {
      connection.rollback();
      throw error;
    }
    const message =
      'The connection to the database broke while this was being saved; look whether it was before you send it again.';
    throw new ApiError('overloaded', message);
  }
}
