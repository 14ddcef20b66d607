// The ISO 8601 calendar of weeks: a week belongs to the year that holds its Thursday.
import { dateText, dayNumber } from './date-range.ts';

/** Where a date lies. Weekdays count from 1, Monday, to 7, Sunday. */
export interface WeekDate {
  /** The year to which the week belongs: 2026 for 2027-01-01, in its week 53. */
  readonly year: number;
  readonly week: number;
  readonly weekday: number;
}

/** Year, week and weekday of a date as `YYYY-MM-DD`. */
export function weekDateOf(date: string): WeekDate {
  const weekday = weekdayOf(date);
  const thursday = dayNumber(date) + 4 - weekday;
  const text = dateText(thursday);
  const week = Math.floor((thursday - dayNumber(`${text.slice(0, 4)}-01-01`)) / 7) + 1;
  return { year: Number(text.slice(0, 4)), week, weekday };
}

/** Day of the week of a date as `YYYY-MM-DD`: 1 Monday to 7 Sunday. */
export function weekdayOf(date: string): number {
  return ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;
}
