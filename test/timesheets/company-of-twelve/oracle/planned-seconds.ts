// Planned working time of a date: what shifts cover, less breaks and paid ways, on a strip of seconds.
import type { Booking } from '../facts.ts';
import { piecesByDate } from './painted-day.ts';

/** Planned seconds by date. What two shifts cover counts once. */
export function plannedByDate(plans: readonly Booking[]): ReadonlyMap<string, number> {
  const planned = new Map<string, number>();
  for (const [date, pieces] of piecesByDate(plans)) {
    const first = Math.min(...pieces.map(({ from }) => from));
    const strip = new Uint8Array(Math.max(...pieces.map(({ to }) => to)) - first);
    const fill = (isWork: boolean): void => {
      for (const { task, from, to } of pieces)
        if ((task === 'work') === isWork) strip.fill(isWork ? 1 : 0, from - first, to - first);
    };
    fill(true);
    fill(false);
    let seconds = 0;
    for (const second of strip) seconds += second;
    planned.set(date, seconds);
  }
  return planned;
}
