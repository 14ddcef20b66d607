// Keeps checkpoints out of commits, where they cost milliseconds: a thread takes them once the log has grown.
// The thread starts when it is first needed.
import { Worker } from 'node:worker_threads';
import type { Observe } from '#observe/event.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

const pagesEnough = 1_000;
/** Past this many pages (64 MiB) writers wait: while they follow each other closely the log can never begin anew. */
const pagesTooMany = 16_384;

/** What checkpoints need. `connection` only measures the log. */
export interface CheckpointParts {
  readonly file: string;
  readonly connection: SqliteConnection;
  readonly observe: Observe;
}

/** Asks for checkpoints in time. */
export interface Checkpoints {
  /** Called after each commit: looks whether the log has grown enough. Resolves when the next write may begin. */
  consider(): Promise<void>;
  close(): Promise<void>;
}

/** Makes the checkpoints of one database file. */
export function openCheckpoints({ file, connection, observe }: CheckpointParts): Checkpoints {
  // `noop` only tells how long the log is, and how much of it has been copied.
  const measure = connection.prepare('pragma wal_checkpoint(noop)');
  let worker: Worker | null = null;
  let running: PromiseWithResolvers<void> | null = null;

  const start = (): Worker => {
    const started = new Worker(new URL('./sqlite-checkpoint-worker.ts', import.meta.url), {
      workerData: file,
    });
    const ended = (): void => {
      running?.resolve();
      running = null;
      // Only while it works does the thread keep the process alive.
      started.unref();
    };
    started.on('message', ended);
    started.on('exit', ended);
    started.on('error', (error) => {
      worker = null;
      observe({ kind: 'background_failed', task: 'checkpoint', error });
    });
    return started;
  };
  const checkpoint = (): Promise<void> => {
    if (running !== null) return running.promise;
    running = Promise.withResolvers<void>();
    const { promise } = running;
    worker ??= start();
    worker.ref();
    worker.postMessage('checkpoint');
    return promise;
  };
  const consider = async (): Promise<void> => {
    const { log, checkpointed } = measure.get() as { log: number; checkpointed: number };
    if (log - checkpointed < pagesEnough) return;
    const first = checkpoint();
    if (log < pagesTooMany) return;
    // The first may have begun before the last commit; the second reaches the end of the log.
    await first;
    await checkpoint();
  };
  return {
    consider: () =>
      consider().catch((error: unknown) => observe({ kind: 'background_failed', task: 'checkpoint', error })),
    async close() {
      await running?.promise;
      const last = worker;
      worker = null;
      if (last === null) return;
      const ended = new Promise((exited) => last.once('exit', exited));
      last.ref();
      last.postMessage('close');
      await ended;
    },
  };
}
