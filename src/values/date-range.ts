// Stretches of civil dates (`YYYY-MM-DD`), both ends included. Dates compare as text; no zone, no clock.

/** How many dates are remembered: more than fifty years. */
const datesKept = 20_000;

/** How many dates the range holds; 0 when it ends before it begins. */
export function countDates(from: string, to: string): number {
  return Math.max(0, dayNumber(to) - dayNumber(from) + 1);
}

/** Every date from one to the other, ascending. */
export function datesBetween(from: string, to: string): readonly string[] {
  const first = dayNumber(from);
  return Array.from({ length: countDates(from, to) }, (_, number) => dateText(first + number));
}

/** The first and the last date that can be written. */
export const allDates = { from: '0001-01-01', to: '9999-12-31' } as const;

/** The date that many days later; earlier when `days` is negative. Never one that cannot be written. */
export function dateAfter(date: string, days: number): string {
  const day = dayNumber(date) + days;
  if (day >= edges.to) return allDates.to;
  if (day <= edges.from) return allDates.from;
  return dateText(day);
}

/**
 * How many days after 1970-01-01 the date is. Counted, not parsed: long accounts ask for thousands of dates. Years begin in
 * March, so that a leap day is the last of its year; 400 of them are an era of always as many days.
 */
export function dayNumber(date: string): number {
  // The day after the last that can be written, as Temporal writes it.
  if (date.length !== 10) return Date.parse(date) / 86_400_000;
  const [month, day] = [numberAt(date, 5), numberAt(date, 8)];
  const year = numberAt(date, 0) * 100 + numberAt(date, 2) - (month <= 2 ? 1 : 0);
  const era = Math.floor(year / 400);
  const ofEra = year - era * 400;
  const before = daysOfEra(ofEra) + firstOfMonth(month > 2 ? month - 3 : month + 9);
  return era * eraDays + before + day - 1 - epochDays;
}

/** The two digits of a text from a place on. */
function numberAt(text: string, place: number): number {
  return text.charCodeAt(place) * 10 + text.charCodeAt(place + 1) - 11 * 48;
}

const eraDays = 146_097;
/** From the first day of March of the year 0 to 1970-01-01. */
const epochDays = 719_468;

/** How many days of an era are before its year, which counts from 0. */
function daysOfEra(year: number): number {
  return year * 365 + Math.floor(year / 4) - Math.floor(year / 100);
}

/** How many days of a year are before its month, which counts from 0, March. */
function firstOfMonth(month: number): number {
  return Math.floor((153 * month + 2) / 5);
}

const edges = { from: dayNumber(allDates.from), to: dayNumber(allDates.to) };

const dateTexts = new Map<number, string>();

/** The date that many days after 1970-01-01. Lists repeat dates: they are remembered. */
export function dateText(days: number): string {
  let text = dateTexts.get(days);
  if (text === undefined) {
    if (dateTexts.size >= datesKept) dateTexts.clear();
    dateTexts.set(days, (text = writtenDate(days)));
  }
  return text;
}

function writtenDate(days: number): string {
  const era = Math.floor((days + epochDays) / eraDays);
  const ofEra = days + epochDays - era * eraDays;
  const leaps = Math.floor(ofEra / 1460) - Math.floor(ofEra / 36_524) + Math.floor(ofEra / (eraDays - 1));
  const yearOfEra = Math.floor((ofEra - leaps) / 365);
  const ofYear = ofEra - daysOfEra(yearOfEra);
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  const day = ofYear - firstOfMonth(fromMarch) + 1;
  return `${twoDigits(Math.floor(year / 100))}${twoDigits(year % 100)}-${twoDigits(month)}-${twoDigits(day)}`;
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : `${number}`;
}

/** The later of two dates. */
export function laterDate(one: string, other: string): string {
  return one > other ? one : other;
}

/** The earlier of two dates. */
export function earlierDate(one: string, other: string): string {
  return one < other ? one : other;
}
