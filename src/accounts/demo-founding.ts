// The founding of the demo company: departments, schedules, people, projects and tasks.
import type { BookingContext } from './demo-bookings.ts';
import { departments, people, projects, schedules } from './demo-company.ts';
import type { DemoWriter } from './demo-writer.ts';
import { fixedIds } from './create-account.ts';
import { scheduleIds } from './seed-schedules.ts';

/** What founding the company needs to know. */
export interface Founding {
  /** Passwords of those who can log in, by username. */
  readonly passwords: ReadonlyMap<string, string>;
  /** The password of all others. */
  readonly nobodysPassword: string;
  /** First day of everybody's employment. */
  readonly start: Temporal.PlainDate;
  readonly timezone: string;
}

const daysOfHoliday = 25;

/** Founds it; answers people and tasks in their order. */
export async function createCompany(
  writer: DemoWriter,
  { passwords, nobodysPassword, start, timezone }: Founding,
): Promise<Pick<BookingContext, 'users' | 'tasks'>> {
  const ids = await writer.create({
    resource: 'departments',
    entities: departments.map(({ name: department_name }) => ({ department_name })),
  });
  const departmentOf = (key: string): number | undefined =>
    ids[departments.findIndex((department) => department.key === key)];
  const scheduleOf = await createSchedules(writer);
  const users = await writer.create({
    resource: 'users',
    entities: people.map(({ username, firstname, lastname, department, hr, hours, days, included }) => ({
      username,
      firstname,
      lastname,
      password: passwords.get(username) ?? nobodysPassword,
      department_id: departmentOf(department),
      hr_manager: hr,
      timesheet_template_id: scheduleOf(hours, days),
      timezone,
      entry_date: start.toString(),
      timesheet_holiday_calc_yearly_amount: daysOfHoliday,
      ...(included === 0
        ? {}
        : {
            overtime_allowance_is_all_in: 1,
            overtime_allowance_included_overtime_hours_per_cycle: included,
          }),
    })),
  });
  await writer.update({
    resource: 'departments',
    entities: departments.map(({ key, supervisor }) => ({
      id: departmentOf(key),
      supervisor_id: users[people.findIndex(({ username }) => username === supervisor)],
    })),
  });
  return { users, tasks: await createProjects(writer) };
}

/** Answers which schedule has these hours on this many days. */
async function createSchedules(
  writer: DemoWriter,
): Promise<(hours: number, days: number) => number | undefined> {
  const known = new Map<string, number>([
    ['8 5', scheduleIds.fullTime],
    ['4 5', scheduleIds.partTime],
  ]);
  for (const { name: called, hours, days } of schedules) {
    const [id = 0] = await writer.create({ resource: 'workSchedules', entities: [{ name: called }] });
    const week = await writer.find('workScheduleDays', [
      { column: 'timesheet_template_id', is: '=', value: id },
      { column: 'workday', is: '=', value: 1 },
    ]);
    await writer.update({
      resource: 'workScheduleDays',
      entities: week.map((day) =>
        (day['weekday_id'] as number) <= days ? { id: day['id'], hours } : { id: day['id'], workday: 0 },
      ),
    });
    known.set(`${hours} ${days}`, id);
  }
  return (hours, days) => known.get(`${hours} ${days}`);
}

async function createProjects(writer: DemoWriter): Promise<readonly number[]> {
  const tasks: number[] = [];
  for (const project of projects) {
    const [client_id] = await writer.create({
      resource: 'clients',
      entities: [{ company_name: project.client }],
    });
    const entity = { name: project.name, mother_id: fixedIds.rootProject, status: 2, client_id };
    const [mother_id] = await writer.create({ resource: 'projects', entities: [entity] });
    const entities = project.tasks.map((task) => ({ name: task, mother_id, is_billable: 1 }));
    tasks.push(...(await writer.create({ resource: 'tasks', entities })));
  }
  return tasks;
}
