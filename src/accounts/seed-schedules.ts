// What an account begins with for absences and target hours: absence types, two work schedules, and a calendar of
// public holidays. Every account gets them once; what its administrators delete does not come back.
import type { WriteRun } from '#engine/write/write-run.ts';
import { renewPublicHolidays } from '#domain/absences/public-holiday-days.ts';
import { absenceTypeRows } from '#domain/schedules/absence-types.ts';
import { scheduleOf } from '#domain/schedules/give-schedule.ts';
import { beginHistory } from '#domain/schedules/keep-history.ts';
import { holdSinceEver } from '#domain/schedules/keep-versions.ts';
import { createStored } from './system-run.ts';

/** The sequence of ids that tells whether an account has had them: a counter that is there never goes again. */
export const scheduleSequence = 'work_schedules';

/** Ids of the schedules that every account begins with. */
export const scheduleIds = { fullTime: 1, partTime: 2 } as const;

/** Hours a week of full time, unless an account says otherwise. */
const usualHours = 40;
/** Hundredths of an hour on each of five days, of an hour a week. */
const dailyUnits = 20;

/** Gives an account its absence types, calendar and schedules. */
export function seedSchedules(run: WriteRun, weeklyHours = usualHours): void {
  for (const row of absenceTypeRows) createStored(run, 'absenceTypes', row);
  seedCalendar(run);
  seedWorkSchedules(run, weeklyHours);
}

/** The same for an account that has people already: they have the default schedule and calendar since ever. */
export async function seedSchedulesLater(run: WriteRun): Promise<void> {
  const { view } = run;
  await run.unit(() => seedSchedules(run));
  for (const person of await run.unit(() => view.find('users', [])))
    await run.unit(() => {
      const given = scheduleOf(person, view);
      view.update('users', person.id, given);
      beginHistory({ ...person, ...given }, view);
      renewPublicHolidays(person.id, view);
    });
}

function seedCalendar(run: WriteRun): void {
  const { view } = run;
  const iso = view.setting('default_country');
  const [country] = view.find('countries', [{ column: 'iso_3166', is: '=', value: iso }], { limit: 1 });
  createStored(run, 'publicHolidayTemplates', { country_id: country?.['id'] ?? null });
}

function seedWorkSchedules(run: WriteRun, weeklyHours: number): void {
  const daily = Math.round(weeklyHours * dailyUnits);
  const fullTime = createStored(run, 'workSchedules', { name: 'Full time', is_default: 1 });
  if (weeklyHours !== usualHours) setHours(run, fullTime, daily);
  const partTime = createStored(run, 'workSchedules', { name: 'Part time' });
  setHours(run, partTime, Math.round(daily / 2));
}

/** Sets the hours of each working day of a new schedule. */
function setHours(run: WriteRun, schedule: number, hours: number): void {
  const { view } = run;
  const workdays = view.find('workScheduleDays', [
    { column: 'timesheet_template_id', is: '=', value: schedule },
    { column: 'workday', is: '=', value: 1 },
  ]);
  for (const day of workdays) view.update('workScheduleDays', day['id'], { hours });
  holdSinceEver(schedule, view);
}
