// A model of dated assignments, such as the schedules of a person: a list of first days. It knows no server.
import { isDeepStrictEqual } from 'node:util';

/** Something that holds from a day on, until the next one does. */
interface Period {
  readonly from: string;
}

/**
 * What holds once something is given from a day on. What holds already is not taken from any day by a later one; what
 * was only planned moves, and something else takes the place of all that was said of its day and later ones.
 */
export function periodsAfter<One extends Period>(
  periods: readonly One[],
  given: One,
  today: string,
): readonly One[] {
  const last = periods.at(-1);
  const isSame = last !== undefined && isDeepStrictEqual({ ...last, from: given.from }, given);
  if (isSame && last.from <= given.from && last.from <= today) return periods;
  const former = isSame ? periods.slice(0, -1) : periods;
  return [...former.filter(({ from }) => from < given.from), given];
}
