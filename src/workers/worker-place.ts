// One place among the workers of a service: a process, and another one when it dies.
import type { Observe } from '#observe/event.ts';
import type { FromWorker } from './message.ts';
import { pauseBefore, soundAfter } from './restart-policy.ts';
import { startWorker, type Death, type WorkerProcess, type WorkerStart } from './worker-process.ts';

/** What a place needs, and whom it tells. */
export interface PlaceParts extends Pick<WorkerStart, 'worker' | 'entry' | 'write'> {
  readonly observe: Observe;
  /** Milliseconds after which a process that was told to end is killed. */
  readonly killedAfter: number;
  /** A process has begun: it is to be told what to serve. */
  readonly begun: (process: WorkerProcess) => void;
  /** It serves from now on. */
  readonly joined: (process: WorkerProcess) => void;
  /** It takes no more; told once or more often. */
  readonly left: (process: WorkerProcess) => void;
  /** What it says beside that. */
  readonly said: (process: WorkerProcess, message: FromWorker) => void;
  /** Asked after an unwanted end, the given number in a row: whether to start another process. */
  readonly goesOn: (failures: number, error: Error) => boolean;
}

/** A place. */
export interface WorkerPlace {
  /** Starts a process; resolves once it serves, rejects if it ends before. */
  start(): Promise<void>;
  /** Ends the process, if need be by killing it, starts no other, and resolves when it has ended. */
  stop(signal: string): Promise<void>;
  isServing(): boolean;
}

/** What is known of the process that is there now. */
interface Occupant {
  readonly process: WorkerProcess;
  readonly up: PromiseWithResolvers<void>;
  readonly gone: PromiseWithResolvers<void>;
  isServing: boolean;
  /** The supervisor or an operator told it to end. */
  isLeaving: boolean;
  /** Why it could not serve, as it said. */
  reason: string | null;
}

/** Makes an empty place. */
export function createPlace(parts: PlaceParts): WorkerPlace {
  const { worker, observe } = parts;
  let occupant: Occupant | null = null;
  let failures = 0;
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;

  const begin = (): Occupant => {
    const process = startWorker({ ...parts, said: hear, ended: end });
    const [up, gone] = [settledLater(), settledLater()];
    occupant = { process, up, gone, isServing: false, isLeaving: false, reason: null };
    parts.begun(process);
    return occupant;
  };
  const hear = (message: FromWorker): void => {
    if (occupant === null) return;
    const { process } = occupant;
    if (message.kind === 'failed') {
      occupant.reason = message.reason;
    } else if (message.kind === 'leaving') {
      occupant.isLeaving = true;
      parts.left(process);
    } else if (message.kind === 'ready') {
      occupant.isServing = true;
      timer = setTimeout(() => (failures = 0), soundAfter).unref();
      observe({ kind: 'worker_started', worker, pid: process.pid });
      parts.joined(process);
      occupant.up.resolve();
    } else {
      parts.said(process, message);
    }
  };
  const end = (death: Death): void => {
    if (occupant === null) return;
    const { process, up, gone, reason, isLeaving } = occupant;
    const wanted = isStopping || isLeaving;
    occupant = null;
    clearTimeout(timer);
    parts.left(process);
    observe({ kind: 'worker_ended', worker, pid: process.pid, ...death, wanted });
    const error = new Error(reason ?? `Worker ${worker} ended with ${death.signal ?? death.code}.`);
    up.reject(error);
    gone.resolve();
    if (!wanted) failures += 1;
    if (isStopping || (!wanted && !parts.goesOn(failures, error))) return;
    timer = setTimeout(begin, pauseBefore(failures));
  };
  return {
    start: () => begin().up.promise,
    async stop(signal) {
      isStopping = true;
      clearTimeout(timer);
      if (occupant !== null) await endOccupant(occupant, { signal, killedAfter: parts.killedAfter });
    },
    isServing: () => occupant?.isServing === true,
  };
}

/** Resolves when the process has ended, killed if it has not done so by itself in time. */
async function endOccupant(
  { process, gone }: Occupant,
  { signal, killedAfter }: { readonly signal: string; readonly killedAfter: number },
): Promise<void> {
  process.tell({ kind: 'drain', signal });
  const overdue = setTimeout(() => process.kill(), killedAfter);
  await gone.promise;
  clearTimeout(overdue);
}

/** A caller that awaits it gets the rejection; without such a caller, the rejection does not end the process. */
function settledLater(): PromiseWithResolvers<void> {
  const later = Promise.withResolvers<void>();
  later.promise.catch(() => {});
  return later;
}
