// Short ways to read the status overview and to make schedules with core time.
import type { Client, Envelope } from '../support/client.ts';
import type { Installation } from '../support/installation.ts';
import { written } from '../time-tracking/booking.ts';
import { setClock } from '../time-tracking/timer/timer.ts';

/** The values of `userStatusOverview.status`. */
export const status = { offline: 0, working: 1, pausing: 2, onLeave: 3, missesCoreTime: 5 } as const;

/** Sets the clock to a time of Vienna in summer, two hours ahead of UTC. */
export function setViennaClock(installation: Installation, moment: string): void {
  const instant = Date.parse(`${moment.replace(' ', 'T')}+02:00`);
  setClock(installation, new Date(instant).toISOString().slice(0, 19).replace('T', ' '));
}

/** The row of a person in the overview. */
export async function presenceOf(client: Client, person: number): Promise<Envelope> {
  return written(await client.get(`userStatusOverview/read/${person}`));
}

/** A schedule whose working days have core time from 09:00 to 15:00; 10 minutes late and 15 early are excused. */
export async function coreSchedule(machine: Client, name: string): Promise<number> {
  const { id } = await machine.create('workSchedules', { name });
  for (const day of await weekdays(machine, id as number)) {
    if (day['workday'] === 0) continue;
    written(await machine.put(`workScheduleDays/update/${day['id']}`, nineToThree));
  }
  return id as number;
}

/** The days of a schedule, Monday first. */
export async function weekdays(machine: Client, schedule: number): Promise<readonly Envelope[]> {
  const query = { timesheet_template_id: schedule, _order_by: 'weekday_id' };
  return (await machine.get('workScheduleDays/read', query)).json['Results'];
}

const nineToThree = {
  core_time_start: '09:00:00',
  core_time_end: '15:00:00',
  core_time_start_tolerance: 10,
  core_time_end_tolerance: 15,
};
