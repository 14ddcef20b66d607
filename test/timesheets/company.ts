// The company of the random histories: tasks and schedules of every kind, a supervisor, and a shared terminal.
import type { Place } from '../support/on-every-engine.ts';
import { readOne } from '../support/expectations.ts';
import type { Client } from '../support/client.ts';
import type { BreakModel, CoreTime, models } from './booked-model.ts';
import type { AbsenceName, TaskKind } from './steps.ts';
import { hire, pause, work, written } from '../time-tracking/booking.ts';
import {
  certifiedSickLeave,
  holiday,
  homeOffice,
  reduction,
  sickLeave,
  specialLeave,
} from '../absences/absence.ts';

/** What a schedule says of each day of the week, Monday first. Hours are such that shares of them are exact. */
export interface Plan {
  readonly id: number;
  readonly days: readonly {
    readonly hours: number;
    readonly half: boolean;
    readonly core: CoreTime | null;
  }[];
  readonly limits: {
    readonly daily: number | null;
    readonly weekly: number | null;
    readonly rest: number | null;
  };
  /** `automatic_break_template_id`; `null` as the account says. */
  readonly breaks: number | null;
  /** `gaps_are_breaks` and `gap_break_maximum`; left out: as the account says. */
  readonly gaps?: { readonly areBreaks: 0 | 1 | null; readonly longest: number | null };
  /** Hours that a weekday (0 is Monday) was given later, and from when on. */
  readonly edits: { readonly from: string; readonly weekday: number; readonly hours: number }[];
}

/** Everything that all histories share. */
export interface Company {
  readonly plans: readonly Plan[];
  readonly departments: readonly number[];
  /** Ids of the models of breaks; one is the company's own. */
  readonly models: Readonly<Record<keyof typeof models | 'own', number>>;
  readonly tasks: Readonly<Record<TaskKind, number>>;
  readonly types: Readonly<Record<AbsenceName, { readonly type_id: number; readonly subtype_id: number }>>;
  /** Two rules of balances, and cycles of a month and a quarter. */
  readonly rules: readonly number[];
  readonly cycles: readonly number[];
  /** The country of the account's own calendar. */
  readonly country: number;
  readonly boss: Client;
  readonly terminal: Client;
  readonly terminalId: number;
}

/** The own model as it begins; histories change its second step. */
export const ownModel: BreakModel = {
  steps: [
    [240, 15],
    [270, 60],
  ],
  part: 6,
  longest: 21,
  deducts: true,
};

const usual = { daily: 10, weekly: 48, rest: 11 };
const weekOf = (hours: readonly number[]): Plan['days'] =>
  Array.from({ length: 7 }, (_, index) => ({ hours: hours[index] ?? 0, half: false, core: null }));

/** The schedule whose hours the histories change. Because it has users, it keeps its past. */
export function editedPlan({ plans }: Pick<Company, 'plans'>): Plan {
  return plans.at(-1) as Plan;
}

/** Founds it. */
export async function foundCompany({ machine, account }: Place): Promise<Company> {
  const departments = [];
  for (const department_name of ['North', 'South'])
    departments.push((await machine.create('departments', { department_name }))['id'] as number);
  const boss = await hire(machine, 'boss', { department_id: departments[0] });
  for (const id of departments) await machine.put(`departments/update/${id}`, { supervisor_id: boss });
  const terminalId = await hire(machine, 'terminal', { internal_user_group: 3 });
  const task = async (name: string, more: object): Promise<number> =>
    (await machine.create('tasks', { name, mother_id: 3, ...more }))['id'];
  const appointment = await machine.create('absenceTypes', {
    name_const: 'Appointment',
    abbreviation_const: 'A',
    duration_unit: 'hs',
  });
  const rule = async (name: string, more: object): Promise<number> =>
    (await machine.create('workingTimeBalanceRules', { name, ...more }))['id'];
  const cycle = async (length: string): Promise<number> =>
    (await machine.create('workingTimeCycles', { name: length, length }))['id'];
  const plans = await makePlans(machine);
  const { id: edited } = editedPlan({ plans });
  await machine.put(`users/update/${boss}`, { timesheet_template_id: edited });
  return {
    plans,
    departments,
    models: { german: 1, austrian: 2, swiss: 3, none: 4, off: 5, own: await makeOwnModel(machine) },
    tasks: {
      work,
      pause,
      travel: await task('Travel', { is_paid_non_working: 1 }),
      'paid pause': await task('Paid pause', { is_nonworking: 1, is_paid_non_working: 1 }),
    },
    types: {
      holiday,
      reduction,
      'sick leave': sickLeave,
      'certified sick leave': certifiedSickLeave,
      'special leave': specialLeave,
      'home office': homeOffice,
      appointment: {
        type_id: appointment['absence_type_id'],
        subtype_id: appointment['absence_subtype_id'],
      },
    },
    rules: [await rule('Cap', { maximum_balance: 12.5 }), await rule('Payout', { payout_above: 20 })],
    cycles: [await cycle('month'), await cycle('quarter')],
    country: (await readOne(machine, 'publicHolidayTemplates', 1))['country_id'],
    boss: await account.login('boss'),
    terminal: await account.login('terminal'),
    terminalId,
  };
}

