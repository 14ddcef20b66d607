// The seven days of a new schedule.
import type { Columns } from '#resource/rule.ts';

const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const lastWorkday = 5;

/** Rows of `workScheduleDays`: Monday to Friday with these hours (in hundredths), nothing at the weekend. */
export function weekOf(schedule: number, hours: number): readonly Columns<'workScheduleDays'>[] {
  return names.map((weekday, index) => {
    const workday = index < lastWorkday ? 1 : 0;
    return {
      timesheet_template_id: schedule,
      weekday_id: index + 1,
      weekday,
      workday,
      hours: workday === 1 ? hours : 0,
    };
  });
}
