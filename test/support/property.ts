// How often properties are tried, and from which seed. `test/run.ts` chooses the suite and the seed for a whole run.

/** The three suites; `test/places.ts` says which file runs in which. */
export type Suite = 'test' | 'long' | 'soak';

/** Number of random cases of one property: in `npm test`, in `npm run test:long`, in `npm run test:soak`. */
export type Counts = Readonly<Record<Suite, number>>;

/** The suite that runs; `test` for a file that is run by itself. */
export const suite = (process.env['HOURBOOK_TEST_SUITE'] ?? 'test') as Suite;

/** The seed of this run. `npm test -- --seed=N` sets it; the runner prints `N` when a test fails. */
export const seed = Number(process.env['HOURBOOK_TEST_SEED'] ?? 1);

/** Parameters for `fc.assert`. `npm test -- --runs=N` sets the number of cases of every property. */
export function runs(counts: Counts): { readonly seed: number; readonly numRuns: number } {
  return { seed, numRuns: countOf(counts) };
}

/** The number of cases alone, for loops without fast-check. */
export function countOf(counts: Counts): number {
  return Number(process.env['HOURBOOK_TEST_RUNS'] ?? counts[suite]);
}
