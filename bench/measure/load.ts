// Sends requests as fast as they are answered, over a number of connections, and counts the answers.
import autocannon, { type Request } from 'autocannon';

/** What to send, to whom. */
export interface Load {
  /** `http://127.0.0.1:8080` */
  readonly origin: string;
  readonly connections: number;
  readonly requests: readonly Request[];
}

/** What came back. */
export interface LoadResult {
  /** Answers a second. */
  readonly rate: number;
  /** Milliseconds from request to answer, one for each. */
  readonly latencies: readonly number[];
  /** Share (0 to 1) of the time in which this process was busy: near 1, it is the client that is measured. */
  readonly clientBusy: number;
}

/** Seconds after which no longer window is tried, and until an answer is missed. */
const [longestWindow, patience] = [120, 300];

/**
 * Runs a load for some seconds, or for longer when so few answers came that they say nothing: as many as connections are
 * wanted. Throws when anything but 200 and 304 comes back, or too little at all.
 */
export async function runLoad(load: Load, seconds: number): Promise<LoadResult> {
  const fewest = Math.max(5, load.connections);
  for (let window = seconds; ; window *= 3) {
    const result = await runWindow(load, window);
    const answers = result.latencies.length;
    if (answers >= fewest) return result;
    if (window >= longestWindow)
      throw new Error(
        `load on ${load.origin}: ${answers} answers in ${Math.round(window)} seconds instead of ${fewest}`,
      );
  }
}

async function runWindow(load: Load, seconds: number): Promise<LoadResult> {
  const latencies: number[] = [];
  const refused = new Map<number, number>();
  const busyBefore = performance.eventLoopUtilization();
  const { origin, ...rest } = load;
  const running = autocannon({ ...rest, url: origin, duration: seconds, sampleInt: 50, timeout: patience });
  const started = performance.now();
  let last = started;
  running.on('response', (_client, status, _bytes, milliseconds) => {
    last = performance.now();
    latencies.push(milliseconds);
    if (status !== 200 && status !== 304) refused.set(status, (refused.get(status) ?? 0) + 1);
  });
  const { errors, timeouts } = await running;
  const clientBusy = performance.eventLoopUtilization(busyBefore).utilization;
  if (refused.size > 0 || errors > 0 || timeouts > 0) {
    const statuses = [...refused].map(([status, count]) => `${count} × ${status}`).join(', ');
    throw new Error(
      `load on ${origin}: ${latencies.length} answers; ${errors} errors, ${timeouts} timeouts, ${statuses}`,
    );
  }
  return { rate: (latencies.length * 1000) / (last - started), latencies, clientBusy };
}

/** One request after the other, each at another path. */
export function walk(path: (turn: number) => string, headers: Request['headers'] = {}): Request {
  let turn = 0;
  return { setupRequest: () => ({ method: 'GET', path: path(turn++), headers }) };
}
