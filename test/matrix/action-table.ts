// The rights of each kind of caller to actions of all resources but `users`, written down; no code computes them.
import type { Column } from './access-table.ts';
import type { Entity, Making } from './areas/area.ts';
import { rowAbout } from './company-rows.ts';
import { storeRow } from './store-row.ts';
import { timerActions } from './timer-action-table.ts';

/** Where to look whether an action was done: rows of a resource that are there then, and only then. */
export type Trace = readonly [resource: string, query: Readonly<Record<string, string | number>>];

/** An action on rows in a certain state. */
export interface ActionCase {
  readonly resource: string;
  readonly action: string;
  /** What it acts on, when there are several cases of one action. */
  readonly on: string;
  /** Letters in the order of the columns of access-table.ts. */
  readonly rights: string;
  /** Makes what is to be acted on, new every time; answers what is sent. */
  readonly prepare: (making: Making) => Entity | Promise<Entity>;
  readonly trace: (sent: Entity, column: Column) => Trace;
  /** The action only shows what it would do. */
  readonly dry?: true;
}

const statuses = { open: 0, granted: 1, declined: 2, cancelled: 3, awaitsReplacement: 5 } as const;

const absences: readonly ActionCase[] = [
  {
    resource: 'absences',
    action: 'validate',
    on: 'a new absence',
    rights: 'y ! y y y y ! y ! ! #',
    dry: true,
    prepare: ({ person, number }) => absenceOn(person, dayAfter('2040-01-01', number)),
    trace: ({ user_id, from_date }) => ['absences', { user_id, from_date } as Trace[1]],
  },
  ofAbsence('approve', 'open', 'granted', 'y ! y y y y - ! - - #'),
  ofAbsence('reject', 'open', 'declined', 'y ! y y y y - ! - - #'),
  ofAbsence('cancel', 'open', 'cancelled', 'y ! y y y y - y - - #'),
  ofAbsence('cancel', 'granted', 'cancelled', 'y ! y y y y - y - - #'),
  {
    ...ofAbsence('cancel', 'granted', 'cancelled', 'y ! y y y y - x - - #'),
    on: 'a granted absence that has started',
    prepare: ({ company, person, number }) =>
      storedAbsence({ company, person, number }, { from: '2010-01-01', status: statuses.granted }),
  },
  // The employee stands in for the others; the colleague for the employee.
  ofAbsence('approve', 'awaitsReplacement', 'open', 'x ! x x x x - ! y - #'),
  ofAbsence('reject', 'awaitsReplacement', 'declined', 'y ! y y y y - ! y - #'),
  ofAbsence('cancel', 'awaitsReplacement', 'cancelled', 'y ! y y y y - y ! - #'),
];

const requests: readonly ActionCase[] = [
  ofRequest('approve', 'GRANTED', 'y ! y y y y ! ! ! - #'),
  ofRequest('reject', 'DECLINED', 'y ! y y y y ! ! ! - #'),
  // What was requested is the affair of who asked: here the person.
  ofRequest('cancel', 'CANCELED', 'y ! y ! ! ! - y - - #'),
];

const accounts: readonly ActionCase[] = [
  {
    ...ofDay('approve', 'a day by its id', 'y ! y y y y - y - - #'),
    prepare: (making) => storedDay(making, {}),
    trace: ({ id }, column) => ['timesheetAccountings', { id: id as number, [approval(column)]: 1 }],
  },
  {
    ...ofDay('approve', 'a day by its person and date', 'y ! y y y y ! y ! ! #'),
    prepare: ({ person, number }) => dayOf(person, number),
    trace: (sent, column) => ['timesheetAccountings', { ...(sent as Trace[1]), [approval(column)]: 1 }],
  },
  {
    ...ofDay('unapprove', 'a day that the person approved', 'y ! y ! ! ! - y - - #'),
    prepare: (making) => storedDay(making, { approved_by_user: 1 }),
    trace: ({ id }) => ['timesheetAccountings', { id: id as number, approved_by_user: 0 }],
  },
  {
    ...ofDay('unapprove', 'a day that the company approved', 'y ! y ! ! ! - f - - #'),
    prepare: (making) => storedDay(making, { approved_by_admin: 1 }),
    trace: ({ id }) => ['timesheetAccountings', { id: id as number, approved_by_admin: 0 }],
  },
  {
    ...ofDay('unapprove', 'a day by its person and date', 'y ! y ! ! ! ! y ! ! #'),
    prepare: async (making) => {
      await storedDay(making, { approved_by_user: 1 });
      return dayOf(making.person, making.number);
    },
    trace: (sent) => ['timesheetAccountings', { ...(sent as Trace[1]), approved_by_user: 0 }],
  },
];

