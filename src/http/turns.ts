// Turns of the event loop: so many tasks begin in one, and what other sockets have sent is read before the next one.

/** Begins a task in this turn of the event loop, or in a later one; tasks begin in the order in which they came. */
export type TakeTurn = (task: () => void) => void;

/** Makes turns in which at most so many tasks begin. */
export function createTurns(tasksATurn: number): TakeTurn {
  const waiting: (() => void)[] = [];
  let begun = 0;
  const next = (): void => {
    begun = 0;
    const now = waiting.splice(0, tasksATurn);
    for (const task of now) begin(task);
  };
  const begin = (task: () => void): void => {
    begun += 1;
    if (begun === 1) setImmediate(next);
    task();
  };
  return (task) => {
    if (begun < tasksATurn && waiting.length === 0) begin(task);
    else waiting.push(task);
  };
}