async function makeOwnModel(machine: Client): Promise<number> {
  const steps = ownModel.steps.map(([after_minutes, break_minutes]) => ({ after_minutes, break_minutes }));
  const { id } = await machine.create('automaticBreakTemplates', {
    templateName: 'Own',
    minimum_part_minutes: ownModel.part,
    longest_part_minutes: ownModel.longest,
    nestedEntities: { automaticBreakTemplateSteps: steps },
  });
  return id as number;
}

async function makePlans(machine: Client): Promise<readonly Plan[]> {
  const long = weekOf([10, 10, 10, 10]).map((day, weekday) => ({
    ...day,
    half: weekday === 2,
    core: weekday < 2 ? { from: '09:00:00', to: '15:00:00', late: 15, early: weekday * 30 } : null,
  }));
  const night: Plan['limits'] = { daily: 8, weekly: 30, rest: 24 };
  const uneven = weekOf([7.6, 7.6, 7.6, 7.6, 4, 2, 0]);
  return [
    { id: 1, days: weekOf([8, 8, 8, 8, 8]), limits: usual, breaks: null, edits: [] },
    { id: 2, days: weekOf([4, 4, 4, 4, 4]), limits: usual, breaks: null, edits: [] },
    await makePlan(machine, 'Long days', {
      days: long,
      limits: usual,
      breaks: 1,
      gaps: { areBreaks: null, longest: 1 },
    }),
    await makePlan(machine, 'Nights', {
      days: uneven,
      limits: night,
      breaks: 2,
      gaps: { areBreaks: 1, longest: null },
    }),
    await makePlan(machine, 'Free', {
      days: weekOf([]),
      limits: { daily: null, weekly: null, rest: null },
      breaks: null,
      gaps: { areBreaks: 0, longest: null },
    }),
    await makePlan(machine, 'Edited', { days: weekOf([8, 8, 8, 8, 8]), limits: usual, breaks: null }),
  ];
}

async function makePlan(machine: Client, name: string, plan: Omit<Plan, 'id' | 'edits'>): Promise<Plan> {
  const { id } = await machine.create('workSchedules', {
    name,
    automatic_break_template_id: plan.breaks,
    gaps_are_breaks: plan.gaps?.areBreaks ?? null,
    gap_break_maximum: plan.gaps?.longest ?? null,
  });
  // An empty limit in a new schedule means the default; an update sets it to none.
  written(
    await machine.put(`workSchedules/update/${id}`, {
      law_limit_daily_hours: plan.limits.daily,
      law_limit_weekly_hours: plan.limits.weekly,
      law_rest_period_minimum_hours: plan.limits.rest,
    }),
  );
  const { json } = await machine.get('workScheduleDays/read', { timesheet_template_id: id });
  for (const row of json['Results']) {
    const day = plan.days[row['weekday_id'] - 1] as Plan['days'][number];
    written(
      await machine.put(`workScheduleDays/update/${row['id']}`, {
        workday: day.hours > 0 ? 1 : 0,
        ...(day.hours > 0 ? { hours: day.hours } : {}),
        half_holiday: day.half ? 1 : 0,
        core_time_start: day.core?.from ?? null,
        core_time_end: day.core?.to ?? null,
        core_time_start_tolerance: day.core?.late ?? null,
        core_time_end_tolerance: day.core?.early ?? null,
      }),
    );
  }
  return { id: id as number, ...plan, edits: [] };
}
