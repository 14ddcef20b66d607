// Bookings as spans of time: moments in whole seconds. What the calendar draws, drags and adds up is made of these.
import { addDays, datesFrom, type CivilDate } from './civil.ts';
import { clockOf } from './duration.ts';
import type { Id, Tracking } from './rows.ts';
import { dateAt, dayStart, localTime, momentOf, offsetAt } from './zones.ts';

/** People work no longer than these 16 hours at a stretch, in seconds: a longer booking was forgotten or mistyped. */
export const longestStretch = 16 * 3600;

/** A booking on the line of time; `end` is `null` while it runs. */
export interface Span {
  readonly id: Id;
  readonly taskId: Id;
  readonly start: number;
  readonly end: number | null;
  readonly zone: string;
  readonly isBreak: boolean;
  readonly isPaid?: boolean;
  readonly isLocked: boolean;
  readonly notes: string | null;
}

/** A part of a span that lies on one date, in minutes since that date began. */
export interface Segment {
  readonly span: Span;
  readonly from: number;
  readonly to: number;
  readonly beginsHere: boolean;
  readonly endsHere: boolean;
}

/** The span of a row. */
export function spanOf(row: Tracking): Span {
  const zone = row.start_time_timezone;
  return {
    id: row.id,
    taskId: row.task_id,
    start: momentOf(row.start_time, zone, row.start_time_offset),
    end:
      row.end_time === null
        ? null
        : momentOf(row.end_time, row.end_time_timezone ?? zone, row.end_time_offset),
    zone,
    isBreak: row.is_nonworking === 1,
    isPaid: row.is_paid_non_working === 1,
    isLocked: row.approved_by_admin === 1,
    notes: row.notes,
  };
}

/** The span as one that cannot be changed, where it touches one of these dates on the clocks of its start. */
export function lockedOn(span: Span, dates: readonly CivilDate[]): Span {
  if (dates.length === 0) return span;
  const { start, end, zone } = span;
  const first = dateAt(start, zone);
  const last = dateAt(Math.max(start, (end ?? 0) - 1), zone);
  return { ...span, isLocked: span.isLocked || dates.some((date) => date >= first && date <= last) };
}

/** Seconds that a span lasts, up to now while it runs. */
export function lengthOf(span: Pick<Span, 'start' | 'end'>, now: number): number {
  return Math.max(0, (span.end ?? now) - span.start);
}

/** The parts of spans on consecutive dates of a zone, date by date, in order of time. */
export function segmentsOf(
  spans: readonly Span[],
  dates: readonly CivilDate[],
  zone: string,
  now: number,
): readonly (readonly Segment[])[] {
  const inOrder = [...spans].sort((a, b) => a.start - b.start);
  return dates.map((date) => {
    const [begins, ends] = [dayStart(date, zone), dayStart(addDays(date, 1), zone)];
    return inOrder.flatMap((span) => {
      const until = Math.max(span.start, span.end ?? now);
      const touches = span.start < ends && (until > begins || span.start >= begins);
      if (!touches) return [];
      const from = (Math.max(span.start, begins) - begins) / 60;
      const to = (Math.min(until, ends) - begins) / 60;
      return [{ span, from, to, beginsHere: span.start >= begins, endsHere: until <= ends }];
    });
  });
}

/** Seconds of work booked on each date, cut at midnight, up to now where one runs. */
export function workedOn(
  spans: readonly Span[],
  dates: readonly CivilDate[],
  zone: string,
  now: number,
): readonly number[] {
  const work = spans.filter((span) => !span.isBreak);
  return segmentsOf(work, dates, zone, now).map((parts) =>
    Math.round(parts.reduce((sum, part) => sum + (part.to - part.from) * 60, 0)),
  );
}

/** Start and end of a span as the interface writes them, on the clocks of a zone. */
export function timesOf(
  start: number,
  end: number | null,
  zone: string,
): Pick<
  Tracking,
  | 'start_time'
  | 'start_time_timezone'
  | 'start_time_offset'
  | 'end_time'
  | 'end_time_timezone'
  | 'end_time_offset'
> {
  return {
    start_time: localTime(start, zone),
    start_time_timezone: zone,
    start_time_offset: offsetAt(zone, start),
    end_time: end === null ? null : localTime(end, zone),
    end_time_timezone: end === null ? null : zone,
    end_time_offset: end === null ? null : offsetAt(zone, end),
  };
}

/** `8:05–9:30`, on the clocks of a zone; an open end while it runs. */
export function clockRange(span: Pick<Span, 'start' | 'end'>, zone: string): string {
  const clock = (moment: number): string => clockOf(localTime(moment, zone));
  return `${clock(span.start)}–${span.end === null ? '' : clock(span.end)}`;
}

/** The same clock time on another date; the length stays as it is, also where clocks change. */
export function onDate(span: Span, date: CivilDate): { readonly start: number; readonly end: number | null } {
  const start = momentOf(`${date} ${localTime(span.start, span.zone).slice(11)}`, span.zone);
  return { start, end: span.end === null ? null : start + (span.end - span.start) };
}

/** The copies of one week's spans in another, with a name each, so that a repeated copy adds nothing. */
export function copiesOf(
  spans: readonly Span[],
  from: CivilDate,
  to: CivilDate,
): readonly { readonly source: Span; readonly start: number; readonly end: number; readonly name: string }[] {
  const dates = datesFrom(from, 7);
  return spans.flatMap((source) => {
    const index = dates.indexOf(dateAt(source.start, source.zone));
    if (index < 0 || source.end === null) return [];
    const date = addDays(to, index);
    const { start, end } = onDate(source, date);
    return end === null ? [] : [{ source, start, end, name: `copy-${source.id}-${date}` }];
  });
}
