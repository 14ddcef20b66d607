// The workers of a service: started together, kept going, and ended together. It must not know what they serve.
import { isHopeless } from './restart-policy.ts';
import { createPlace, type PlaceParts } from './worker-place.ts';

/** The parts of a cluster, and its listeners. */
export interface ClusterParts extends Omit<PlaceParts, 'worker' | 'goesOn'> {
  readonly count: number;
}

/** The workers of one service. */
export interface Cluster {
  /** Starts the first worker, then the others. Resolves when all serve, rejects when one of them ends before. */
  start(): Promise<void>;
  /** Ends them all and resolves when they have ended. */
  stop(signal: string): Promise<void>;
  /** Rejects when none serves and starting them again and again does not help. */
  readonly failed: Promise<never>;
}

/** Makes a cluster that is not started yet. */
export function createCluster({ count, ...parts }: ClusterParts): Cluster {
  const failed = Promise.withResolvers<never>();
  // A caller that awaits it gets the failure; without such a caller, the failure does not end the process.
  failed.promise.catch(() => {});
  let isComplete = false;
  const goesOn = (failures: number, error: Error): boolean => {
    const serving = places.filter((place) => place.isServing()).length;
    const hopeless = !isComplete || isHopeless({ failures, serving });
    if (hopeless) failed.reject(error);
    return !hopeless;
  };
  const places = Array.from({ length: count }, (_, index) =>
    createPlace({ ...parts, worker: index + 1, goesOn }),
  );
  const startAll = async (): Promise<void> => {
    // The first brings the database up to date; the others find it done.
    await places[0]?.start();
    await Promise.all(places.slice(1).map((place) => place.start()));
    isComplete = true;
  };
  return {
    start: () => Promise.race([startAll(), failed.promise]),
    failed: failed.promise,
    stop: async (signal) => void (await Promise.all(places.map((place) => place.stop(signal)))),
  };
}
