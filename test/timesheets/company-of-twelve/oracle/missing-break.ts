// What a model of breaks finds missing on a day.
import type { BreakModel } from '../facts.ts';

/** Seconds. */
export interface MissingBreak {
  /** Taken off the work. */
  readonly deducted: number;
  /** Missing and not taken off. */
  readonly missing: number;
}

/** Looks at so many seconds of work with these rests. */
export function missingBreak(model: BreakModel, work: number, rests: readonly number[]): MissingBreak {
  const parts = rests.filter((rest) => rest >= model.part * 60);
  let counted = 0;
  for (const part of parts) counted += part;
  const longest = Math.max(0, ...parts);
  // What each step asks for beside the steps below it; none of it takes the work below the step.
  let [asked, deducted, missing] = [0, 0, 0];
  for (const { after, breaks } of model.steps.toSorted((a, b) => a.after - b.after)) {
    if (work <= after * 60) break;
    const wanted = Math.max(asked, breaks * 60 - counted, model.longest * 60 - longest);
    deducted += Math.min(wanted - asked, work - after * 60);
    asked = wanted;
    missing = wanted;
  }
  return model.deducts ? { deducted, missing: 0 } : { deducted: 0, missing };
}
