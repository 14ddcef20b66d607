// The first days of the company: settings, calendars, departments, tasks, schedules, and the people with their terms.
import assert from 'node:assert/strict';
import type { Client, Envelope } from '../../support/client.ts';
import { password } from '../../support/installation.ts';
import { setSetting } from '../../holidays/holidays.ts';
import { agreeOnOvertime } from './settled-terms.ts';
import { halfDays } from './calendars.ts';
import type { BreakModelName, CalendarName, Company, Person, Schedule } from './facts.ts';

/** Ids by name. */
export interface Founded {
  readonly people: ReadonlyMap<string, number>;
  readonly departments: ReadonlyMap<string, number>;
  readonly schedules: ReadonlyMap<string, number>;
  readonly tasks: ReadonlyMap<string, number>;
  readonly calendars: Readonly<Record<CalendarName, number>>;
  readonly models: Readonly<Record<BreakModelName, number>>;
}

/** Founds it. */
export async function found(machine: Client, company: Company): Promise<Founded> {
  await setSetting(machine, 'automatic_break_rule', company.accountModel);
  await setSetting(machine, 'gap_break_maximum', String(company.longestGap));
  await setSetting(machine, 'holiday_carry_over_expires', company.carriedUntil);
  await setSetting(machine, 'holiday_carry_over_maximum', String(company.mostCarried));
  const terms = {
    calendars: await makeCalendars(machine),
    departments: await makeDepartments(machine, company),
    tasks: await makeTasks(machine),
    models: { german: 1, austrian: 2, swiss: 3, none: 4, off: 5, own: await makeOwnModel(machine, company) },
  };
  const schedules = new Map<string, number>();
  for (const [index, schedule] of company.schedules.entries())
    schedules.set(schedule.name, index < 2 ? index + 1 : await makeSchedule(machine, schedule, terms.models));
  const people = new Map<string, number>();
  const founded = { ...terms, schedules, people };
  for (const person of company.people) people.set(person.name, await hirePerson(machine, person, founded));
  return founded;
}

async function makeCalendars(machine: Client): Promise<Founded['calendars']> {
  const { json } = await machine.get('countries/read', { iso_3166: 'DE' });
  const region = { country_id: json['Results'][0].id, iso_3166: 'DE-NW' };
  const calendars = {
    AT: 1,
    'DE-NW': (await machine.create('publicHolidayTemplates', region))['id'] as number,
  };
  for (const template_id of Object.values(calendars))
    for (const year of [2026, 2027])
      for (const day of halfDays)
        await machine.create('publicHolidays', {
          template_id,
          date: `${year}-${day}`,
          name: 'Until noon',
          value: 0.5,
        });
  return calendars;
}

async function makeDepartments(machine: Client, { people }: Company): Promise<Founded['departments']> {
  const names = new Set(people.flatMap(({ departments }) => departments.map(({ value }) => value)));
  const departments = new Map<string, number>();
  for (const department_name of names)
    departments.set(department_name, (await machine.create('departments', { department_name }))['id']);
  return departments;
}

/** The tasks of the company that no new account has, by kind. */
export async function makeTasks(machine: Client): Promise<ReadonlyMap<string, number>> {
  const make = async (name: string, more: object): Promise<readonly [string, number]> => [
    name,
    (await machine.create('tasks', { name, mother_id: 3, ...more }))['id'],
  ];
  return new Map([
    await make('travel', { is_paid_non_working: 1 }),
    await make('paid pause', { is_nonworking: 1, is_paid_non_working: 1 }),
  ]);
}

async function makeOwnModel(machine: Client, { ownModel }: Company): Promise<number> {
  const { id } = await machine.create('automaticBreakTemplates', {
    templateName: 'Hotel',
    minimum_part_minutes: ownModel.part,
    longest_part_minutes: ownModel.longest,
    dryRun: ownModel.deducts ? 0 : 1,
    nestedEntities: {
      automaticBreakTemplateSteps: ownModel.steps.map(({ after, breaks }) => ({
        after_minutes: after,
        break_minutes: breaks,
      })),
    },
  });
  return id as number;
}

