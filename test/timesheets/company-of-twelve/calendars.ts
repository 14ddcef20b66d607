// Public holidays by law: Austria (Arbeitsruhegesetz § 7) and North Rhine-Westphalia (Feiertagsgesetz NW § 2), and the two
// half days off that the company gives everyone.
import type { CalendarName } from './facts.ts';

/** Days after Easter Sunday. */
const movable: Readonly<Record<CalendarName, readonly number[]>> = {
  AT: [1, 39, 50, 60],
  'DE-NW': [-2, 1, 39, 50, 60],
};

const fixed: Readonly<Record<CalendarName, readonly string[]>> = {
  AT: ['01-01', '01-06', '05-01', '08-15', '10-26', '11-01', '12-08', '12-25', '12-26'],
  'DE-NW': ['01-01', '05-01', '10-03', '11-01', '12-25', '12-26'],
};

/** Days on which the company works until noon; an administrator enters them. */
export const halfDays = ['12-24', '12-31'] as const;

/** The part of a date that is a public holiday. */
export function publicHolidayOn(calendar: CalendarName, date: string): number {
  const day = date.slice(5);
  if (fixed[calendar].includes(day)) return 1;
  if ((halfDays as readonly string[]).includes(day)) return 0.5;
  const sinceEaster = Temporal.PlainDate.from(date).since(easterOf(Number(date.slice(0, 4)))).days;
  return movable[calendar].includes(sinceEaster) ? 1 : 0;
}

/** Easter Sunday of the Gregorian calendar: the first Sunday after the full moon of spring (Gauss). */
function easterOf(year: number): Temporal.PlainDate {
  const century = Math.floor(year / 100);
  const moon = (15 + century - Math.floor((8 * century + 13) / 25) - Math.floor(century / 4)) % 30;
  const sun = (4 + century - Math.floor(century / 4)) % 7;
  const age = (19 * (year % 19) + moon) % 30;
  const weekday = (2 * (year % 4) + 4 * (year % 7) + 6 * age + sun) % 7;
  const isMovedBack = weekday === 6 && (age === 29 || (age === 28 && (11 * moon + 11) % 30 < 19));
  return Temporal.PlainDate.from({ year, month: 3, day: 22 }).add({
    days: age + weekday - (isMovedBack ? 7 : 0),
  });
}
