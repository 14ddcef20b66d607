// A second implementation of local times. It uses only what Intl shows, without Temporal and without caches of
// offsets.
import { naive, shownBy } from './zones.ts';

const hour = 3600;
const day = 24 * hour;

/** Seconds east of UTC. */
export function shownOffset(zone: string, instant: number): number {
  return naive(shownBy(zone, instant)) - instant;
}

/** Every instant at which the zone's clocks show this local time, in order: none where they skip it. */
export function instantsShowing(zone: string, local: string): readonly number[] {
  const shown = naive(local);
  // Clocks lie between 12 hours behind and 15 before UTC, and are never changed twice within these.
  const offsets = [-15 * hour, 0, 12 * hour].map((step) => shownOffset(zone, shown + step));
  return [...new Set(offsets)]
    .map((offset) => shown - offset)
    .filter((instant) => shownBy(zone, instant) === local)
    .toSorted((a, b) => a - b);
}

/** What the clocks show when they jump over this local time. */
export function nextShown(zone: string, local: string): string {
  let [before, after] = [naive(local) - day, naive(local) + day];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (shownBy(zone, middle) > local) after = middle;
    else before = middle;
  }
  return shownBy(zone, after);
}
