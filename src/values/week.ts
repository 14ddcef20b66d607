// The ISO 8601 calendar of weeks: a week belongs to the year that holds its Thursday.
import { dayNumber } from './date-range.ts';

/** Where a date lies. Weekdays count from 1, Monday, to 7, Sunday. */
export interface WeekDate {
  /** The year to which the week belongs: 2026 for 2027-01-01, in its week 53. */
  readonly year: number;
  readonly week: number;
  readonly weekday: number;
}

/** Year, week and weekday of a date as `YYYY-MM-DD`. */
export function weekDateOf(date: string): WeekDate {
  const { yearOfWeek, weekOfYear, dayOfWeek } = Temporal.PlainDate.from(date);
  if (yearOfWeek === undefined || weekOfYear === undefined) throw new Error(`${date} lies in no ISO week`);
  return { year: yearOfWeek, week: weekOfYear, weekday: dayOfWeek };
}

/** Day of the week of a date as `YYYY-MM-DD`: 1 Monday to 7 Sunday. */
export function weekdayOf(date: string): number {
  return ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;
}
