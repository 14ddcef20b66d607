// All orders of a list. Stories in which the order of uploads does not matter go through them.

/** Every order of the members: `n` of them have `n!` orders. */
export function permutations<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length <= 1) return [all];
  return all.flatMap((one, index) => permutations(all.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}
