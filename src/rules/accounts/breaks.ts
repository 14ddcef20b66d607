// Breaks that the law asks for, and those that the server takes off by itself. Pure; seconds.

/** From more than `over` seconds of work on, `least` seconds of break. The first step is the lower one. */
export interface BreakStep {
  readonly over: number;
  readonly least: number;
}

const hour = 3600;
const minute = 60;

/** More than 6 hours: 30 minutes; more than 9 hours: 45 (ArbZG § 4). */
export const legalSteps: readonly BreakStep[] = [
  { over: 6 * hour, least: 30 * minute },
  { over: 9 * hour, least: 45 * minute },
];

/** Shorter ones do not count. */
const shortest = 15 * minute;

/** A stretch of time in epoch seconds. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** How much of the recorded breaks counts as legal break; those that touch are one. */
export function legalBreak(breaks: readonly Stretch[]): number {
  return joined(breaks).reduce(
    (sum, { start, end }) => (end - start < shortest ? sum : sum + end - start),
    0,
  );
}

/** What is taken off the work of a day: only what is missing, and never so much that a step is not reached any more. */
export function automaticBreak(worked: number, recorded: number): number {
  let taken = 0;
  let known = recorded;
  for (const { over, least } of legalSteps) {
    if (worked <= over) break;
    const missing = Math.max(0, least - known);
    taken += Math.min(missing, worked - over);
    known += missing;
  }
  return taken;
}

/** How many seconds of break are missing for this much work. */
export function missingBreak(worked: number, breaks: number): number {
  const step = legalSteps.findLast(({ over }) => worked > over);
  return step === undefined ? 0 : Math.max(0, step.least - breaks);
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
