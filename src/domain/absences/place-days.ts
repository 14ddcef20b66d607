// A day of absence belongs to the department that the person has on it: it follows when departments change.
import type { View } from '#resource/rule.ts';
import { approvedDays } from '../days/refuse-approved-day.ts';
import { calendarOf } from '../absence-days/person-calendar.ts';
import { forEver } from './public-holiday-days.ts';

/** Moves a person's days of absence from a date on, but for approved ones. */
export function placeDays(view: View, userId: number, from: string): void {
  const days = view.find(
    'absenceDays',
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'date', is: '>=', value: from },
      { column: 'request_id', is: 'not null' },
    ],
    { orderBy: ['date'] },
  );
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return;
  const range = { from: first.date, to: last.date };
  const calendar = calendarOf(userId, range, view);
  const approved = approvedDays(view, userId, { from, to: forEver });
  const changes = days
    .filter((day) => !approved.has(day.date))
    .map((day) => ({
      row: day,
      values: { user_department_id: calendar(day.date).departmentId },
    }));
  view.updateAll('absenceDays', changes);
}
