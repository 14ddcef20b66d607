// What writers of every engine share: all that wait in one turn of the event loop run in one transaction, each inside a
// savepoint of its own, and callers hear of success only after the commit. It must not know any engine.
import type { Moment, Tx } from './database.ts';
import { inSavepoint, withTransaction, type OpenTransaction } from './transaction.ts';

const jobsInGroup = 64;
/** So long a group takes jobs. */
export const groupMilliseconds = 20;

/** One write that somebody waits for. */
export interface Job {
  /** Runs alone, with references checked at the end only. */
  readonly alone: boolean;
  /** When it was asked for, by the monotonic clock. */
  readonly since: number;
  /** Runs it in the open transaction, whose moment is given; without a savepoint if nobody else is in it. */
  readonly run: (open: OpenTransaction, moment: Moment, only?: boolean) => Promise<Outcome>;
  readonly reject: (error: unknown) => void;
  /** What it does, if that may also run beforehand on guesses. */
  readonly foreseen?: ((tx: Tx) => Promise<unknown>) | undefined;
}

/** What a write is like. */
export interface JobKind {
  readonly alone?: boolean;
  readonly isForeseeable?: boolean;
}

/** How a job ended; `tell` waits for the group's commit. */
export interface Outcome {
  readonly tell: () => void;
  readonly error?: unknown;
}

/** Jobs in the order in which they were asked for. */
export interface JobQueue {
  add<T>(work: (tx: Tx) => Promise<T>, kind?: JobKind): Promise<T>;
  waiting(): number;
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>;
}

/** Makes a queue; `runGroup` takes jobs from its head, and is called again while there are any. */
export function createQueue(runGroup: (queue: Job[]) => Promise<void>): JobQueue {
  const queue: Job[] = [];
  let draining: Promise<void> | null = null;
  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      await runGroup(queue);
      // Between groups the event loop turns, so that requests are answered and the next group can gather.
      if (queue.length > 0) await turnOfEventLoop();
    }
    draining = null;
  };
  return {
    add: <T>(work: (tx: Tx) => Promise<T>, { alone = false, isForeseeable = false }: JobKind = {}) =>
      new Promise<T>((resolve, reject) => {
        const run = runnerOf(work, { resolve, reject });
        const foreseen = isForeseeable ? work : undefined;
        queue.push({ alone, since: performance.now(), reject, run, foreseen });
        draining ??= turnOfEventLoop().then(drain);
      }),
    waiting: () => queue.length,
    idle: async () => void (await draining),
  };
}

/** Lets the event loop turn once. */
export function turnOfEventLoop(): Promise<void> {
  return new Promise((turned) => setImmediate(turned));
}

function runnerOf<T>(
  work: (tx: Tx) => Promise<T>,
  { resolve, reject }: { resolve: (value: T) => void; reject: (error: unknown) => void },
): Job['run'] {
  return async (open, moment, only = false) => {
    try {
      const run = (): Promise<T> => withTransaction(open, moment, work);
      const value = await (only ? run() : inSavepoint(open, 'job', run));
      return { tell: () => resolve(value) };
    } catch (error) {
      return { tell: () => reject(error), error };
    }
  };
}

/** Rejects the jobs at the head of the queue that have waited for so many milliseconds. */
export function rejectOldest(queue: Job[], error: unknown, patience: number): void {
  const latest = performance.now() - patience;
  while (queue[0] !== undefined && queue[0].since <= latest) queue.shift()?.reject(error);
}

/** Tells how many milliseconds have passed since it was made. */
export function stopwatch(): () => number {
  const began = performance.now();
  return () => performance.now() - began;
}

/** Makes a test whether the present second is over; `clock` shows milliseconds. */
export function endOfSecond(clock: () => number): () => boolean {
  const second = Math.floor(clock() / 1000);
  return () => Math.floor(clock() / 1000) !== second;
}

/**
 * Takes a group from the queue's head, one job after another as `run` has done with the one before, until its second is over:
 * who asks in another second books that one.
 */
export async function takeGroup(
  queue: Job[],
  run: (job: Job) => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  const elapsed = stopwatch();
  let count = 0;
  for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
    await run(job);
    count += 1;
    const full = count >= jobsInGroup || elapsed() >= groupMilliseconds || isOver();
    if (full || job.alone || queue[0]?.alone === true) break;
  }
}
