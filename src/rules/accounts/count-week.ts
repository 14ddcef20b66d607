// The rest that a week must have. Pure; on the clocks of the week, so that a change of the clocks takes no rest away.
import { secondsOfDay } from '#values/clock-time.ts';
import type { BookedPart } from './booked-parts.ts';
import { joined } from './breaks.ts';

const hour = 3600;
const day = 24 * hour;
/** A day and the daily rest (directive 2003/88/EC, article 5). */
const leastRest = 35 * hour;

/** Whether a week of seven dates, Monday first, has work but no rest of 35 hours between its first and last midnight. */
export function weekLacksRest(week: readonly (readonly BookedPart[])[]): boolean {
  const work = joined(
    week.flatMap((parts, weekday) =>
      parts.filter(({ isBreak, end }) => !isBreak && end !== null).map((part) => onWeekClock(part, weekday)),
    ),
  );
  if (work.length === 0) return false;
  const edges = [0, ...work.flatMap(({ start, end }) => [start, end]), 7 * day];
  const gaps = work.map((_, index) => (edges[2 * index + 1] as number) - (edges[2 * index] as number));
  const last = (edges.at(-1) as number) - (edges.at(-2) as number);
  return Math.max(last, ...gaps) < leastRest;
}

function onWeekClock({ begins, ends }: BookedPart, weekday: number): { start: number; end: number } {
  const start = weekday * day + secondsOfDay(begins);
  const end = weekday * day + secondsOfDay(ends as string);
  return { start, end: ends === '00:00:00' ? (weekday + 1) * day : Math.max(start, end) };
}
