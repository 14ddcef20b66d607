// The dates of the demo company, which count from today, and the days on which its people do not work.
import { holidaysIn } from '#domain/schedules/holiday-calendar.ts';
import { isAway } from './demo-absences.ts';
import type { BookingContext } from './demo-bookings.ts';

/** Today, and what follows from it. */
export interface DemoCalendar {
  readonly today: Temporal.PlainDate;
  /** Of the present week. */
  readonly monday: Temporal.PlainDate;
  readonly isFree: BookingContext['isFree'];
}

/** The calendar of the company, with the public holidays of its country (ISO 3166-1 alpha-2). */
export async function calendarOf(now: Temporal.ZonedDateTime, country: string): Promise<DemoCalendar> {
  const today = now.toPlainDate();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const years = await Promise.all(
    [today.year - 1, today.year].map((year) => holidaysIn(country, year, 'en')),
  );
  const holidays = new Set(years.flat().map(({ date }) => date));
  return {
    today,
    monday,
    isFree: (date, username) => holidays.has(date.toString()) || isAway(username, date, monday),
  };
}

/** All dates from the first on, without the end. */
export function datesBetween(
  first: Temporal.PlainDate,
  end: Temporal.PlainDate,
): readonly Temporal.PlainDate[] {
  return Array.from({ length: first.until(end).total('days') }, (_, day) => first.add({ days: day }));
}
