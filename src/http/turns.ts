// Turns of the event loop: so many tasks begin in one, and what other sockets have sent is read before the next one.

/**
 * Begins a task in this turn of the event loop, or in a later one. Tasks of a name begin in the order in which they came;
 * the names share each turn.
 */
export type TakeTurn = (name: string, task: () => void) => void;

/** Makes turns in which at most so many tasks begin. */
export function createTurns(tasksATurn: number): TakeTurn {
  // In the order of their turns: a name that had one goes to the end.
  const waiting = new Map<string, (() => void)[]>();
  let begun = 0;
  const next = (): void => {
    begun = 0;
    for (let turn = 0; turn < tasksATurn; turn += 1) {
      const [first] = waiting;
      if (first === undefined) return;
      const [name, tasks] = first;
      waiting.delete(name);
      const task = tasks.shift();
      if (tasks.length > 0) waiting.set(name, tasks);
      if (task !== undefined) begin(task);
    }
  };
  const begin = (task: () => void): void => {
    begun += 1;
    if (begun === 1) setImmediate(next);
    task();
  };
  return (name, task) => {
    if (begun < tasksATurn && waiting.size === 0) return begin(task);
    const own = waiting.get(name);
    if (own === undefined) waiting.set(name, [task]);
    else own.push(task);
  };
}
