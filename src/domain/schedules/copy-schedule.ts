// The action `copy` of a schedule: another one that says the same.
import type { ActionAnswer, ActionView, RowCall } from '#resource/action.ts';
import type { Row } from '#resource/rule.ts';
import { textIn } from '../sent-values.ts';
import { holdSinceEver } from './keep-versions.ts';
import { dayColumns, limitColumns, picked } from './schedule-plan.ts';

const longestName = 255;
const copied = [
  ...limitColumns,
  'note',
  'type',
  'public_holiday_template_id',
  'rounding_times_template_id',
  'minijobber_deduction_cycle',
  'minijobber_deduction_hours',
  'minijobber_always_deduct_overtime',
  'minijobber_absence_credit',
  'overtime_allowance_always_deduct',
] as const;
const slotColumns = ['weekday_id', 'slot_id', 'start', 'end', 'valid_for_task_id'] as const;

/** Copies the schedule with its seven days and their definitions; nobody has the copy, which may be given to people. */
export function copySchedule(
  { row: original, values }: RowCall<'workSchedules'>,
  view: ActionView,
): ActionAnswer {
  const name = textIn(values, 'name') ?? `${original.name.slice(0, longestName - 7)} (copy)`;
  const copy = view.create('workSchedules', { ...picked(original, copied), name });
  copyDays(view, { from: original.id, to: copy });
  holdSinceEver(copy, view);
  return { ids: [copy] };
}

function copyDays(view: ActionView, { from, to }: { readonly from: number; readonly to: number }): void {
  const days = (schedule: number): readonly Row<'workScheduleDays'>[] =>
    view.find('workScheduleDays', [{ column: 'timesheet_template_id', is: '=', value: schedule }]);
  const ofCopy = new Map(days(to).map((day) => [day.weekday_id, day.id]));
  for (const day of days(from)) {
    const copy = ofCopy.get(day.weekday_id);
    if (copy !== undefined) view.update('workScheduleDays', copy, picked(day, dayColumns));
  }
  const slots = view.find('workScheduleDayDefinitions', [
    { column: 'timesheet_template_id', is: '=', value: from },
  ]);
  view.insertAll(
    'workScheduleDayDefinitions',
    slots.map((slot) => ({ ...picked(slot, slotColumns), timesheet_template_id: to })),
  );
}
