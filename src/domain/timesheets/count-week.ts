// The rest that a week must have. Pure; on the clocks of the week, so that a change of the clocks takes no rest away.
import { secondsOfDay } from '#values/clock-time.ts';
import type { BookedPart } from './booked-parts.ts';
import { joined } from './breaks.ts';

const hour = 3600;
const day = 24 * hour;
const week = 7 * day;
/** No schedule asks for a longer rest. */
export const longestWeeklyRest = 48 * hour;

/** How many dates after its Sunday decide about a week: work there may end a rest that began in it. */
export const datesAfterWeek = Math.ceil(longestWeeklyRest / day);

/**
 * Whether a week has work but no rest of so many seconds; `null`: it needs none. `dates` are its seven, Monday first, and
 * those after it. A rest counts for the week in which it begins, however far it goes on; of one that began before the week,
 * what lies in it counts.
 */
export function weekLacksRest(dates: readonly (readonly BookedPart[])[], leastRest: number | null): boolean {
  if (leastRest === null) return false;
  const work = joined(
    dates.flatMap((parts, index) =>
      parts.filter(({ isBreak, end }) => !isBreak && end !== null).map((part) => onWeekClock(part, index)),
    ),
  );
  const within = work.filter(({ start }) => start < week);
  if (within.length === 0) return false;
  const begins = [0, ...within.map(({ end }) => end).filter((end) => end < week)];
  return begins.every((begin) => {
    const next = work.find(({ start }) => start >= begin)?.start ?? Infinity;
    return next - begin < leastRest;
  });
}

function onWeekClock({ begins, ends }: BookedPart, index: number): { start: number; end: number } {
  const start = index * day + secondsOfDay(begins);
  const end = index * day + secondsOfDay(ends as string);
  return { start, end: ends === '00:00:00' ? (index + 1) * day : Math.max(start, end) };
}
