// Where rows of any resource are found by one function: what it answers are rows of the resource that it is asked for.
import type { Comparison, FindOptions, Row, View } from './rule.ts';

/** Finds rows of the resource of a name. */
export type UntypedFind = (
  resource: string,
  comparisons: readonly Comparison[],
  options?: FindOptions,
) => readonly Row[];

/** The function as views have it. */
export function typedFind(find: UntypedFind): View['find'] {
  return find as View['find'];
}
