// A company of 300 people before a browser: departments, bookings of the present month and some absences.
import type { ConsoleStage } from './console-browser.ts';

const batch = 100;

/** Adds people until the company has `count` of them, with a booking each on one day of the stage's week. */
export async function growTo(stage: ConsoleStage, count: number): Promise<void> {
  const { administrator } = stage.installation.account;
  const departments = [stage.departmentId];
  for (const department_name of ['Office', 'Drawing', 'Survey', 'Workshop']) {
    const row = await administrator.create('departments', { department_name, supervisor_id: stage.leaderId });
    departments.push(row['id'] as number);
  }
  const { json } = await administrator.get('users/read', { active: 1, _fields: 'id', _limit: 1000 });
  const missing = count - (json['Results'] as readonly unknown[]).length;
  const first = `${stage.monday.slice(0, 7)}-01`;
  const people = Array.from({ length: missing }, (_, index) => ({
    username: `person-${index}`,
    firstname: 'Person',
    lastname: String(index + 1).padStart(3, '0'),
    department_id: departments[index % departments.length],
    entry_date: first,
    payroll_accounting_starts_at: first,
    timesheet_holiday_calc_yearly_amount: 25,
  }));
  const ids = await createAll(stage, 'users', people);
  const zone = { start_time_timezone: 'Europe/Vienna', end_time_timezone: 'Europe/Vienna' };
  const times = { start_time: `${stage.monday} 08:00:00`, end_time: `${stage.monday} 16:00:00`, ...zone };
  const bookings = ids.map((user_id) => ({ user_id, task_id: stage.taskIds[0], ...times }));
  await createAll(stage, 'timeTrackings', bookings);
}

async function createAll(
  { installation }: ConsoleStage,
  resource: string,
  entities: readonly object[],
): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let from = 0; from < entities.length; from += batch) {
    const body = entities.slice(from, from + batch);
    const { status, json, text } = await installation.account.administrator.post(`${resource}/create`, body);
    const rows = (json['Results'] ?? []) as readonly { readonly id: number }[];
    if (status !== 200 || rows.length !== body.length)
      throw new Error(`${resource}/create answered ${status}: ${text.slice(0, 500)}`);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}
