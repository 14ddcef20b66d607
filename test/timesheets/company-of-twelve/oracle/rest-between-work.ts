// Rest between work: that of a day, and the longest of a week. Work that a pause of up to an hour interrupts goes on.
import type { Booking } from '../facts.ts';
import { midnightOf, secondsOf } from './painted-day.ts';
import { daysAfter } from './terms.ts';

/** Work that no pause of more than an hour interrupts. */
export interface Stretch {
  /** Date on which it began, on the clocks of its beginning. */
  readonly date: string;
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
}

const longestPause = 3600;

/** The stretches of a person in order. */
export function stretchesOf(bookings: readonly Booking[]): readonly Stretch[] {
  const work = bookings
    .filter(({ task }) => task === 'work' || task === 'travel')
    .map(({ start, end }) => [Temporal.ZonedDateTime.from(start), Temporal.ZonedDateTime.from(end)] as const)
    .map(([start, end]) => ({
      date: start.toPlainDate().toString(),
      from: secondsOf(start),
      to: secondsOf(end),
    }))
    .toSorted((a, b) => a.from - b.from);
  const stretches: Stretch[] = [];
  for (const one of work) {
    const before = stretches.at(-1);
    if (before !== undefined && one.from - before.to <= longestPause)
      stretches[stretches.length - 1] = { ...before, to: one.to };
    else stretches.push(one);
  }
  return stretches;
}

/** The shortest rest before work that began on the date, after work of earlier dates; seconds. */
export function restBefore(stretches: readonly Stretch[], date: string): number {
  let shortest = Infinity;
  for (const one of stretches.filter((stretch) => stretch.date === date))
    for (const before of stretches)
      if (before.date < date) shortest = Math.min(shortest, one.from - before.to);
  return shortest;
}

/**
 * The longest rest of the week that ends with a Sunday; seconds. A rest counts for the week in which it begins with all its
 * length, and one that began before with what of it lies in the week.
 */
export function longestRest(stretches: readonly Stretch[], sunday: string, zone: string): number {
  const [monday, next] = [midnightOf(daysAfter(sunday, -6), zone), midnightOf(daysAfter(sunday, 1), zone)];
  const begins = [-Infinity, ...stretches.map(({ to }) => to)];
  const ends = [...stretches.map(({ from }) => from), Infinity];
  let longest = 0;
  for (const [index, begin] of begins.entries()) {
    const end = ends[index] as number;
    if (begin >= monday && begin < next) longest = Math.max(longest, end - begin);
    if (begin < monday) longest = Math.max(longest, Math.min(end, next) - monday);
  }
  return longest;
}
