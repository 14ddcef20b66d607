// One worker as the supervising process sees it: a child process, what it says, and how it ends.
import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import type { FromWorker, ToWorker } from './message.ts';
import { forwardLines } from './whole-lines.ts';

/** How a process ended. */
export interface Death {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A running worker. */
export interface WorkerProcess {
  /** Counts from 1; a worker that takes the place of another has its number. */
  readonly worker: number;
  readonly pid: number;
  /** Sends a message, and a connection with it; to one that is gone, nothing. */
  tell(message: ToWorker, socket?: Socket): void;
  /** Ends it at once, whatever it is doing, and also when it does nothing any more. */
  kill(): void;
}

/** What becomes of it. */
export interface WorkerEvents {
  readonly said: (message: FromWorker) => void;
  /** After everything that it said. */
  readonly ended: (death: Death) => void;
}

/** What starting one needs. */
export interface WorkerStart extends WorkerEvents {
  readonly worker: number;
  /** The module that it runs. */
  readonly entry: URL;
  /** Takes what it prints, whole lines. */
  readonly write: (text: string) => void;
}

/** Starts a worker, which waits to be told what to serve. */
export function startWorker({ worker, entry, write, said, ended }: WorkerStart): WorkerProcess {
  const child = fork(entry, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  if (child.stdout !== null) forwardLines(child.stdout, write);
  child.on('message', (message) => said(message as FromWorker));
  // `close` comes when the process has ended and all that it printed has been read; the channel may have more to say.
  let death: Death | null = null;
  // What a process that hangs has not been sent stays open here.
  const onTheWay = new Set<Socket>();
  const finish = (): void => {
    if (death === null || child.connected) return;
    for (const socket of onTheWay) socket.destroy();
    ended(death);
  };
  child.once('close', (code, signal) => {
    death = { code, signal };
    finish();
  });
  child.once('disconnect', finish);
  // A message to a process that is just ending: its end is told anyway.
  child.on('error', () => {});
  return {
    worker,
    pid: child.pid ?? 0,
    tell(message, socket) {
      // A client's connection that has not been taken goes to another worker.
      const keepOpen = message.kind === 'connection';
      if (!keepOpen && socket !== undefined) onTheWay.add(socket);
      const sent = (): void => void (socket && onTheWay.delete(socket));
      if (child.connected) child.send(message, socket, { keepOpen }, sent);
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
