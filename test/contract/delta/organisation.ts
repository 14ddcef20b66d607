// Random changes of an organisation: departments, leaders, rights and hidden rows. The rules of the domain may refuse
// changes, but must accept some.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Client, Envelope } from '../../support/client.ts';
import {
  address,
  anyNode,
  chosen,
  note,
  one,
  period,
  permission,
  permissionScope,
  person,
  someone,
  homeZones,
  type Organisation,
} from './organisation-rows.ts';
import { create, remove, update, type WriteRequest } from './write-request.ts';

/** One change: its kind, and numbers that pick what it is done to. */
export interface OrganisationChange {
  readonly kind: keyof typeof changes;
  readonly pick: number;
  readonly other: number;
}

type Make = (world: Organisation, pick: number, other: number) => WriteRequest;

const reaches = ['none', 'team', 'department', 'account'];
const setting = (setting_type: string, pick: number): WriteRequest =>
  update('generalSettings', { setting_type, setting_value: reaches[pick % reaches.length] });
const absenceTypes = [
  { type_id: 4, subtype_id: 0 },
  { type_id: 3, subtype_id: 11 },
];

const changes = {
  movePerson: (world, pick, other) =>
    update('users', { id: one(world, 'users', pick), department_id: one(world, 'departments', other) }),
  moveTwo: (world, pick, other) =>
    update('users', [
      { id: one(world, 'users', pick), department_id: one(world, 'departments', other) },
      { id: one(world, 'users', pick), department_id: 999_999 },
      { id: one(world, 'users', pick + 1), department_id: one(world, 'departments', other + 1) },
    ]),
  changeRole: (world, pick, other) =>
    update('users', { id: one(world, 'users', pick), hr_manager: other % 2 }),
  changeGroup: (world, pick, other) =>
    update('users', { id: one(world, 'users', pick), internal_user_group: (other % 3) % 2 === 1 ? 1 : 2 }),
  travel: (world, pick, other) =>
    update('users', { id: one(world, 'users', pick), timezone: homeZones[other % homeZones.length] }),
  hire: (world, pick, other) => create('users', person(`hired${pick}-${other}`, world, other)),
  dismiss: (world, pick) => remove('users', one(world, 'hired', pick)),
  createDepartment: (world, pick, other) =>
    create('departments', {
      department_name: 'New',
      mother_id: one(world, 'departments', pick),
      supervisor_id: one(world, 'users', other),
    }),
  moveDepartment: (world, pick, other) =>
    update('departments', {
      id: one(world, 'departments', pick),
      mother_id: other % 4 === 0 ? 0 : one(world, 'departments', other),
    }),
  supervise: (world, pick, other) =>
    update('departments', { id: one(world, 'departments', pick), supervisor_id: someone(world, other) }),
  assist: (world, pick, other) =>
    update('departments', {
      id: one(world, 'departments', pick),
      supervisor_assistant_id: someone(world, other),
    }),
  deleteDepartment: (world, pick) => remove('departments', one(world, 'departments', pick)),
  joinTeam: (world, pick, other) =>
    create('teamMembers', { team_id: one(world, 'teams', pick), user_id: one(world, 'users', other) }),
  leaveTeam: (world, pick, other) => ({
    method: 'DELETE',
    path: `teamMembers/delete?team_id=${one(world, 'teams', pick)}&user_id=${one(world, 'users', other)}`,
  }),
  leadTeam: (world, pick, other) =>
    update('teams', { id: one(world, 'teams', pick), team_leader_id: one(world, 'users', other) }),
  deleteTeam: (world, pick) => remove('teams', one(world, 'teams', pick)),
  hideTask: (world, pick, other) => update('tasks', { id: one(world, 'tasks', pick), is_hidden: other % 2 }),
  moveTask: (world, pick, other) =>
    update('tasks', { id: one(world, 'tasks', pick), mother_id: one(world, 'projects', other) }),
  deleteTask: (world, pick) => remove('tasks', one(world, 'tasks', pick)),
  restrictProject: (world, pick, other) =>
    update('projects', { id: one(world, 'projects', pick), is_restricted: other % 2 }),
  leadProject: (world, pick, other) =>
    update('projects', { id: one(world, 'projects', pick), project_leader_id: someone(world, other) }),
  restrictTask: (world, pick, other) =>
    update('tasks', { id: one(world, 'tasks', pick), is_restricted: other % 2 }),
  hideProject: (world, pick, other) =>
    update('projects', { id: one(world, 'projects', pick + 2), is_hidden: other % 2 }),
  moveProject: (world, pick, other) =>
    update('projects', { id: one(world, 'projects', pick + 2), mother_id: one(world, 'projects', other) }),
  createProject: (world, pick, other) =>
    create('projects', {
      name: 'New',
      mother_id: one(world, 'projects', pick),
      is_restricted: other % 2,
      project_leader_id: someone(world, other),
    }),
  createTask: (world, pick, other) =>
    create('tasks', { name: 'New', mother_id: one(world, 'projects', pick), is_restricted: other % 2 }),
  deleteProject: (world, pick) => remove('projects', one(world, 'projects', pick + 2)),
  assign: (world, pick, other) =>
    create('nodesToUsers', {
      node: anyNode(world, pick),
      user: one(world, 'users', other),
      access: other % 4 === 0 ? 0 : 1,
      ...period(world, pick + other),
    }),
  reassign: (world, pick, other) =>
    update('nodesToUsers', {
      id: one(world, 'nodesToUsers', pick),
      access: other % 2,
      ...period(world, other),
    }),
  unassign: (world, pick) => remove('nodesToUsers', one(world, 'nodesToUsers', pick)),
  favour: (world, pick, other) => create('favouriteTasks', chosen(world, pick, other)),
  intend: (world, pick, other) => create('todoTasks', chosen(world, pick, other)),
  unfavour: (world, pick) => remove('favouriteTasks', one(world, 'nodesToUsers', pick)),
  forget: (world, pick) => remove('todoTasks', one(world, 'nodesToUsers', pick)),
  mark: (world, pick, other) =>
    update('nodesToUsers', {
      id: one(world, 'nodesToUsers', pick),
      is_favourite: other % 2,
      is_todo: pick % 2,
    }),
  book: (world, pick, other) => {
    world.hours += 1;
    const at = (hour: number): string =>
      new Date(Date.UTC(2026, 3, 1) + hour * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const zones = { start_time_timezone: 'UTC', end_time_timezone: 'UTC' };
    const times = { start_time: at(world.hours), end_time: at(world.hours + 1), ...zones };
    return create('timeTrackings', {
      user_id: one(world, 'users', pick),
      task_id: one(world, 'tasks', other),
      ...times,
    });
  },
  noteBooking: (world, pick, other) =>
    update('timeTrackings', { id: one(world, 'timeTrackings', pick), notes: `note ${other}` }),
  deleteBooking: (world, pick) => remove('timeTrackings', one(world, 'timeTrackings', pick)),
  fallIll: (world, pick, other) => {
    world.hours += 24;
    const day = new Date(Date.UTC(2026, 3, 1) + world.hours * 3_600_000).toISOString().slice(0, 10);
    const type = absenceTypes[other % absenceTypes.length];
    return create('absences', { user_id: one(world, 'users', pick), ...type, from_date: day, to_date: day });
  },
  recover: (world, pick) => remove('absences', one(world, 'absences', pick)),
  showType: (_world, pick, other) =>
    update('absenceTypes', { id: (pick % 6) + 1, public_leave_type: other % 2 }),
  showAbsences: (_world, pick) => setting('team_sees_absences', pick),
  showPresence: (_world, pick) => setting('team_sees_presence', pick),
  write: (world, pick, other) => create('messages', { message: 'Hello', ...address(world, pick, other) }),
  readdress: (world, pick, other) =>
    update('messages', { id: one(world, 'messages', pick), ...address(world, pick, other) }),
  deleteMessage: (world, pick) => remove('messages', one(world, 'messages', pick)),
  grant: (world, pick, other) => create('permissions', permission(world, pick, other)),
  widen: (world, pick, other) =>
    update('permissions', { id: one(world, 'permissions', pick), ...permissionScope(world, pick, other) }),
  withdraw: (world, pick) => remove('permissions', one(world, 'permissions', pick)),
} as const satisfies Record<string, Make>;

/** Any change. */
export const anyChange: fc.Arbitrary<OrganisationChange> = fc.record({
  kind: fc.constantFrom(...(Object.keys(changes) as OrganisationChange['kind'][])),
  pick: fc.nat(50),
  other: fc.nat(50),
});

/** Rows that are known under another name than their resource. */
const notedAs: Partial<Record<OrganisationChange['kind'], string>> = {
  hire: 'hired',
  favour: 'nodesToUsers',
  intend: 'nodesToUsers',
};

/** Makes a change as a machine; answers whether it was written. Nothing but a refusal of the domain may hinder it. */
export async function makeChange(
  change: OrganisationChange,
  world: Organisation,
  machine: Client,
): Promise<boolean> {
  const make: Make = changes[change.kind];
  const { method, path, body } = make(world, change.pick, change.other);
  const answer = await machine.request(method, path, body === undefined ? {} : { body });
  assert.ok(
    [200, 422].includes(answer.status),
    `${method} ${path} answered ${answer.status}: ${answer.text}`,
  );
  const { json } = answer;
  const [resource = '', action] = path.split('/');
  const made = action === 'create' && json['Success'] === true ? (json['Results'] as Envelope[]) : [];
  for (const { id } of made) note(world, notedAs[change.kind] ?? resource, id);
  return json['Success'] === true;
}

/**
 * A company of three departments below each other and one beside them, five people in several zones, a restricted part
 * of the tree with another one inside, and something of everything.
 */
export async function foundOrganisation(machine: Client, clock: () => number): Promise<Organisation> {
  const world: Organisation = { ids: new Map([['projects', [1, 3]]]), hours: 0, clock };
  const add = async (resource: string, body: unknown): Promise<number> => {
    const { id } = await machine.create(resource, body);
    return note(world, resource, id as number);
  };
  note(world, 'departments', 1);
  const sales = await add('departments', { department_name: 'Sales', mother_id: 1 });
  const branch = await add('departments', { department_name: 'Branch', mother_id: sales });
  const works = await add('departments', { department_name: 'Works' });
  for (const name of names) await add('users', person(name, world, 0));
  const [employee, supervisor, leader, personnel, colleague] = world.ids.get('users') as [
    number,
    number,
    number,
    number,
    number,
  ];
  await machine.put('users/update', [
    { id: employee, department_id: branch },
    { id: colleague, department_id: works },
    { id: personnel, department_id: branch },
  ]);
  await machine.put(`departments/update/${sales}`, { supervisor_id: supervisor });
  const team = await add('teams', { name: 'Blue', team_leader_id: leader });
  await add('teams', { name: 'Red', team_leader_id: employee });
  await machine.create('teamMembers', { team_id: team, user_id: colleague });
  for (const name of ['One', 'Two', 'Three']) await add('tasks', { name, mother_id: 3 });
  const secret = await add('projects', { name: 'Secret', mother_id: 1, is_restricted: 1 });
  const inner = await add('projects', { name: 'Inner', mother_id: secret });
  const vault = await add('projects', { name: 'Vault', mother_id: inner, is_restricted: 1 });
  for (const mother_id of [secret, inner, vault]) await add('tasks', { name: 'Restricted', mother_id });
  await machine.put(`projects/update/${inner}`, { project_leader_id: leader });
  for (let pick = 0; pick < 8; pick += 1)
    await makeChange({ kind: 'assign', pick: pick + 2, other: pick }, world, machine);
  for (let pick = 0; pick < 5; pick += 1)
    await makeChange({ kind: pick % 2 === 0 ? 'favour' : 'intend', pick, other: pick }, world, machine);
  await add('clients', { company_name: 'Customer', city: 'Wien' });
  for (let pick = 0; pick < 5; pick += 1) {
    for (const other of [0, 1]) await makeChange({ kind: 'book', pick, other }, world, machine);
    await makeChange({ kind: 'write', pick, other: pick + 1 }, world, machine);
    await makeChange({ kind: 'fallIll', pick, other: pick }, world, machine);
  }
  return world;
}

/** User names of those whose copies are watched, and of one colleague. */
export const names = ['employee', 'supervisor', 'leader', 'personnel', 'colleague'] as const;
