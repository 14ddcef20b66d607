// What an account begins with for absences and target hours: absence types, two work schedules, and a calendar of
// public holidays. Every account gets them once; what its administrators delete does not come back.
import { accountView } from '#engine/write/account-view.ts';
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
export async function seedSchedules(run: WriteRun, weeklyHours = usualHours): Promise<void> {
  for (const row of absenceTypeRows) await createStored(run, 'absenceTypes', row);
  await seedCalendar(run);
  await seedWorkSchedules(run, weeklyHours);
}

/** The same for an account that has people already: they have the default schedule and calendar since ever. */
export async function seedSchedulesLater(run: WriteRun): Promise<void> {
  await seedSchedules(run);
  const view = accountView(run);
  for (const person of await view.find('users', [])) {
    const given = await scheduleOf(person, view);
    await view.update('users', person['id'], given);
    await beginHistory({ ...person, ...given }, view);
    await renewPublicHolidays(person['id'], view);
  }
}

async function seedCalendar(run: WriteRun): Promise<void> {
  const view = accountView(run);
  const iso = await view.setting('default_country');
  const [country] = await view.find('countries', [{ column: 'iso_3166', is: '=', value: iso }], { limit: 1 });
  await createStored(run, 'publicHolidayTemplates', { country_id: country?.['id'] ?? null });
}

async function seedWorkSchedules(run: WriteRun, weeklyHours: number): Promise<void> {
  const daily = Math.round(weeklyHours * dailyUnits);
  const fullTime = await createStored(run, 'workSchedules', { name: 'Full time', is_default: 1 });
  if (weeklyHours !== usualHours) await setHours(run, fullTime, daily);
  const partTime = await createStored(run, 'workSchedules', { name: 'Part time' });
  await setHours(run, partTime, Math.round(daily / 2));
}

/** Sets the hours of each working day of a new schedule. */
async function setHours(run: WriteRun, schedule: number, hours: number): Promise<void> {
  const view = accountView(run);
  const workdays = await view.find('workScheduleDays', [
    { column: 'timesheet_template_id', is: '=', value: schedule },
    { column: 'workday', is: '=', value: 1 },
  ]);
  for (const day of workdays) await view.update('workScheduleDays', day['id'], { hours });
  await holdSinceEver(schedule, view);
}
