// Walking over bookings with arrow keys: which one comes next. Columns are days, bookings lie in order of time.
import type { Id } from './rows.ts';

/** A direction of an arrow key. */
export type Direction = 'up' | 'down' | 'left' | 'right';

/** A booking as the walk sees it. */
export interface Stop {
  readonly id: Id;
  readonly day: number;
  readonly from: number;
}

/** The booking that an arrow leads to: the neighbour of the same day, or the closest in time of the next filled day. */
export function walk(stops: readonly Stop[], at: Id | null, direction: Direction): Id | null {
  const inOrder = [...stops].sort((a, b) => a.day - b.day || a.from - b.from);
  const here = inOrder.find((stop) => stop.id === at);
  if (here === undefined) return inOrder[0]?.id ?? null;
  if (direction === 'up' || direction === 'down') {
    const index = inOrder.indexOf(here) + (direction === 'down' ? 1 : -1);
    return inOrder[index]?.id ?? here.id;
  }
  const beyond = inOrder.filter((stop) =>
    direction === 'right' ? stop.day > here.day : stop.day < here.day,
  );
  const day = direction === 'right' ? beyond[0]?.day : beyond.at(-1)?.day;
  const closest = beyond
    .filter((stop) => stop.day === day)
    .sort((a, b) => Math.abs(a.from - here.from) - Math.abs(b.from - here.from))[0];
  return closest?.id ?? here.id;
}

/** The next booking of the same day, else the one before. */
export function beside(stops: readonly Stop[], at: Id): Id | null {
  const day = stops.find((stop) => stop.id === at)?.day;
  const ofDay = stops.filter((stop) => stop.day === day);
  const index = ofDay.findIndex((stop) => stop.id === at);
  return (ofDay[index + 1] ?? ofDay[index - 1])?.id ?? null;
}
