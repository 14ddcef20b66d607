// One upload while what is remembered behind it is taken as it is meant now: what has come of it so far.
import type { Timing } from './timing.ts';

/** One upload, and what has come of it so far. */
export interface Settling {
  readonly timing: Timing;
  /** Ids of trackings that toggles had started, and that are gone. */
  readonly removed: Set<unknown>;
  /** Ids of trackings that are not as they were. */
  readonly changed: Set<number>;
}

/** Nothing settled yet. */
export function settlingOf(timing: Timing): Settling {
  return { timing, removed: new Set(), changed: new Set() };
}

/** Lists what has changed, but for the tracking that the answer shows. */
export function tellChanged({ timing, changed }: Settling, answered: number | null): void {
  for (const id of changed) if (id !== answered) timing.view.affected('timeTrackings', id);
}
