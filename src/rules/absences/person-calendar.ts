// What the dates of a range are to a person: their schedule and public holidays, as the counting of absences wants it.
import type { ReadView } from '#resource/rule.ts';
import {
  dayCost,
  personDays,
  targetSeconds,
  type DateRange,
  type PersonDay,
} from '../schedules/person-days.ts';
import type { CalendarDay } from './count-days.ts';

/** A day of somebody. */
export interface PersonCalendarDay extends CalendarDay {
  /** Their department on that day. */
  readonly departmentId: number | null;
}

/** The calendar of somebody: every date has its day. */
export type PersonCalendar = (date: string) => PersonCalendarDay;

const dayOff: PersonCalendarDay = { share: 0, seconds: 0, hours: 0, departmentId: null };
/** Hours are kept in hundredths: seconds of one. */
export const secondsOfUnit = 36;

/** The person's calendar in the range; outside of it every date is a day off. */
export async function calendarOf(
  userId: number,
  { from, to }: DateRange,
  view: ReadView,
): Promise<PersonCalendar> {
  const days = await personDays(view, userId, { from, to });
  const byDate = new Map(days.map((day) => [day.date, calendarDay(day)]));
  return (date) => byDate.get(date) ?? dayOff;
}

/** What a day of somebody is to their absences. */
export function calendarDay(day: PersonDay): PersonCalendarDay {
  const seconds = targetSeconds(day);
  const hours = Math.round(seconds / secondsOfUnit);
  return { share: dayCost(day), seconds, hours, departmentId: day.departmentId };
}
