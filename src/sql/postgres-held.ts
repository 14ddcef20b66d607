// Writes of a transaction whose answers nothing waits for: they are held back until it asks something or commits, because few
// statements are left of them by then. Of a batch the rows of a table are inserted together, and of all changes of a project's
// hours only the last is made. It sends nothing.
import { mergeWrites } from './merge-writes.ts';
import type { Effect } from './postgres-unit-log.ts';

/** What is held back. */
export interface HeldWrites {
  hold(effects: readonly Effect[]): void;
  /** Whether so many are held that they are to be sent now. */
  isFull(): boolean;
  /** Goes back to the savepoint. `false`: that is to be sent, because the savepoint was, or something was written since. */
  undo(name: string): boolean;
  /** What is left to be sent of it, in order; nothing is held any more. */
  take(): readonly Effect[];
}

/** In writes. Each is compared with those of its table that are held, so that the work grows with the square of their number. */
const mostHeld = 1_000;

/** Holds nothing yet. */
export function createHeldWrites(): HeldWrites {
  let held: Effect[] = [];
  return {
    hold(effects) {
      for (const effect of effects) held.push(effect);
    },
    isFull: () => held.length >= mostHeld,
    undo(name) {
      held = withoutSavepoints(held);
      const last = held.at(-1);
      const isLast = last?.text === name && (last.kind === 'mark' || last.kind === 'release');
      if (isLast) held.pop();
      return isLast && last.kind === 'mark';
    },
    take() {
      if (held.length === 0) return held;
      const effects = held;
      held = [];
      return mergeWrites(withoutSavepoints(effects));
    },
  };
}

/** Without those that are released: when a write fails whose success was taken for granted, all is done again. */
function withoutSavepoints(effects: readonly Effect[]): Effect[] {
  const left: (Effect | null)[] = [];
  let marks: number[] = [];
  for (const effect of effects) {
    const { kind } = effect;
    if (kind === 'mark') marks.push(left.length);
    // Undone writes are sent, so that one of them which fails is seen to fail.
    if (kind === 'undo' && marks.pop() === undefined) marks = [];
    const mark = kind === 'release' ? marks.pop() : undefined;
    if (mark === undefined) left.push(effect);
    else left[mark] = null;
  }
  return left.filter((effect) => effect !== null);
}
