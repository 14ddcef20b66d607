// How long each step of the street took, for the `Server-Timing` header.

/** Marks the end of steps. */
export interface Timing {
  mark(step: string): void;
  /** `parse;dur=0.1, plan;dur=0.2` in milliseconds. */
  header(): string;
}

/** Begins to measure; `stopwatch` gives milliseconds. */
export function startTiming(stopwatch: () => number): Timing {
  let last = stopwatch();
  let text = '';
  return {
    mark(step) {
      const now = stopwatch();
      text += `${text === '' ? '' : ', '}${step};dur=${(now - last).toFixed(2)}`;
      last = now;
    },
    header: () => text,
  };
}
