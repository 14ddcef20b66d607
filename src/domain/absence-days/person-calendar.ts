// What the dates of a range are to a person: their schedule and public holidays, as the counting of absences wants it.
import type { ReadView } from '#resource/rule.ts';
import {
  dayCost,
  loadPersonDays,
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

/** The person's calendar in the range; outside of it every date is a day off. Dates that nobody asks for cost nothing. */
export function calendarOf(userId: number, { from, to }: DateRange, view: ReadView): PersonCalendar {
  const dayOf = loadPersonDays(view, userId, { from, to });
  const known = new Map<string, PersonCalendarDay>();
  return (date) => {
    if (dayOf === null || date < from || to < date) return dayOff;
    let day = known.get(date);
    if (day === undefined) known.set(date, (day = calendarDay(dayOf(date))));
    return day;
  };
}

/** What a day of somebody is to their absences. */
export function calendarDay(day: PersonDay): PersonCalendarDay {
  const seconds = targetSeconds(day);
  const hours = Math.round(seconds / secondsOfUnit);
  return { share: dayCost(day), seconds, hours, departmentId: day.departmentId };
}
