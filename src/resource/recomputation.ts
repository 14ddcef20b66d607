// How rows that follow from others are made right, once their sources have changed.
import type { View } from './rule.ts';
import type { Stale } from './stale.ts';

/** How stale rows are made right. */
export interface Recomputation {
  /**
   * Whether rows of the resource may be stale. They are recomputed before a rule, an action or an answer reads one, or
   * before one is written.
   */
  concerns(resource: string, stale: Stale): boolean;
  /** Makes right what is stale; `now` in epoch seconds. Refuses nothing. What it makes stale in turn follows afterwards. */
  run(view: View, stale: Stale, now: number): void;
}
