// The company that tests of the console look at. It knows the interface and no browser.
import { password, type Installation } from './installation.ts';

/**
 * Beside `admin`: the employee `emil` who has worked, `lena` who leads his department `Site`, and `hanna` of HR.
 */
export interface ConsoleCompany {
  readonly employeeId: number;
  readonly leaderId: number;
  readonly departmentId: number;
  readonly taskIds: readonly number[];
  /** The Monday of last week, on which the employee worked. */
  readonly monday: string;
}

/** Fills the account of an installation. */
export async function fillCompany({ account }: Pick<Installation, 'account'>): Promise<ConsoleCompany> {
  const { administrator } = account;
  const today = Temporal.Now.plainDateISO('Europe/Vienna');
  const monday = today.subtract({ days: today.dayOfWeek - 1 + 7 });
  const first = monday.subtract({ days: 14 }).toString();
  const person = (username: string, firstname: string, more: object): Promise<Record<string, unknown>> =>
    administrator.create('users', { username, password, firstname, ...more });
  const leader = await person('lena', 'Lena', { lastname: 'Fuchs' });
  await person('hanna', 'Hanna', { lastname: 'Berg', hr_manager: 1 });
  const department = await administrator.create('departments', {
    department_name: 'Site',
    supervisor_id: leader['id'],
  });
  // Antarctica has no public holidays: days cost the same whenever the tests run.
  const calendar = await administrator.create('publicHolidayTemplates', { country_id: 10 });
  const employee = await person('emil', 'Emil', {
    lastname: 'Larsson',
    department_id: department['id'],
    public_holiday_template_id: calendar['id'],
    entry_date: first,
    payroll_accounting_starts_at: first,
    timesheet_holiday_calc_yearly_amount: 25,
  });
  const project = await administrator.create('projects', { mother_id: 1, name: 'Library' });
  const names = ['Design', 'Survey', 'Tender'];
  const taskIds: number[] = [];
  for (const name of names) {
    const task = await administrator.create('tasks', { mother_id: project['id'], name });
    taskIds.push(task['id'] as number);
  }
  const book = (task: number | undefined, from: string, to: string): Promise<unknown> =>
    administrator.create('timeTrackings', {
      user_id: employee['id'],
      task_id: task,
      start_time: `${monday.toString()} ${from}:00`,
      start_time_timezone: 'Europe/Vienna',
      end_time: `${monday.toString()} ${to}:00`,
      end_time_timezone: 'Europe/Vienna',
    });
  await book(taskIds[0], '08:00', '12:00');
  await book(taskIds[1], '12:30', '16:30');
  return {
    employeeId: employee['id'] as number,
    leaderId: leader['id'] as number,
    departmentId: department['id'] as number,
    taskIds,
    monday: monday.toString(),
  };
}
