// Presence follows from absences, schedules, calendars and settings too: after one of these changes, the statuses of the
// people whom it concerns today are brought up to date.
import type { Rule, View } from '#resource/rule.ts';
import { dateAfter } from '#values/date-range.ts';
import { absenceStatus } from '../absence-days/absence-kind.ts';
import { anyDiffers, differs, rowId } from '../change.ts';
import { dayColumns } from '../schedules/schedule-plan.ts';
import { peopleWith } from '../schedules/people-with.ts';
import { today } from '../schedules/today.ts';
import { longTimerSetting } from './load-presence.ts';

/** After an absence was granted, or one that was has changed or gone. */
export const statusOfAbsent: Rule<'absences'> = (change, view) => {
  const { before, after, verb } = change;
  const versions = [before, verb === 'delete' ? null : after];
  if (!versions.some((row) => row?.status === absenceStatus.granted)) return;
  renew(view, [after.user_id]);
};

/** After a type of absence began or ceased to count as working time. */
export const statusOfAbsenceType: Rule<'absenceTypes'> = (change, view) => {
  if (change.verb !== 'update' || !differs(change, 'add_to_working_hours')) return;
  const { absence_type_id: type, absence_subtype_id: subtype } = change.after;
  const absences = view.find('absences', [
    { column: 'type_id', is: '=', value: type },
    { column: 'subtype_id', is: '=', value: subtype },
    { column: 'status', is: '=', value: absenceStatus.granted },
    { column: 'from_date', is: '<=', value: dateAfter(today(change), 1) },
    { column: 'to_date', is: '>=', value: dateAfter(today(change), -1) },
  ]);
  renew(view, absences.map(userOf));
};

/** After what a weekday of a schedule asks for has changed: its hours decide how long absences in hours are. */
export const statusOfSchedule: Rule<'workScheduleDays'> = (change, view) => {
  if (!anyDiffers(change, dayColumns)) return;
  const value = change.after.timesheet_template_id;
  renew(view, peopleWith(view, { column: 'timesheet_template_id', value }));
};

/** After a public holiday came, changed or went that is one today somewhere on Earth. */
export const statusOfHoliday: Rule<'publicHolidays'> = (change, view) => {
  const days = [-1, 0, 1].map((number) => dateAfter(today(change), number));
  const dates = [change.before?.date, change.after.date];
  if (!dates.some((date) => date !== undefined && days.includes(date))) return;
  statusOfCalendar(view, change.after.template_id);
};

/** After a calendar moved to another country or region. */
export const statusOfTemplate: Rule<'publicHolidayTemplates'> = (change, view) => {
  if (change.verb !== 'update' || !differs(change, 'iso_3166')) return;
  statusOfCalendar(view, rowId(change));
};

/** After holidays of a calendar have changed. */
export function statusOfCalendar(view: View, template: number): void {
  renew(view, peopleWith(view, { column: 'public_holiday_template_id', value: template }));
}

/** After a setting changed: when running trackings are very long, or in which zone people without one live. */
export const statusOfSetting: Rule<'generalSettings'> = (change, view) => {
  if (!differs(change, 'setting_value')) return;
  if (change.after.setting_type === longTimerSetting) {
    const running = view.find('timeTrackings', [{ column: 'end_instant', is: 'null' }]);
    renew(view, running.map(userOf));
  }
  if (change.after.setting_type !== 'default_user_timezone') return;
  const people = view.find('users', [{ column: 'timezone', is: 'null' }]);
  renew(
    view,
    people.map((person) => person.id),
  );
};

function renew(view: View, ids: readonly number[]): void {
  for (const id of ids) view.stale(id, { status: 'everybody' });
}

function userOf(row: { readonly user_id: number }): number {
  return row.user_id;
}
