// From when on a value held: a list of entries, each until the next begins. Pure.

/** A value and the first day on which it holds. */
export interface Entry {
  readonly from: string;
  readonly value: number;
}

/** The first day that a date can name: an entry from here on holds since ever. */
export const sinceEver = '0001-01-01';

/** The value that holds on a date; `null` before the first entry. Entries ascend. */
export function valueOn(entries: readonly Entry[], date: string): number | null {
  return entries.findLast(({ from }) => from <= date)?.value ?? null;
}

/**
 * The entries after one more was written. It holds from its day on, whatever was said of later days; what held before
 * that day stays. An entry with the value of the last one moves that one.
 */
export function withEntry(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const others = entries.at(-1)?.value === entry.value ? entries.slice(0, -1) : entries;
  const before = others.filter(({ from }) => from < entry.from);
  return before.at(-1)?.value === entry.value ? before : [...before, entry];
}
