// Everyone has a schedule and a calendar of public holidays: their own, or the account's default.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { differs } from '../change.ts';

type GivenColumn = 'timesheet_template_id' | 'public_holiday_template_id';

/** Fills in what a person lacks and refuses a schedule or calendar that is not active. */
export const giveSchedule: Rule<'users'> = (change, view) => {
  if (change.verb === 'delete') return;
  Object.assign(change.after, scheduleOf(change.after, view));
  refuseInactive(change, view, ['timesheet_template_id', 'workSchedules']);
  refuseInactive(change, view, ['public_holiday_template_id', 'publicHolidayTemplates']);
};

/** Schedule and calendar of a person: their own, the calendar that goes with the schedule, the account's defaults. */
export function scheduleOf(
  person: Pick<Row<'users'>, GivenColumn>,
  view: View,
): Pick<Row<'users'>, GivenColumn> {
  const schedule = person.timesheet_template_id ?? defaultOf('workSchedules', view);
  const calendar =
    person.public_holiday_template_id ??
    calendarOf(schedule, view) ??
    defaultOf('publicHolidayTemplates', view);
  return { timesheet_template_id: schedule, public_holiday_template_id: calendar };
}

function defaultOf(resource: 'workSchedules' | 'publicHolidayTemplates', view: View): number | null {
  const [row] = view.find(resource, [{ column: 'is_default', is: '=', value: 1 }], { limit: 1 });
  return row?.id ?? null;
}

function calendarOf(schedule: number | null, view: View): number | null {
  if (schedule === null) return null;
  const row = view.get('workSchedules', schedule);
  return row?.public_holiday_template_id ?? null;
}

function refuseInactive(
  change: Change<'users'>,
  view: View,
  [field, resource]: readonly [field: GivenColumn, resource: 'workSchedules' | 'publicHolidayTemplates'],
): void {
  const id = change.after[field];
  if (id === null || !differs(change, field)) return;
  if (view.get(resource, id)?.active !== 0) return;
  throw new ApiError('rule_broken', `${field} is ${id}; it must name one of ${resource} that is active.`, {
    field,
  });
}
