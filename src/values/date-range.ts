// Stretches of civil dates (`YYYY-MM-DD`), both ends included. Dates compare as text; no zone, no clock.

const millisecondsOfDay = 86_400_000;

/** How many dates the range holds; 0 when it ends before it begins. */
export function countDates(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / millisecondsOfDay + 1);
}

/** Every date from one to the other, ascending. */
export function datesBetween(from: string, to: string): readonly string[] {
  return Array.from({ length: countDates(from, to) }, (_, number) => dateAfter(from, number));
}

/** The first and the last date that can be written. */
export const allDates = { from: '0001-01-01', to: '9999-12-31' } as const;

/** The date that many days later; earlier when `days` is negative. Never one that cannot be written. */
export function dateAfter(date: string, days: number): string {
  const moment = Date.parse(date) + days * millisecondsOfDay;
  if (moment >= Date.parse(allDates.to)) return allDates.to;
  if (moment <= Date.parse(allDates.from)) return allDates.from;
  return new Date(moment).toISOString().slice(0, 10);
}

/** The later of two dates. */
export function laterDate(one: string, other: string): string {
  return one > other ? one : other;
}

/** The earlier of two dates. */
export function earlierDate(one: string, other: string): string {
  return one < other ? one : other;
}
