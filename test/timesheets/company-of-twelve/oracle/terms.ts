// What holds for a person on a date, looked up from the plain data each time.
import { publicHolidayOn } from '../calendars.ts';
import type {
  BreakModel,
  BreakModelName,
  Company,
  Dated,
  Employment,
  Person,
  Schedule,
  ScheduleDay,
} from '../facts.ts';

/** Models of breaks by law: Arbeitszeitgesetz § 4 (Germany), § 11 (Austria), Arbeitsgesetz § 15 (Switzerland). */
const models: Readonly<Record<Exclude<BreakModelName, 'own'>, BreakModel>> = {
  german: model(
    [
      [360, 30],
      [540, 45],
    ],
    15,
  ),
  austrian: { ...model([[360, 30]], 10), longest: 15 },
  swiss: model(
    [
      [330, 15],
      [420, 30],
      [540, 60],
    ],
    15,
  ),
  none: model([], 15),
  off: {
    ...model(
      [
        [360, 30],
        [540, 45],
      ],
      15,
    ),
    deducts: false,
  },
};

function model(steps: readonly (readonly [number, number])[], part: number): BreakModel {
  return { steps: steps.map(([after, breaks]) => ({ after, breaks })), part, longest: 0, deducts: true };
}

/** All dates from the first to the last. */
export function datesFrom(first: string, last: string): readonly string[] {
  const dates: string[] = [];
  for (let day = Temporal.PlainDate.from(first); day.toString() <= last; day = day.add({ days: 1 }))
    dates.push(day.toString());
  return dates;
}

/** 1 is Monday. */
export function weekdayOf(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

/** The date so many days later. */
export function daysAfter(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** What holds of terms that begin on different dates. */
export function valueOn<T>(terms: readonly Dated<T>[], date: string): T | undefined {
  let found: T | undefined;
  for (const { from, value } of terms) if (from === null || from <= date) found = value;
  return found;
}

/** The employment in whose account a date lies. */
export function employmentOn(person: Person, date: string): Employment | undefined {
  return person.employments.find((one) => startOf(one) <= date && (one.exit === null || date <= one.exit));
}

/** First day of the account of an employment. */
export function startOf({ entry, accountStart }: Employment): string {
  return accountStart !== null && accountStart > entry ? accountStart : entry;
}

/** The schedule of a person on a date. */
export function scheduleOn(company: Company, person: Person, date: string): Schedule {
  const name = valueOn(person.schedules, date);
  return company.schedules.find((one) => one.name === name) as Schedule;
}

/** What the schedule says of a date, with the hours that hold by then. */
export function scheduleDayOn(company: Company, person: Person, date: string): ScheduleDay {
  const schedule = scheduleOn(company, person, date);
  const weekday = weekdayOf(date);
  const day = schedule.days[weekday - 1] as ScheduleDay;
  let { hours } = day;
  for (const edit of schedule.edits) if (edit.weekday === weekday && edit.from <= date) hours = edit.hours;
  return { ...day, hours };
}

/** The part of a date that is a public holiday for a person. */
export function holidayOn(person: Person, date: string): number {
  return publicHolidayOn(valueOn(person.calendars, date) as 'AT', date);
}

/** The model of breaks of a person on a date: their own, else that of the schedule, else that of the account. */
export function modelOn(company: Company, person: Person, date: string): BreakModel {
  const own = person.breakModel;
  const isOwn = own !== undefined && (own.from === null || own.from <= date);
  const name = isOwn ? own.value : (scheduleOn(company, person, date).breaks ?? company.accountModel);
  return name === 'own' ? company.ownModel : models[name];
}

/** Seconds of the longest gap that is a break; 0: none is. */
export function longestGapOn(company: Company, person: Person, date: string): number {
  const { gapsAreBreaks, longestGap } = scheduleOn(company, person, date);
  return gapsAreBreaks === false ? 0 : (longestGap ?? company.longestGap) * 3600;
}
