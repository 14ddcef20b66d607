// Dates and numbers in the language that is spoken, which the first screen does without.
import { addDays, dayNumber, isoWeek, type CivilDate } from '../domain/civil.ts';
import { clockOf } from '../domain/duration.ts';
import { language, words } from './words.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(date: CivilDate, options: Intl.DateTimeFormatOptions): string {
  const locale = language.value === 'en' ? 'en-GB' : 'de';
  const key = `${locale} ${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (made === undefined) {
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    formats.set(key, made);
  }
  return made.format(dayNumber(date) * 86_400_000);
}

/** `Mon 16`. */
export function dayShort(date: CivilDate): string {
  return `${format(date, { weekday: 'short' }).replace('.', '')} ${Number(date.slice(8))}`;
}

/** `Mo`, `Mon`. */
export function weekdayShort(date: CivilDate): string {
  return format(date, { weekday: 'short' }).replace('.', '');
}

/** `Mon 16 Nov`. */
export function dayMedium(date: CivilDate): string {
  return format(date, { weekday: 'short', day: 'numeric', month: 'short' });
}

/** `16 Nov 2026`. */
export function dateMedium(date: CivilDate): string {
  return format(date, { day: 'numeric', month: 'short', year: 'numeric' });
}

/** `November 2026`. */
export function monthLong(date: CivilDate): string {
  return format(date, { month: 'long', year: 'numeric' });
}

/** `Nov`. */
export function monthShort(date: CivilDate): string {
  return format(date, { month: 'short' });
}

/** `16–22 Nov`, `30 Nov – 6 Dec`; with the year where it is not the present one: `1–19 Feb 2027`. */
export function dateRange(from: CivilDate, to: CivilDate): string {
  const dot = language.value === 'de' ? '.' : '';
  const day = (date: CivilDate): string => `${Number(date.slice(8))}${dot}`;
  const present = String(new Date().getFullYear());
  const isNear = from.startsWith(present) && to.startsWith(present);
  const last = `${day(to)} ${monthShort(to)}${isNear ? '' : ` ${to.slice(0, 4)}`}`;
  if (from === to) return last;
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${day(from)}–${last}`
    : `${day(from)} ${monthShort(from)} – ${last}`;
}

/** `Week 47 · 16–22 Nov`. */
export function weekTitle(first: CivilDate): string {
  // The week has the number of its Monday, whichever day it begins with.
  return words.value.week.title(isoWeek(addDays(first, 2)).week, dateRange(first, addDays(first, 6)));
}

/** A number of days or hours with at most two decimals. */
export function amount(value: number): string {
  const locale = language.value === 'en' ? 'en-GB' : 'de';
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value).replace('-', '−');
}

/** A local time: `16 Nov 2026, 8:05`. */
export function momentText(local: string): string {
  return `${dateMedium(local.slice(0, 10))}, ${clockOf(local)}`;
}
