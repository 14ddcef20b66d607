// What an absence costs on each of its dates: a function of its dates, its parts and the person's calendar. Pure.
// Amounts are whole hundredths, as decimals are stored: of a day, or of an hour for absences in hours.
import { datesBetween } from '#values/date-range.ts';

/** What one date is to a person who would have worked. */
export interface CalendarDay {
  /** Part of a day that an absence costs here, in hundredths: 100 on a working day, 50 on a half holiday, 0 on others. */
  readonly share: number;
  /** Whole seconds to be worked; what a holiday takes is gone already. */
  readonly seconds: number;
  /** The same in hundredths of hours, rounded: the most that can be asked for. */
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

/** What a date costs, and the exact seconds of what is to be worked that this takes. */
export interface CountedDay extends CostlyDay {
  readonly seconds: number;
}

/** What others have taken of a date already, in hundredths of seconds of {@link wholeOf} it. */
export type Taken = (date: string) => number;

/** What an absence costs on each of its dates, those that cost nothing included: no more than others leave of them. */
export function costOfDates(span: Span, calendar: Calendar, taken: Taken = () => 0): readonly CountedDay[] {
  return datesBetween(span.from, span.to).map((date) => {
    const day = calendar(date);
    const whole = wholeOf(day);
    const before = Math.min(whole, taken(date));
    const slice = { before, after: Math.min(whole, before + takenOf(span, date, day)) };
    const value = span.inHours ? hoursOn(span, day, slice) : daysOn(day, slice);
    return { date, value, seconds: day.seconds === 0 ? 0 : rounded(slice, 100) };
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

/** All of a date: hundredths of the seconds to be worked, or of those by the clock where nobody works. */
export function wholeOf({ seconds }: CalendarDay): number {
  return 100 * (seconds === 0 ? wholeClock : seconds);
}

/** What a span takes of a date when it has it to itself, in hundredths of seconds. */
export function takenOf(span: Span, date: string, day: CalendarDay): number {
  if (!span.inHours || span.hours === null) return (partOf(span, date) * wholeOf(day)) / 100;
  return span.hours >= day.hours ? wholeOf(day) : span.hours * hundredthOfHour;
}

const wholeClock = 24 * 3600;
/** A hundredth of an hour in hundredths of seconds. */
const hundredthOfHour = 3600;

/** From where to where a span reaches in what is taken of a date, in hundredths of seconds. */
interface Slice {
  readonly before: number;
  readonly after: number;
}

function daysOn(day: CalendarDay, slice: Slice): number {
  return day.share === 0 ? 0 : rounded(slice, wholeOf(day) / day.share);
}

function hoursOn({ hours, anyDay }: Span, day: CalendarDay, slice: Slice): number {
  if (day.hours === 0) return anyDay ? (hours ?? 0) : 0;
  return rounded(slice, hundredthOfHour);
}

/** In whole units. Both ends are rounded, not the length: slices that follow each other add up to the whole. */
function rounded({ before, after }: Slice, unit: number): number {
  return Math.round(after / unit) - Math.round(before / unit);
}
