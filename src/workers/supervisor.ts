// A service of several processes on one port: the port, the workers, and the connections that go from the one to the
// others. It serves nothing itself and knows no database.
import type { Socket } from 'node:net';
import type { Config } from '#config';
import type { Observe } from '#observe/event.ts';
import { mergeMetrics } from '#observe/merge-metrics.ts';
import { openMetricsPort, type MetricsPort } from '#observe/metrics-port.ts';
import { createCluster } from './cluster.ts';
import { createDispatch } from './dispatch.ts';
import { createMetricsExchange, type MetricsExchange } from './metrics-exchange.ts';
import { openPort } from './open-port.ts';
import { socketPair } from './socket-pair.ts';
import type { WorkerProcess } from './worker-process.ts';

/** What supervising needs. */
export interface Supervision {
  readonly config: Config;
  readonly observe: Observe;
  /** Takes what workers print, whole lines. */
  readonly write: (text: string) => void;
  /** The module that a worker runs. */
  readonly entry: URL;
  /** Whether the first worker writes for all. */
  readonly hasOneWriter: boolean;
}

/** What a worker may take beyond the grace to close its database, in milliseconds. */
const closingTime = 5000;

/** The number of the worker that writes for all, where only one process can write at a time. */
const writer = 1;

/** A service that serves. */
export interface SupervisedService {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Where the metrics of all workers are; `null`: there is no port for them. */
  readonly metricsAddress: string | null;
  /** Ends it; resolves when every worker has finished what it had begun, or was killed soon after the grace. */
  stop(signal: string): Promise<void>;
  /** Rejects when no worker serves and starting them again does not help. */
  readonly failed: Promise<never>;
}

/** Starts a service and resolves once every worker serves. Throws an Error with one line if one of them cannot. */
export async function supervise({
  config,
  observe,
  write,
  entry,
  hasOneWriter,
}: Supervision): Promise<SupervisedService> {
  const dispatch = createDispatch<Socket, WorkerProcess>((socket, worker) =>
    worker.tell({ kind: 'connection' }, socket),
  );
  const serving = new Set<WorkerProcess>();
  const early: Socket[] = [];
  let accept = (socket: Socket): void => void early.push(socket);
  const port = await openPort(config, (socket) => accept(socket));
  const metrics = createMetricsExchange(() => serving);
  const cluster = createCluster({
    count: config.workers,
    killedAfter: config.shutdownGrace * 1000 + closingTime,
    entry,
    write,
    observe,
    begun: (process) =>
      process.tell({ kind: 'serve', worker: process.worker, address: port.address, config }),
    joined(process) {
      serving.add(process);
      dispatch.join(process);
      if (hasOneWriter) void connectToWriter(process, { serving, observe });
    },
    left(process) {
      serving.delete(process);
      dispatch.leave(process);
      metrics.gone(process);
    },
    said(process, message) {
      // Here the connection is closed, there it stays open.
      if (message.kind === 'taken') dispatch.taken(process)?.destroy();
      else if (message.kind === 'refused') dispatch.leave(process);
      else if (message.kind === 'ask_metrics') metrics.ask(process, message.question);
      else if (message.kind === 'metrics') metrics.told(process, message);
    },
  });
  const told = await openAllMetrics(config, metrics).catch((error: unknown) => {
    port.close();
    throw error;
  });
  const stop = async (signal: string): Promise<void> => {
    told?.close();
    port.close();
    for (const socket of [...early, ...dispatch.end()]) socket.destroy();
    await cluster.stop(signal);
  };
  try {
    await cluster.start();
  } catch (error) {
    await stop('failure');
    throw error;
  }
  // Connections wait until here, so each client that gets an answer finds the whole service.
  accept = dispatch.offer;
  for (const socket of early.splice(0)) dispatch.offer(socket);
  return { address: port.address, metricsAddress: told?.address ?? null, stop, failed: cluster.failed };
}

async function openAllMetrics(
  { metricsHost, metricsPort }: Config,
  { gather }: MetricsExchange,
): Promise<MetricsPort | null> {
  if (metricsPort === null) return null;
  const tell = async (): Promise<string> =>
    mergeMetrics((await gather()).toSorted((a, b) => a.worker - b.worker));
  return openMetricsPort({ metricsHost, metricsPort, tell });
}

interface Connecting {
  readonly serving: ReadonlySet<WorkerProcess>;
  readonly observe: Observe;
}

/** Connects a worker with the one that writes; if it is that one itself, with all others. Without a connection each writes itself. */
async function connectToWriter(joined: WorkerProcess, { serving, observe }: Connecting): Promise<void> {
  const [[writing], others] = [[...serving].filter(isWriter), [...serving].filter((one) => !isWriter(one))];
  if (writing === undefined) return;
  for (const other of isWriter(joined) ? others : [joined]) {
    try {
      const [near, far] = await socketPair();
      writing.tell({ kind: 'writes' }, near);
      other.tell({ kind: 'writer' }, far);
    } catch (error) {
      observe({ kind: 'writes_not_shared', worker: other.worker, reason: (error as Error).message });
    }
  }
}

function isWriter({ worker }: WorkerProcess): boolean {
  return worker === writer;
}
