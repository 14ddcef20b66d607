// What an absence costs on each of its dates: a function of its dates, its parts and the person's calendar. Pure.
// Amounts are whole hundredths, as decimals are stored: of a day, or of an hour for absences in hours.
import { datesBetween } from '#values/date-range.ts';

/** What one date is to a person who would have worked. */
export interface CalendarDay {
  /** Part of a day that an absence costs here, in hundredths: 100 on a working day, 50 on a half holiday, 0 on others. */
  readonly share: number;
  /** Hours to be worked, in hundredths; what a holiday takes is gone already. */
  readonly hours: number;
}

/** A person's calendar: every date has its day. */
export type Calendar = (date: string) => CalendarDay;

/** When somebody is absent, and for how much of it. */
export interface Span {
  readonly from: string;
  readonly to: string;
  /** Hundredths of the first and last date that are taken; 50 is half a day. */
  readonly beginPart: number;
  readonly endPart: number;
  readonly inHours: boolean;
  /** Hundredths of hours asked for, of an absence in hours on one date; `null`: as many as are to be worked. */
  readonly hours: number | null;
  /** May lie where nobody works: hours asked for there count. */
  readonly anyDay: boolean;
}

/** What a date costs. */
export interface CostlyDay {
  readonly date: string;
  readonly value: number;
}

/** Hundredths of a date that are left to be taken: less than 100 where sick leave lies over a vacation. */
export type Free = (date: string) => number;

/** What an absence costs on each of its dates, those that cost nothing included. */
export function costOfDates(span: Span, calendar: Calendar, free: Free = () => 100): readonly CostlyDay[] {
  return datesBetween(span.from, span.to).map((date) => {
    const place = { date, day: calendar(date), free: free(date) };
    return { date, value: span.inHours ? hoursOn(span, place) : daysOn(span, place) };
  });
}

/** The part of a date that the span takes, in hundredths, whatever the date costs. A single date is taken once. */
export function partOf({ from, to, beginPart, endPart }: Span, date: string): number {
  if (from === to) return Math.min(beginPart, endPart);
  return date === from ? beginPart : date === to ? endPart : 100;
}

/** The dates that cost something. */
export function costlyDates(days: readonly CostlyDay[]): readonly string[] {
  return days.filter(({ value }) => value > 0).map(({ date }) => date);
}

/** The sum of what its dates cost. */
export function durationOf(days: readonly CostlyDay[]): number {
  return days.reduce((sum, { value }) => sum + value, 0);
}

/** The part of a date that the span takes, in hundredths, where hours are measured against those to be worked. */
export function measuredPartOf(span: Span, date: string, { hours }: CalendarDay): number {
  if (!span.inHours || span.hours === null) return partOf(span, date);
  return hours === 0 ? 100 : Math.min(100, Math.round((100 * span.hours) / hours));
}

interface Place {
  readonly date: string;
  readonly day: CalendarDay;
  readonly free: number;
}

function daysOn(span: Span, { date, day, free }: Place): number {
  return Math.round((Math.min(partOf(span, date), free) * day.share) / 100);
}

function hoursOn({ hours, anyDay }: Span, { day, free }: Place): number {
  const left = Math.round((day.hours * free) / 100);
  if (hours === null) return left;
  return day.hours === 0 ? (anyDay ? hours : 0) : Math.min(hours, left);
}
