// Everyone has a schedule and a calendar of public holidays: their own, or the account's default.
import { ApiError } from '#errors/api-error.ts';
import type { Change, Row, Rule, View } from '#resource/rule.ts';
import { differs } from '../change.ts';

/** Fills in what a person lacks and refuses a schedule or calendar that is not active. */
export const giveSchedule: Rule<'users'> = async (change, view) => {
  if (change.verb === 'delete') return;
  Object.assign(change.after, await scheduleOf(change.after, view));
  await refuseInactive(change, view, ['timesheet_template_id', 'workSchedules']);
  await refuseInactive(change, view, ['public_holiday_template_id', 'publicHolidayTemplates']);
};

/** Schedule and calendar of a person: their own, the calendar that goes with the schedule, the account's defaults. */
export async function scheduleOf(person: Row, view: View): Promise<Row> {
  const schedule = person['timesheet_template_id'] ?? (await defaultOf('workSchedules', view));
  const calendar =
    person['public_holiday_template_id'] ??
    (await calendarOf(schedule, view)) ??
    (await defaultOf('publicHolidayTemplates', view));
  return { timesheet_template_id: schedule, public_holiday_template_id: calendar };
}

async function defaultOf(resource: string, view: View): Promise<number | null> {
  const [row] = await view.find(resource, [{ column: 'is_default', is: '=', value: 1 }], { limit: 1 });
  return (row?.['id'] as number | undefined) ?? null;
}

async function calendarOf(schedule: unknown, view: View): Promise<number | null> {
  if (typeof schedule !== 'number') return null;
  const row = await view.get('workSchedules', schedule);
  return (row?.['public_holiday_template_id'] as number | null | undefined) ?? null;
}

async function refuseInactive(
  change: Change,
  view: View,
  [field, resource]: readonly [field: string, resource: string],
): Promise<void> {
  const id = change.after[field];
  if (typeof id !== 'number' || !differs(change, field)) return;
  if ((await view.get(resource, id))?.['active'] !== 0) return;
  throw new ApiError('rule_broken', `${field} is ${id}; it must name one of ${resource} that is active.`, {
    field,
  });
}
