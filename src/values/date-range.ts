// Stretches of civil dates (`YYYY-MM-DD`), both ends included. Dates compare as text; no zone, no clock.

const millisecondsOfDay = 86_400_000;
/** How many dates are remembered in either direction: more than fifty years, so that a long account fits. */
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

const dayNumbers = new Map<string, number>();

/** How many days after 1970-01-01 the date is: a week's work asks for the same few dates again and again. */
export function dayNumber(date: string): number {
  let number = dayNumbers.get(date);
  if (number === undefined) {
    if (dayNumbers.size >= datesKept) dayNumbers.clear();
    dayNumbers.set(date, (number = Date.parse(date) / millisecondsOfDay));
  }
  return number;
}

const edges = {
  from: Date.parse(allDates.from) / millisecondsOfDay,
  to: Date.parse(allDates.to) / millisecondsOfDay,
};

const dateTexts = new Map<number, string>();

/** The date that many days after 1970-01-01. Lists repeat dates: remembering them halves the time. */
export function dateText(days: number): string {
  let text = dateTexts.get(days);
  if (text === undefined) {
    if (dateTexts.size >= datesKept) dateTexts.clear();
    dateTexts.set(days, (text = new Date(days * millisecondsOfDay).toISOString().slice(0, 10)));
  }
  return text;
}

/** The later of two dates. */
export function laterDate(one: string, other: string): string {
  return one > other ? one : other;
}

/** The earlier of two dates. */
export function earlierDate(one: string, other: string): string {
  return one < other ? one : other;
}
