// Civil dates as text `YYYY-MM-DD` and as counts of days. Knows no zone, no clock and no language.

/** A date such as `2026-11-22`. */
export type CivilDate = string;

/** Days between 1970-01-01 and the date. */
export function dayNumber(date: CivilDate): number {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return dayOf(year, month - 1, day);
}

/** `Date.UTC` takes the years 0 to 99 for those of the last century. */
function dayOf(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day) / 86_400_000;
}

/** The date of a day number. */
export function civilDate(day: number): CivilDate {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** The date that lies so many days later. */
export function addDays(date: CivilDate, days: number): CivilDate {
  return civilDate(dayNumber(date) + days);
}

/** Days from one date to another; negative when the second comes first. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** 1 for Monday to 7 for Sunday. */
export function weekday(date: CivilDate): number {
  return ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;
}

/** The Monday of the date's week. */
export function mondayOf(date: CivilDate): CivilDate {
  return weekStart(date, 1);
}

/** The first date of the date's week, when weeks begin with that day: 1 for Monday to 7 for Sunday. */
export function weekStart(date: CivilDate, first: number): CivilDate {
  return addDays(date, -((weekday(date) - first + 7) % 7));
}

/** Consecutive dates from the first one on. */
export function datesFrom(first: CivilDate, count: number): readonly CivilDate[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** Year and number of the date's week (ISO 8601: the week with the Thursday). */
export function isoWeek(date: CivilDate): { readonly year: number; readonly week: number } {
  const thursday = addDays(mondayOf(date), 3);
  const year = Number(thursday.slice(0, 4));
  return { year, week: 1 + Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) };
}

/** First and last date of the month in which the date lies. */
export function monthOf(date: CivilDate): { readonly first: CivilDate; readonly last: CivilDate } {
  const [year = 1970, month = 1] = date.split('-').map(Number);
  return { first: `${date.slice(0, 7)}-01`, last: civilDate(dayOf(year, month, 0)) };
}

/** The first date of the month that lies so many months later. */
export function addMonths(date: CivilDate, months: number): CivilDate {
  const [year = 1970, month = 1] = date.split('-').map(Number);
  return civilDate(dayOf(year, month - 1 + months, 1));
}

/** The date that an address names, in years of which whole weeks and months can be shown, with the next ones; else the other. */
export function shownDate(named: string, other: CivilDate): CivilDate {
  if (!isCivilDate(named)) return other;
  if (named < '1900-02') return '1900-02-01';
  return named > '9999-12' ? '9999-11-30' : named;
}

/** Whether the text is a date of the calendar. */
export function isCivilDate(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(dayNumber(text)) && civilDate(dayNumber(text)) === text
  );
}
