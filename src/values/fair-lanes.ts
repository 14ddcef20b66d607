// Work that only few may do at once, shared out fairly: each name has a queue of its own, and the queues take turns.

/** How much runs and waits. */
export interface LaneLimits {
  /** Pieces of work at once. */
  readonly atOnce: number;
  /** Of one name at once. */
  readonly ofName: number;
  /** Of one name that wait; one more is refused. */
  readonly waiting: number;
  /** Of all names that wait; left out: as many as their names allow. */
  readonly waitingInAll?: number;
}

/** Runs work, if need be later. */
export interface FairLanes {
  /** What `work` answers; throws what `refuse` makes when too much of this name, or of all names, waits already. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

interface Lane {
  running: number;
  readonly queue: (() => void)[];
}

/** Makes the queues; `refuse` makes what is thrown. */
export function createFairLanes(limits: LaneLimits, refuse: () => Error): FairLanes {
  // In the order of their turns: a name whose turn has ended goes to the end.
  const lanes = new Map<string, Lane>();
  let running = 0;
  let waiting = 0;

  const begin = (): void => {
    for (const lane of lanes.values()) {
      if (running >= limits.atOnce) return;
      if (lane.queue.length === 0 || lane.running >= limits.ofName) continue;
      running += 1;
      lane.running += 1;
      waiting -= 1;
      lane.queue.shift()?.();
      return begin();
    }
  };
  const end = (name: string, lane: Lane): void => {
    running -= 1;
    lane.running -= 1;
    lanes.delete(name);
    if (lane.running > 0 || lane.queue.length > 0) lanes.set(name, lane);
    begin();
  };
  return {
    async run(name, work) {
      const lane = lanes.get(name) ?? { running: 0, queue: [] };
      if (lane.queue.length >= limits.waiting || waiting >= (limits.waitingInAll ?? Infinity)) throw refuse();
      lanes.set(name, lane);
      const turn = Promise.withResolvers<void>();
      lane.queue.push(turn.resolve);
      waiting += 1;
      begin();
      await turn.promise;
      try {
        return await work();
      } finally {
        end(name, lane);
      }
    },
  };
}
