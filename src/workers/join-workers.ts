// A worker's side: it serves what it is told and takes the connections that it is given. It ends when it is told to,
// when it gets a signal itself, or when its supervisor is gone.
import type { Socket } from 'node:net';
import type { Config } from '#config';
import { mergeMetrics } from '#observe/merge-metrics.ts';
import { wayToWriter, writesOfOthers } from './forward-writes.ts';
import type { Member, Membership } from './membership.ts';
import type { FromWorker, ToWorker, WorkerMetrics } from './message.ts';

/** Starts what the process is told to serve and stays its member to the end. */
export function joinWorkers(start: (config: Config, membership: Membership) => Promise<Member>): void {
  const questions = createQuestions();
  const way = wayToWriter();
  const others = writesOfOthers(async (request) => member?.answerForwarded(request) ?? null);
  let worker = 0;
  let member: Member | null = null;
  let grace = 0;
  let ended = false;
  const serve = async ({ config, address, ...order }: ToWorker & { kind: 'serve' }): Promise<void> => {
    ({ worker } = order);
    grace = config.shutdownGrace;
    const gatherMetrics = async (text: string): Promise<string> =>
      mergeMetrics([{ worker, text }, ...(await questions.ask())].toSorted((a, b) => a.worker - b.worker));
    try {
      const { forward: forwardWrite } = way;
      member = await start(config, { address, gatherMetrics, forwardWrite, isFirst: worker === 1 });
      say({ kind: 'ready' });
    } catch (error) {
      say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
      part();
    }
  };
  const leave = async (signal: string, othersGoOn: boolean): Promise<void> => {
    say({ kind: 'leaving' });
    await others.end(grace);
    const leaving = member;
    member = null;
    if (leaving !== null) await leaving.close(signal, { othersGoOn });
    ended = true;
    part();
  };
  const take = (socket: Socket | undefined): void => {
    if (socket === undefined || member === null) {
      socket?.destroy();
      return say({ kind: 'refused' });
    }
    // Sent first: if the worker dies while it works on the connection, the connection counts as taken.
    say({ kind: 'taken' });
    member.take(socket);
  };
  process.on('message', (message: ToWorker, socket?: Socket) => {
    if (message.kind === 'serve') void serve(message);
    else if (message.kind === 'connection') take(socket);
    else if (message.kind === 'writer') way.use(socket);
    else if (message.kind === 'writes') others.take(socket);
    else if (message.kind === 'drain') leaveOnce(message.signal, false);
    else if (message.kind === 'all_metrics') questions.answer(message);
    else say({ kind: 'metrics', question: message.question, text: member?.ownMetrics() ?? '' });
  });
  let left: Promise<void> | null = null;
  const leaveOnce = (signal: string, othersGoOn: boolean): void => {
    left ??= leave(signal, othersGoOn);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => leaveOnce(signal, true));
  process.once('disconnect', () => process.exit(ended ? 0 : 1));
}

function say(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

/** The supervisor is told nothing more. */
function part(): void {
  if (process.connected) process.disconnect?.();
}

interface Questions {
  /** Resolves with the metrics of all others. */
  ask(): Promise<readonly WorkerMetrics[]>;
  answer(given: { readonly question: number; readonly all: readonly WorkerMetrics[] }): void;
}

function createQuestions(): Questions {
  const open = new Map<number, (all: readonly WorkerMetrics[]) => void>();
  let count = 0;
  return {
    ask: () =>
      new Promise((resolve) => {
        count += 1;
        open.set(count, resolve);
        say({ kind: 'ask_metrics', question: count });
      }),
    answer({ question, all }) {
      open.get(question)?.(all);
      open.delete(question);
    },
  };
}
