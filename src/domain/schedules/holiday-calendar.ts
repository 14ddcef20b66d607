// Public holidays by law, computed by the package date-holidays. It takes a moment to load: only when it is needed.
import { createRequire } from 'node:module';
import type Holidays from 'date-holidays';

/** A public holiday; `value` is the part of the day that is off, in hundredths. */
export interface ComputedHoliday {
  readonly date: string;
  readonly name: string;
  readonly value: number;
}

/** A country or region as the package knows it: `DE-BY`, `Bayern`. The region is empty for a whole country. */
export interface Place {
  readonly code: string;
  readonly region: string;
}

const require = createRequire(import.meta.url);

function loaded(): typeof Holidays {
  const module = require('date-holidays') as { readonly default?: typeof Holidays } & typeof Holidays;
  return module.default ?? module;
}

/** The calendar of a code; of no code it knows the places only. */
function calendarOf(code: string): Holidays {
  const calendar = new (loaded())();
  const [country, state, region] = code.split('-');
  if (code !== '') calendar.init(country, state, region);
  return calendar;
}

/** What the code names, in its usual spelling; a list of known regions if the country has none of this name. */
export function placeOf(code: string): Place | { readonly known: readonly string[] } {
  const [country = '', ...rest] = code.split('-');
  const calendar = calendarOf('');
  const path: string[] = [country.toUpperCase()];
  let region = '';
  for (const part of rest) {
    const known = path.length > 2 ? {} : (calendar.query(path[0], path[1]) ?? {});
    const key = Object.keys(known).find((name) => name.toLowerCase() === part.toLowerCase());
    if (key === undefined) return { known: Object.keys(known).map((name) => [...path, name].join('-')) };
    region = known[key] ?? key;
    path.push(key);
  }
  return { code: path.join('-'), region };
}

const remembered = new Map<string, readonly ComputedHoliday[]>();
const mostRemembered = 500;

/** The public holidays of a year, by date: one a date. A country that the package does not know has none. */
export function holidaysIn(code: string, year: number, language: string): readonly ComputedHoliday[] {
  const key = `${code} ${year} ${language}`;
  let known = remembered.get(key);
  if (known === undefined) {
    const calendar = calendarOf(code);
    // A holiday of several days may begin in the year before.
    const days = [year - 1, year].flatMap((one) => publicDays(calendar, one, language));
    known = oneADate(days.filter(({ date }) => date.startsWith(`${year}-`)));
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(key, known);
  }
  return known;
}

function publicDays(calendar: Holidays, year: number, language: string): readonly ComputedHoliday[] {
  return calendar
    .getHolidays(year, language)
    .filter(({ type }) => type === 'public')
    .flatMap(({ date, start, end, name }) => {
      const hours = (end.getTime() - start.getTime()) / 3_600_000;
      return datesFrom(date.slice(0, 10), hours).map((one) => ({
        date: one,
        name,
        value: hours <= halfDay ? 50 : 100,
      }));
    });
}

/** Half holidays begin at noon or later. Whole ones last 23 to 25 hours a day, as clocks change. */
const halfDay = 12;

function datesFrom(first: string, hours: number): readonly string[] {
  const day = Temporal.PlainDate.from(first);
  const count = Math.max(1, Math.floor((hours + 1) / 24));
  return Array.from({ length: count }, (_, days) => day.add({ days }).toString());
}

/** Two holidays on one date are one row with both names. */
function oneADate(days: readonly ComputedHoliday[]): readonly ComputedHoliday[] {
  const byDate = Map.groupBy(days, ({ date }) => date);
  return [...byDate]
    .map(([date, same]) => ({
      date,
      name: [...new Set(same.map(({ name }) => name))].join(' / '),
      value: Math.max(...same.map(({ value }) => value)),
    }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Languages in which accounts fill their calendars. */
const languages = ['en', 'de'] as const;

/** Names of a year's holidays in a language, by `<date> <name in whichever language it was filled in>`. */
export function holidayNames(
  code: string,
  { year, language }: { readonly year: number; readonly language: string },
): ReadonlyMap<string, string> {
  const wanted = new Map(holidaysIn(code, year, language).map(({ date, name }) => [date, name]));
  const filled = languages.map((one) => holidaysIn(code, year, one));
  return new Map(filled.flat().map(({ date, name }) => [`${date} ${name}`, wanted.get(date) ?? name]));
}
