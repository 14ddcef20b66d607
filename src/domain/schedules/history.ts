// From when on a value held: a list of entries, each until the next begins. Pure.

/** A value and the first day on which it holds. */
export interface Entry<Value = number> {
  readonly from: string;
  readonly value: Value;
}

/** The first day that a date can name: an entry from here on holds since ever. */
export const sinceEver = '0001-01-01';

/** After every day that a date can name. */
const forEver = '9999-12-32';

/** The value that holds on a date; `null` before the first entry. Entries ascend. */
export function valueOn<Value>(entries: readonly Entry<Value>[], date: string): Value | null {
  return entries.findLast(({ from }) => from <= date)?.value ?? null;
}

/** The values that hold on a date or on later ones. */
export function valuesFrom<Value>(entries: readonly Entry<Value>[], date: string): readonly Value[] {
  return entries.filter((_, index) => (entries[index + 1]?.from ?? forEver) > date).map(({ value }) => value);
}

/**
 * The entries once a value holds from a day on, whatever was said of later days; what held before that day stays.
 * Neighbours with the same value (`===`) are one entry.
 */
export function withValueFrom<Value>(
  entries: readonly Entry<Value>[],
  entry: Entry<Value>,
): readonly Entry<Value>[] {
  const before = entries.filter(({ from }) => from < entry.from);
  return before.at(-1)?.value === entry.value ? before : [...before, entry];
}

/** As {@link withValueFrom}; but an entry with the value of the last one moves that one. */
export function withEntry(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const others = entries.at(-1)?.value === entry.value ? entries.slice(0, -1) : entries;
  return withValueFrom(others, entry);
}

/** A value that is given from a day on, and whether the day was sent alone, as a correction of when the last one began. */
export interface GivenEntry extends Entry {
  readonly isDateAlone: boolean;
}

/**
 * From when on a given value then holds. What holds already goes on holding: to give it again from a later day takes it
 * from no day, unless it is only planned, or the day alone was sent and another value is there for the days between.
 */
export function beginningOf(entries: readonly Entry[], given: GivenEntry, today: string): string {
  const last = entries.at(-1);
  if (last?.value === given.value && last.from < given.from) {
    const moves = last.from > today || (given.isDateAlone && entries.length > 1);
    if (!moves) return last.from;
  }
  return withEntry(entries, given).at(-1)?.from ?? given.from;
}

/** The first day on which two histories say something else; `null` when they agree. */
export function firstDifference(one: readonly Entry[], other: readonly Entry[]): string | null {
  const begins = [...one, ...other].map(({ from }) => from).sort();
  return begins.find((date) => valueOn(one, date) !== valueOn(other, date)) ?? null;
}
