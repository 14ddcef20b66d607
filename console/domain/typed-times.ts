// Day and clock times of a booking as a form shows them, and the moments that they mean on the clocks of one zone.
import { addDays, daysBetween, shownDate, type CivilDate } from './civil.ts';
import { clockOf, formatClock, parseClock } from './duration.ts';
import { longestStretch } from './spans.ts';
import { dateAt, localTime, momentOf, offsetAt } from './zones.ts';

/** The day of the start, and two times of day, as a person types them. */
export interface TypedTimes {
  readonly date: CivilDate;
  readonly from: string;
  readonly to: string;
}

/** From when to when; moments, `end` is `null` while it runs. */
export interface Moments {
  readonly start: number;
  readonly end: number | null;
}

/** What is wrong, field by field: no day, or one that no screen shows, no time of day, or an end that is not after the start. */
export type TimeFaults = Readonly<Partial<Record<keyof TypedTimes, 'missing' | 'unreadable' | 'order'>>>;

/** The zone of the clocks, and the times before a person typed; `before` is `null` where there were none. */
export interface Ground {
  readonly zone: string;
  readonly before: Moments | null;
}

/** What a form shows of a booking. Seconds do not show. */
export function shownTimes({ start, end }: Moments, zone: string): TypedTimes {
  const clock = (moment: number): string => clockOf(localTime(moment, zone));
  return { date: dateAt(start, zone), from: clock(start), to: end === null ? '' : clock(end) };
}

/**
 * The moments that were typed. What is as it was shown keeps its exact moment, and its seconds on another day. Without an end,
 * what runs goes on. Another end that is before the start lies on the next day, unless the booking were too long then.
 */
export function momentsOf(
  typed: TypedTimes,
  ground: Ground,
): { readonly times: Moments | null; readonly faults: TimeFaults } {
  const goesOn = ground.before?.end === null && typed.to.trim() === '';
  const [from, to] = [parseClock(typed.from), parseClock(typed.to)];
  const faults: TimeFaults = {
    ...(typed.date === shownDate(typed.date, '-') ? {} : { date: 'missing' }),
    ...(from === null ? { from: 'unreadable' } : {}),
    ...(to === null && !goesOn ? { to: 'unreadable' } : {}),
  };
  if (Object.keys(faults).length > 0 || from === null) return { times: null, faults };
  const { zone, before } = ground;
  const start = edgeAt({ date: typed.date, minutes: from, was: before?.start ?? null, zone, offset: null });
  if (to === null) return { times: { start, end: null }, faults };
  const end = endOf({ date: typed.date, from, to, start }, ground);
  return end > start ? { times: { start, end }, faults } : { times: null, faults: { to: 'order' } };
}

interface TypedEnd {
  readonly date: CivilDate;
  readonly from: number;
  readonly to: number;
  readonly start: number;
}

function endOf({ date, from, to, start }: TypedEnd, { zone, before }: Ground): number {
  const was = before?.end ?? null;
  // In the hour that exists twice, an end has the offset that it had, or else that of its start, where it can.
  const later = { minutes: to, was, zone, offset: offsetAt(zone, was ?? start) };
  if (before !== null && was !== null && to === minutesAt(was, zone)) {
    const first = dateAt(before.start, zone);
    const days = daysBetween(first, dateAt(was, zone));
    if (from === minutesAt(before.start, zone)) return edgeAt({ ...later, date: addDays(date, days) });
    if (date === first && was > start) return was;
  }
  if (to > from) return edgeAt({ ...later, date });
  const next = edgeAt({ ...later, date: addDays(date, 1) });
  return next - start > longestStretch ? start : next;
}

interface Edge {
  readonly date: CivilDate;
  /** Since midnight; 1440 is the midnight at the end of the date. */
  readonly minutes: number;
  /** Where the edge was before. */
  readonly was: number | null;
  readonly zone: string;
  /** Of two moments at which clocks show this, the one with this offset is meant. */
  readonly offset: number | null;
}

/** The moment of an edge: with the seconds that it had, if the minute is the same. */
function edgeAt({ date, minutes, was, zone, offset }: Edge): number {
  const shown = was === null ? null : localTime(was, zone);
  const isSame = was !== null && minutes === minutesAt(was, zone);
  const clock = isSame ? shown?.slice(11) : `${formatClock(minutes % 1440).padStart(5, '0')}:00`;
  const local = `${addDays(date, Math.floor(minutes / 1440))} ${clock}`;
  return was !== null && local === shown ? was : momentOf(local, zone, offset);
}

/** Minutes that a clock shows at a moment, since midnight. */
function minutesAt(moment: number, zone: string): number | null {
  return parseClock(clockOf(localTime(moment, zone)));
}
