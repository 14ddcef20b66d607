// Breaks that a model asks for, and those that the server takes off by itself. Pure; seconds.
import type { BreakModel } from './break-models.ts';

/** A stretch of time in epoch seconds. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** What of the breaks of a day a model counts: all parts that are long enough, and the longest of them. */
export interface CountedBreaks {
  readonly sum: number;
  readonly longest: number;
}

/** How much of the breaks counts; those that touch are one part. */
export function countedBreaks(breaks: readonly Stretch[], { leastPart }: BreakModel): CountedBreaks {
  const parts = joined(breaks)
    .map(({ start, end }) => end - start)
    .filter((seconds) => seconds >= leastPart);
  return { sum: parts.reduce((sum, seconds) => sum + seconds, 0), longest: Math.max(0, ...parts) };
}

/**
 * What is taken off the work of a day: only what is missing, and never so much that a step is not reached any more. As the
 * day goes on, each second of work for which a break is missing becomes one.
 */
export function automaticBreak(worked: number, counted: CountedBreaks, model: BreakModel): number {
  if (!model.deducts) return 0;
  return model.steps.reduce((taken, { over, least }, index) => {
    const until = Math.min(worked, model.steps[index + 1]?.over ?? Infinity);
    const missing = lacking(lengthened(counted, taken), least, model);
    return taken + Math.max(0, Math.min(missing, until - over));
  }, 0);
}

/** How many seconds of break are missing for this much work. */
export function missingBreak(worked: number, counted: CountedBreaks, model: BreakModel): number {
  const step = model.steps.findLast(({ over }) => worked > over);
  return step === undefined ? 0 : lacking(counted, step.least, model);
}

/** Breaks as if the longest part had lasted for longer. */
export function lengthened({ sum, longest }: CountedBreaks, seconds: number): CountedBreaks {
  return { sum: sum + seconds, longest: longest + seconds };
}

/** By how much the longest part would have to be longer for all to be enough. */
function lacking({ sum, longest }: CountedBreaks, least: number, { longestPart }: BreakModel): number {
  return least === 0 ? 0 : Math.max(0, least - sum, longestPart - longest);
}

/** Stretches in order, with those that touch or overlap made one. */
export function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const all: Stretch[] = [];
  for (const next of stretches.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last === undefined || last.end < next.start) all.push(next);
    else all[all.length - 1] = { start: last.start, end: Math.max(last.end, next.end) };
  }
  return all;
}
