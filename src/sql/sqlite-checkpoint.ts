// Keeps checkpoints out of commits, where they cost milliseconds: a thread takes them once the log has grown.
// The thread starts when it is first needed.
import { Worker } from 'node:worker_threads';
import type { Observe } from '#observe/event.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

const pagesEnough = 1_000;

/** What checkpoints need. `connection` only measures the log. */
export interface CheckpointParts {
  readonly file: string;
  readonly connection: SqliteConnection;
  readonly observe: Observe;
}

/** Asks for checkpoints in time. */
export interface Checkpoints {
  /** Looks whether the log has grown enough; called after each commit. */
  consider(): void;
  close(): Promise<void>;
}

/** Makes the checkpoints of one database file. */
export function openCheckpoints({ file, connection, observe }: CheckpointParts): Checkpoints {
  // `noop` only tells how long the log is, and how much of it has been copied.
  const measure = connection.prepare('pragma wal_checkpoint(noop)');
  let worker: Worker | null = null;
  let running = false;

  const failed = (error: unknown): void => {
    running = false;
    worker = null;
    observe({ kind: 'background_failed', task: 'checkpoint', error });
  };
  const start = (): Worker => {
    const started = new Worker(new URL('./sqlite-checkpoint-worker.ts', import.meta.url), {
      workerData: file,
    });
    started.on('message', () => void (running = false));
    started.on('error', failed);
    started.unref();
    return started;
  };
  return {
    consider() {
      if (running) return;
      const { log, checkpointed } = measure.get() as { log: number; checkpointed: number };
      if (log - checkpointed < pagesEnough) return;
      running = true;
      worker ??= start();
      worker.postMessage('checkpoint');
    },
    async close() {
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
