// Trackings as the days to which they belong: cut at local midnight of the zone in which they began. Pure.
import type { Row } from '#resource/rule.ts';
import { partsByDate, type DatedPart } from '#values/local-days.ts';
import { localText, type EpochSeconds } from '#values/time-zone.ts';

/** The columns of a tracking from which its parts follow. */
export const bookedColumns = [
  'start_instant',
  'end_instant',
  'start_time_timezone',
  'is_nonworking',
  'is_paid_non_working',
] as const;

/** What of a tracking says what it is to its days. */
export type Booking = Pick<Row<'timeTrackings'>, (typeof bookedColumns)[number]>;

/** What of a tracking lies on one date. */
export interface BookedPart {
  readonly date: string;
  readonly start: EpochSeconds;
  /** `null` while it runs: then it counts nothing yet, but its start is known. */
  readonly end: EpochSeconds | null;
  /** On the clocks of the zone of its start, `HH:MM:SS`; the end of the date is 00:00:00, also where clocks skip it. */
  readonly begins: string;
  readonly ends: string | null;
  /** On a non-working task: a break. */
  readonly isBreak: boolean;
  /** Paid without being work. */
  readonly isPaid: boolean;
}

/** One that does not run. */
export type EndedPart = BookedPart & { readonly end: EpochSeconds; readonly ends: string };

/** Whether the part does not run. */
export function hasEnded(part: BookedPart): part is EndedPart {
  return part.end !== null;
}

/** The parts of a tracking in order, one for each date. They add up to it: a day has 23, 24 or 25 hours. */
export function partsOf(tracking: Booking): readonly BookedPart[] {
  const zone = tracking.start_time_timezone;
  const [start, end] = [tracking.start_instant, tracking.end_instant];
  const clock = (instant: EpochSeconds): string => localText(instant, zone).slice(11);
  const common = {
    isBreak: tracking.is_nonworking === 1,
    isPaid: tracking.is_paid_non_working === 1,
  };
  if (end === null)
    return [
      { ...common, date: localText(start, zone).slice(0, 10), start, end, begins: clock(start), ends: null },
    ];
  return partsByDate({ start, end }, zone).map((part) => ({
    ...common,
    ...part,
    begins: clock(part.start),
    ends: endOf(part, zone),
  }));
}

/** What the clocks show at the end of a part: midnight where the next date begins, which they may never show. */
function endOf({ date, end }: DatedPart, zone: string): string {
  const shown = localText(end, zone);
  return shown.slice(0, 10) > date ? '00:00:00' : shown.slice(11);
}