async function makeSchedule(machine: Client, schedule: Schedule, models: Founded['models']): Promise<number> {
  const { id } = await machine.create('workSchedules', {
    name: schedule.name,
    automatic_break_template_id: schedule.breaks === null ? null : models[schedule.breaks],
    gaps_are_breaks: schedule.gapsAreBreaks === null ? null : Number(schedule.gapsAreBreaks),
    gap_break_maximum: schedule.longestGap,
  });
  // An empty limit in a new schedule means the default; an update sets it to none.
  await put(machine, `workSchedules/update/${id}`, {
    law_limit_daily_hours: schedule.limits.daily,
    law_limit_weekly_hours: schedule.limits.weekly,
    law_rest_period_minimum_hours: schedule.limits.rest,
    law_rest_period_minimum_weekly_hours: schedule.limits.weeklyRest,
  });
  const { json } = await machine.get('workScheduleDays/read', { timesheet_template_id: id });
  for (const row of json['Results'] as readonly Envelope[]) {
    const { hours = 0, half, core } = schedule.days[row['weekday_id'] - 1] ?? {};
    await put(machine, `workScheduleDays/update/${row['id']}`, {
      workday: hours > 0 ? 1 : 0,
      ...(hours > 0 ? { hours } : {}),
      half_holiday: half === true ? 1 : 0,
      core_time_start: core?.from ?? null,
      core_time_end: core?.to ?? null,
      core_time_start_tolerance: core?.late ?? null,
      core_time_end_tolerance: core?.early ?? null,
    });
  }
  return id as number;
}

async function hirePerson(machine: Client, person: Person, founded: Founded): Promise<number> {
  const [employment] = person.employments;
  assert.ok(employment !== undefined);
  const [breaks, quota] = [person.breakModel, person.paidBreaks?.[0]];
  const { id } = await machine.create('users', {
    username: person.name,
    firstname: person.name,
    lastname: 'Twelve',
    password,
    timezone: person.zone,
    entry_date: employment.entry,
    exit_date: employment.exit,
    payroll_accounting_starts_at: employment.accountStart,
    payroll_accounting_initial_value_working_time_total_balance: employment.initialBalance,
    payroll_accounting_initial_value_holiday: person.holiday.carried,
    timesheet_holiday_calc_yearly_amount: person.holiday.amount,
    timesheet_template_id: founded.schedules.get(person.schedules[0]?.value as string),
    public_holiday_template_id: founded.calendars[person.calendars[0]?.value as CalendarName],
    department_id: founded.departments.get(person.departments[0]?.value as string),
    ...(breaks === undefined
      ? {}
      : {
          automatic_break_template_id: founded.models[breaks.value],
          automatic_break_template_valid_starting_from: breaks.from,
        }),
    ...(quota === undefined
      ? {}
      : { paid_break_day_quota_in_minutes: quota.value, paid_break_day_quota_valid_from: quota.from }),
  });
  await changeTerms(machine, { id, person, founded });
  await agreeOnOvertime(machine, id as number, person);
  return id as number;
}

interface Hired {
  readonly id: number;
  readonly person: Person;
  readonly founded: Founded;
}

/** Terms that begin later, each by an update with its date. */
async function changeTerms(machine: Client, { id, person, founded }: Hired): Promise<void> {
  const change = (more: object): Promise<void> => put(machine, `users/update/${id}`, more);
  for (const { from, value } of person.schedules.slice(1))
    await change({
      timesheet_template_id: founded.schedules.get(value),
      timesheet_template_id_valid_starting_from: from,
    });
  for (const { from, value } of person.calendars.slice(1))
    await change({
      public_holiday_template_id: founded.calendars[value],
      public_holiday_template_id_valid_from: from,
    });
  for (const { from, value } of person.departments.slice(1))
    await change({ department_id: founded.departments.get(value), department_id_valid_from: from });
  for (const { from, value } of person.paidBreaks?.slice(1) ?? [])
    await change({ paid_break_day_quota_in_minutes: value, paid_break_day_quota_valid_from: from });
}

async function put(machine: Client, path: string, body: object): Promise<void> {
  const answer = await machine.put(path, body);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.json['Results'].length, 1, answer.text);
}
