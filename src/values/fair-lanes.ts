// Work that only few may do at once, shared out fairly: each name has a queue of its own, and the queues take turns.

/** How much runs and waits. */
export interface LaneLimits {
  /** Pieces of work at once. */
  readonly atOnce: number;
  /** Of one name at once. */
  readonly ofName: number;
  /** Of one name that wait; one more is refused. */
  readonly waiting: number;
}

/** Runs work, if need be later. */
export interface FairLanes {
  /** What `work` answers; throws what `refuse` makes when too much of this name waits already. */
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

  const begin = (): void => {
    for (const lane of lanes.values()) {
      if (running >= limits.atOnce) return;
      if (lane.queue.length === 0 || lane.running >= limits.ofName) continue;
      running += 1;
      lane.running += 1;
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
      let lane = lanes.get(name);
      if (lane === undefined) lanes.set(name, (lane = { running: 0, queue: [] }));
      if (lane.queue.length >= limits.waiting) throw refuse();
      const turn = Promise.withResolvers<void>();
      lane.queue.push(turn.resolve);
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
