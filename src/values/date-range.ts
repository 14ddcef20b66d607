// Stretches of civil dates (`YYYY-MM-DD`), both ends included. Dates compare as text; no zone, no clock.

const millisecondsOfDay = 86_400_000;

/** How many dates the range holds; 0 when it ends before it begins. */
export function countDates(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / millisecondsOfDay + 1);
}

/** Every date from one to the other, ascending. */
export function datesBetween(from: string, to: string): readonly string[] {
  const first = Date.parse(from) / millisecondsOfDay;
  return Array.from({ length: countDates(from, to) }, (_, number) => dateText(first + number));
}

/** The first and the last date that can be written. */
export const allDates = { from: '0001-01-01', to: '9999-12-31' } as const;

/** The date that many days later; earlier when `days` is negative. Never one that cannot be written. */
export function dateAfter(date: string, days: number): string {
  const day = Date.parse(date) / millisecondsOfDay + days;
  if (day >= edges.to) return allDates.to;
  if (day <= edges.from) return allDates.from;
  return dateText(day);
}

const edges = {
  from: Date.parse(allDates.from) / millisecondsOfDay,
  to: Date.parse(allDates.to) / millisecondsOfDay,
};

const dateTexts = new Map<number, string>();
const dateTextsKept = 5_000;

/** The date that many days after 1970-01-01. Lists repeat dates: remembering them halves the time. */
export function dateText(days: number): string {
  let text = dateTexts.get(days);
  if (text === undefined) {
    if (dateTexts.size >= dateTextsKept) dateTexts.clear();
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
