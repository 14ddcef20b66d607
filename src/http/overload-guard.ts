// Decides whether one more request may be worked on: in-flight requests, waiting writes, event-loop delay, shutdown.
// It must not know what a request is.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Observe } from '#observe/event.ts';

const sampleMilliseconds = 20;
const windowMilliseconds = 1000;
const tooMany = 'Too many requests are being worked on; try again in a moment.';

/** The limits, and what they are held against. */
export interface OverloadLimits {
  readonly maxInFlight: number;
  readonly maxWaitingWrites: number;
  /** Milliseconds, as a mean over the last second. */
  readonly maxEventLoopDelay: number;
  readonly waitingWrites: () => number;
  readonly observe: Observe;
}

/** Counts requests in and out. */
export interface OverloadGuard {
  /** `null` when the request may go on (call `leave` when it is done), else the sentence that says why not. */
  enter(): string | null;
  leave(): void;
  /** The sentence that says why nothing more is begun now, however little is in flight; else `null`. */
  busy(): string | null;
  /** Lets a request that has left to wait for its body in again; `null`, or the sentence that says why not. */
  comeBack(): string | null;
  inFlight(): number;
  /** Milliseconds, as a mean over the last second. */
  eventLoopDelay(): number;
  /** From now on no request may enter; resolves when the last one has left. */
  drain(): Promise<void>;
  /** Ends the measuring. */
  close(): void;
}

/** Starts to measure; the measuring alone does not keep the process alive. */
export function createOverloadGuard(limits: OverloadLimits): OverloadGuard {
  const delay = measureEventLoopDelay(() => (announced = false));
  const empty = Promise.withResolvers<void>();
  let inFlight = 0;
  let draining = false;
  let announced = false;

  const refusal = (): string | null => {
    if (draining) return 'The server is shutting down; try again in a moment.';
    return inFlight >= limits.maxInFlight ? tooMany : busy();
  };
  const busy = (): string | null => {
    const isBusy =
      limits.waitingWrites() > limits.maxWaitingWrites || delay.mean() > limits.maxEventLoopDelay;
    return isBusy ? 'The server is overloaded; try again in a moment.' : null;
  };

  return {
    enter: () => {
      const sentence = refusal();
      if (sentence === null) inFlight += 1;
      else if (!draining && !announced) {
        announced = true;
        limits.observe({ kind: 'overloaded', waiting: limits.waitingWrites() });
      }
      return sentence;
    },
    busy,
    comeBack: () => {
      if (inFlight >= limits.maxInFlight) return tooMany;
      inFlight += 1;
      return null;
    },
    leave: () => {
      inFlight -= 1;
      if (draining && inFlight === 0) empty.resolve();
    },
    inFlight: () => inFlight,
    eventLoopDelay: delay.mean,
    drain: () => {
      draining = true;
      if (inFlight === 0) empty.resolve();
      return empty.promise;
    },
    close: delay.stop,
  };
}

function measureEventLoopDelay(onWindow: () => void): { mean: () => number; stop: () => void } {
  const histogram = monitorEventLoopDelay({ resolution: sampleMilliseconds });
  histogram.enable();
  let mean = 0;
  const timer = setInterval(() => {
    // A window without a sample has no mean; a sample includes the interval it was waiting for.
    mean = histogram.count === 0 ? 0 : Math.max(0, histogram.mean / 1e6 - sampleMilliseconds);
    histogram.reset();
    onWindow();
  }, windowMilliseconds).unref();
  const stop = (): void => {
    clearInterval(timer);
    histogram.disable();
  };
  return { mean: () => mean, stop };
}