const adjustments: readonly ActionCase[] = [
  {
    resource: 'holidayAdjustment',
    action: 'add',
    on: 'days of holiday',
    rights: 'y ! y y y y ! ! ! ! #',
    prepare: ({ person, number }) => adjustmentOf(person, number),
    trace: ({ user_id, date }) => logged({ user_id, date, subtype: 'adjustment' }),
  },
  {
    resource: 'holidayAdjustment',
    action: 'remove',
    on: 'days of holiday that were added',
    rights: 'y ! y y y y ! ! ! ! #',
    prepare: async ({ company, person, number }) => {
      const adjustment = adjustmentOf(person, number);
      await company.machine.put('holidayAdjustment/add', adjustment);
      return adjustment;
    },
    trace: ({ user_id, date }) => logged({ user_id, date, subtype: 'adjustment_removed' }),
  },
];

const others: readonly ActionCase[] = [
  {
    resource: 'workSchedules',
    action: 'copy',
    on: 'a schedule',
    rights: 'y ! y ! ! ! ! ! ! ! #',
    prepare: async ({ company, number }) => {
      const { id } = await company.machine.create('workSchedules', { name: `Copied ${number}` });
      return { id, name: `Copy ${number}` };
    },
    trace: ({ name }) => ['workSchedules', { name } as Trace[1]],
  },
  {
    resource: 'userPreferences',
    action: 'update',
    on: 'a preference of a person',
    rights: 'y ! y ! ! ! ! y ! ! #',
    prepare: ({ person, number }) => ({ user_id: person, name: `updated ${number}`, value: 'v' }),
    trace: ({ user_id, name, value }) => ['userPreferences', { user_id, name, value } as Trace[1]],
  },
  {
    resource: 'userRoles',
    action: 'set',
    on: 'the roles of a person',
    rights: 'y ! y ! ! ! ! ! ! ! #',
    prepare: async ({ company, person }) => {
      await company.machine.put('userRoles/set', { user_id: person, user_role_ids: '' });
      return { user_id: person, user_role_ids: '2,5' };
    },
    trace: ({ user_id, user_role_ids }) => ['users', { id: user_id, user_role_ids } as Trace[1]],
  },
  {
    resource: 'userPreferences',
    action: 'set',
    on: 'a preference of a person',
    rights: 'y ! y ! ! ! ! y ! ! #',
    prepare: ({ person, number }) => ({ user_id: person, name: `name ${number}`, value: 'v' }),
    trace: (sent) => ['userPreferences', sent as Trace[1]],
  },
];

/**
 * A letter a column. `y` done, `!` refused (401 not_allowed), `-` there is no such row (422), `#` token of another
 * account (401), `x` not in this state (422 rule_broken), `f` frozen (422 locked).
 */
export const actionCases: readonly ActionCase[] = [
  ...absences,
  ...requests,
  ...accounts,
  ...adjustments,
  ...others,
  ...timerActions,
];

function ofAbsence(
  action: string,
  before: keyof typeof statuses,
  after: keyof typeof statuses,
  rights: string,
): ActionCase {
  return {
    resource: 'absences',
    action,
    on: `an absence with the status ${statuses[before]} (${before})`,
    rights,
    prepare: (making) => storedAbsence(making, { from: '2031-01-06', status: statuses[before] }),
    trace: ({ id }) => ['absences', { id: id as number, status: statuses[after] }],
  };
}

async function storedAbsence(
  { company, person, number }: Making,
  { from, status }: { from: string; status: number },
): Promise<Entity> {
  const { employee, colleague } = company.people;
  const replacement_user_id = person === employee ? colleague : employee;
  const absence = { ...absenceOn(person, dayAfter(from, number)), duration: 100, duration_unit: 'd', status };
  const waits = status === statuses.awaitsReplacement ? { replacement_user_id } : {};
  return { id: await storeRow(company, 'absences', { ...absence, ...waits }) };
}

function absenceOn(person: number, date: string) {
  return { type_id: 3, subtype_id: 11, user_id: person, from_date: date, to_date: date };
}

function ofRequest(action: string, after: string, rights: string): ActionCase {
  const resource = 'changeTimeTrackingRequests';
  return {
    resource,
    action,
    on: 'a pending request of the person',
    rights,
    prepare: ({ company, person }) => rowAbout(company, resource, person),
    trace: ({ id }) => [resource, { id: id as number, status: after }],
  };
}

function ofDay(
  action: string,
  on: string,
  rights: string,
): Pick<ActionCase, 'resource' | 'action' | 'on' | 'rights'> {
  return { resource: 'timesheetAccountings', action, on, rights };
}

async function storedDay(making: Making, approved: Readonly<Record<string, number>>): Promise<Entity> {
  const day = dayOf(making.person, making.number);
  // A day without an account stays as long as it has a comment.
  const row = { ...day, comment: 'kept', ...approved };
  return { id: await storeRow(making.company, 'timesheetAccountings', row) };
}

/** People approve their own days as themselves, everybody else as the company. */
function approval(column: Column): string {
  return column === 'employee' ? 'approved_by_user' : 'approved_by_admin';
}

function dayOf(person: number, number: number) {
  return { user_id: person, date: dayAfter('2015-01-01', number) };
}

function adjustmentOf(person: number, number: number): Entity {
  return { user_id: person, date: dayAfter('2045-01-01', number), value: 1.5, comment: 'c' };
}

function logged(query: Entity): Trace {
  return ['timesheetActionLogs', query as Trace[1]];
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
