// What a test and its page tell each other about a burst of random steps. Both sides read this file: it knows neither.

/** A burst that the page does by itself. */
export interface BurstOrder {
  readonly seed: number;
  /** The number of the first step, and of the step before which the burst ends. */
  readonly from: number;
  readonly to: number;
  /** Path of the screen, with its query, and how paths begin that are still on it. */
  readonly home: string;
  readonly stays: string;
}

/** What came of it. */
export interface Burst {
  /** The number of the next step. */
  readonly next: number;
  /** What was done, a line for each step. */
  readonly steps: readonly string[];
  /** What must not happen; the last step has caused it. */
  readonly faults: readonly string[];
  /** Whether the page waits for a login before it can go on. */
  readonly asksForLogin: boolean;
  /** Where the browser itself can click next. */
  readonly spot: Spot | null;
}

/** A control on the page. */
export interface Spot {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** The seed of one step: it needs none of the steps before. */
export function seedOfStep(seed: number, step: number): number {
  return (Math.imul(seed, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b)) | 0;
}
