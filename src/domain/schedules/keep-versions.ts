// What a schedule says has a past: once somebody has or had it, a change holds from its day on, and days before keep
// what they had. Until then there is no past to keep, and a change holds since ever.
import type { Comparison, Rule, View } from '#resource/rule.ts';
import { anyDiffers, rowId } from '../change.ts';
import { sinceEver, withValueFrom } from './history.ts';
import { dayColumns, limitColumns, planText } from './schedule-plan.ts';
import { storeEntries } from './store-entries.ts';
import { knownRow } from '../known-row.ts';
import { today } from './today.ts';

/** After a schedule was made with its days, or got other limits. */
export const keepVersionOfSchedule: Rule<'workSchedules'> = (change, view) => {
  if (change.verb === 'delete' || !anyDiffers(change, limitColumns)) return;
  keepVersion(view, { schedule: rowId(change), day: today(change) });
};

/** After a day of a schedule changed. */
export const keepVersionOfDay: Rule<'workScheduleDays'> = (change, view) => {
  if (!anyDiffers(change, dayColumns)) return;
  const schedule = change.after.timesheet_template_id;
  keepVersion(view, { schedule, day: today(change) });
};

/** Has what a schedule says now hold since ever: nobody has or had it, or what it said before was not kept. */
export function holdSinceEver(schedule: number, view: View): void {
  writeVersion(view, { schedule, from: sinceEver });
}

/** Whether somebody has or had the schedule, or is to have it. */
export function everHad(schedule: number, view: View): boolean {
  const had = [
    { column: 'kind', is: '=', value: 'timesheet_template_id' },
    { column: 'value_id', is: '=', value: schedule },
  ] as const;
  return view.find('personHistory', had, { limit: 1 }).length > 0;
}

function keepVersion(
  view: View,
  { schedule, day }: { readonly schedule: number; readonly day: string },
): void {
  writeVersion(view, { schedule, from: everHad(schedule, view) ? day : sinceEver });
}

/** Writes what a schedule says now, from a day on. */
function writeVersion(
  view: View,
  { schedule, from }: { readonly schedule: number; readonly from: string },
): void {
  const stored = view.find('scheduleVersions', [isOf(schedule)], { orderBy: ['valid_from'] });
  const before = stored.map((row) => ({ from: row.valid_from, value: row.plan }));
  const entries = withValueFrom(before, { from, value: presentPlan(schedule, view) });
  const wanted = entries.map(({ from: valid_from, value: plan }) => ({
    timesheet_template_id: schedule,
    valid_from,
    plan,
  }));
  storeEntries(view, { resource: 'scheduleVersions', stored, wanted });
}

function presentPlan(schedule: number, view: View): string {
  const row = knownRow(view, 'workSchedules', schedule);
  return planText(row, view.find('workScheduleDays', [isOf(schedule)], { orderBy: ['weekday_id'] }));
}

function isOf(schedule: number): Comparison {
  return { column: 'timesheet_template_id', is: '=', value: schedule };
}
