// The public holidays that a person has, as rows of absenceDays: every holiday of the calendar that holds for them on
// its date, as far as calendars are filled, from the first to the last day of their employment. Approved days stay.
import type { ReadView, Row, View } from '#resource/rule.ts';
import { approvedDays } from '../days/refuse-approved-day.ts';
import { sinceEver, valueOn } from '../schedules/history.ts';
import { historyOf, isEmployed, type DateRange } from '../schedules/person-days.ts';
import { absenceStatus } from '../absence-days/absence-kind.ts';
import { storeDays, type WantedDay } from './store-days.ts';

/** The last day that a date can name. */
export const forEver = '9999-12-31';

/** Brings the person's public holidays of the range, all unless given, up to date. */
export function renewPublicHolidays(userId: number, view: View, range?: DateRange): void {
  const { stored, wanted } = publicHolidaysOf(userId, view, range);
  storeDays(stored, wanted, view);
}

/** The rows of the person's public holidays in the range, all unless given: as they stand, and as they should be. */
export function publicHolidaysOf(
  userId: number,
  view: ReadView,
  range: DateRange = { from: sinceEver, to: forEver },
): { readonly stored: readonly Row<'absenceDays'>[]; readonly wanted: readonly WantedDay[] } {
  const user = view.get('users', userId);
  if (user === undefined) return { stored: [], wanted: [] };
  const inRange = [
    { column: 'date', is: '>=', value: range.from },
    { column: 'date', is: '<=', value: range.to },
  ] as const;
  const history = historyOf(view, userId);
  const calendars = history.public_holiday_template_id;
  const templates = [...new Set(calendars.map(({ value }) => value))];
  const holidays = view.find('publicHolidays', [
    { column: 'template_id', is: 'in', value: templates },
    { column: 'active', is: '=', value: 1 },
    ...inRange,
  ]);
  const existing = view.find('absenceDays', [
    { column: 'user_id', is: '=', value: userId },
    { column: 'type', is: '=', value: 'public_holiday' },
    ...inRange,
  ]);
  const wanted = holidays
    .filter((holiday) => holiday.template_id === valueOn(calendars, holiday.date))
    .filter((holiday) => isEmployed(user, holiday.date))
    .map((holiday) => dayOf(user, holiday, valueOn(history.department_id, holiday.date)));
  const approved = approvedDays(view, userId, range);
  const isOpen = (day: { readonly date: string }): boolean => !approved.has(day.date);
  return { stored: existing.filter(isOpen), wanted: wanted.filter(isOpen) };
}

function dayOf(user: Row<'users'>, holiday: Row<'publicHolidays'>, department: number | null): WantedDay {
  return {
    user_id: user.id ?? null,
    user_department_id: department,
    user_role_id: user.role_id ?? null,
    date: holiday.date,
    type: 'public_holiday',
    value: holiday.value ?? null,
    value_unit: 'd',
    status: absenceStatus.granted,
    comment: holiday.name ?? null,
  };
}
