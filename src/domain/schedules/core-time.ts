// Core time: when everybody who works by a schedule must be there, and whether somebody was. Pure: rows and moments in,
// instants (epoch seconds) out. It must not know what is running, or what anybody is told of it.
import type { Row } from '#resource/rule.ts';
import { earliestInstant, localText, type EpochSeconds } from '#values/time-zone.ts';
import type { Interval } from '../interval.ts';
import { holidayValue, type PersonDay } from './person-days.ts';

/** The core time of one day of a person. */
export interface CoreTime {
  /** When it begins on the person's clocks, `HH:MM:SS`. */
  readonly begin: string;
  readonly start: EpochSeconds;
  readonly end: EpochSeconds;
  /** The last second in which somebody comes in time. */
  readonly latestStart: EpochSeconds;
  /** From this second on leaving is excused. */
  readonly earliestEnd: EpochSeconds;
}

/** What an absence says of its hours. */
export type AbsenceHours = Pick<Row<'absences'>, 'from_date' | 'begin' | 'duration' | 'duration_unit'>;

/** What core time follows from beside the day. */
export interface CoreTimeParts {
  /** The granted absences that reach over the day, as rows. */
  readonly absences: readonly AbsenceHours[];
  /** The person's zone. */
  readonly zone: string;
}

const minute = 60;

/**
 * The core time of a day; `null` on days off, on public holidays (half ones too: nobody knows which half) and on days of
 * absence, whatever its kind. An absence in hours that says when it begins takes only its own hours away.
 */
export function coreTimeOf(day: PersonDay, { absences, zone }: CoreTimeParts): CoreTime | null {
  const { weekday, date } = day;
  if (!day.workday || weekday === null || holidayValue(day) > 0) return null;
  const { core_time_start: from, core_time_end: to } = weekday;
  if (from === null || to === null) return null;
  const spans = absences.map((absence) => hoursOf(absence, zone));
  if (spans.includes(null)) return null;
  const whole = {
    start: earliestInstant(`${date} ${from}`, zone),
    end: earliestInstant(`${date} ${to}`, zone),
  };
  const { start, end } = withoutHours(
    whole,
    spans.filter((span) => span !== null),
  );
  if (start >= end) return null;
  return {
    begin: localText(start, zone).slice(11),
    start,
    end,
    latestStart: Math.min(end, start + (weekday.core_time_start_tolerance ?? 0) * minute),
    earliestEnd: Math.max(start, end - (weekday.core_time_end_tolerance ?? 0) * minute),
  };
}

/**
 * Whether at the moment the core time is violated by somebody who was there in these intervals (trackings that touch it,
 * breaks included): they did not come in time, or are gone before its end. Who comes back before its end has made a pause.
 * For a day that is over, any later moment will do.
 */
export function missesCoreTime(core: CoreTime, presence: readonly Interval[], moment: EpochSeconds): boolean {
  if (moment <= core.latestStart) return false;
  const came = presence.some((one) => one.start <= core.latestStart && endOf(one) > core.start);
  const stayed = presence.some((one) => one.start < core.end && endOf(one) >= core.earliestEnd);
  const isThere = moment < core.end && presence.some((one) => one.start <= moment && moment < endOf(one));
  return !came || !(stayed || isThere);
}

/** The instants at which the answer of {@link missesCoreTime} can change by itself, and the end of the core time. */
export function coreTimeTurns(core: CoreTime, presence: readonly Interval[]): readonly EpochSeconds[] {
  const edges = presence.flatMap(({ start, end }) => (end === null ? [start] : [start, end]));
  return [core.latestStart + 1, core.end, ...edges];
}

/** A half-open stretch of time that ends. */
export interface Span {
  readonly start: EpochSeconds;
  readonly end: EpochSeconds;
}

/** The hours of an absence that says when it begins; `null`: it takes the whole day, or nobody knows which part. */
export function hoursOf(absence: AbsenceHours, zone: string): Span | null {
  const { from_date: date, begin, duration_unit: unit, duration } = absence;
  if (unit !== 'hs' || begin === null) return null;
  const start = earliestInstant(`${date} ${begin}`, zone);
  return { start, end: start + Math.round((Number(duration) * 3600) / 100) };
}

/** What is left when hours at its beginning and its end are taken away; those between leave it as it is. */
function withoutHours(whole: Span, taken: readonly Span[]): Span {
  const start = taken
    .toSorted((a, b) => a.start - b.start)
    .reduce((at, one) => (one.start <= at && at < one.end ? one.end : at), whole.start);
  const end = taken
    .toSorted((a, b) => b.end - a.end)
    .reduce((at, one) => (one.start < at && at <= one.end ? one.start : at), whole.end);
  return { start, end };
}

function endOf({ end }: Interval): number {
  return end ?? Infinity;
}
