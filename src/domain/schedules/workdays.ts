// How many days a week a person works, by the schedules they have and had.
import type { ReadView } from '#resource/rule.ts';
import type { Entry } from './history.ts';
import { entryOf } from './keep-history.ts';
import { planOf } from './schedule-plan.ts';

/** Working days a week of a person, from when on; before the first entry they are not known. */
export function workdaysOf(view: ReadView, userId: number): readonly Entry[] {
  const history = view.find(
    'personHistory',
    [
      { column: 'user_id', is: '=', value: userId },
      { column: 'kind', is: '=', value: 'timesheet_template_id' },
    ],
    { orderBy: ['valid_from'] },
  );
  const entries = history.map(entryOf);
  const weeks = weeksOf(view, new Set(entries.map(({ value }) => value)));
  return entries.flatMap(({ from, value: schedule }, index) => {
    const next = entries[index + 1]?.from;
    const ofSchedule = weeks.get(schedule) ?? [];
    const first = ofSchedule.findLast((week) => week.from <= from) ?? { value: 0 };
    const later = ofSchedule.filter((week) => from < week.from && (next === undefined || week.from < next));
    return [{ from, value: first.value }, ...later];
  });
}

/** Working days a week of a schedule now. */
export function workdaysNow(view: ReadView, schedule: number): number {
  return view.count('workScheduleDays', [
    { column: 'timesheet_template_id', is: '=', value: schedule },
    { column: 'workday', is: '=', value: 1 },
  ]);
}

/** What schedules had from when on, by their ids. */
function weeksOf(view: ReadView, schedules: ReadonlySet<number>): ReadonlyMap<number, readonly Entry[]> {
  const versions = view.find(
    'scheduleVersions',
    [{ column: 'timesheet_template_id', is: 'in', value: [...schedules] }],
    { orderBy: ['valid_from'] },
  );
  const bySchedule = Map.groupBy(versions, (row) => row.timesheet_template_id);
  return new Map(
    [...bySchedule].map(([schedule, rows]) => [
      schedule,
      rows.map((row) => ({ from: row.valid_from, value: workdaysIn(planOf(row).days) })),
    ]),
  );
}

function workdaysIn(days: readonly { readonly [column: string]: unknown }[]): number {
  return days.filter(({ workday }) => workday === 1).length;
}
