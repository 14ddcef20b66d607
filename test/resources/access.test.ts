// Tests the access rules of resources without a server: which rows and fields each role reads and writes.
import assert from 'node:assert/strict';
import test from 'node:test';
import { loadResources } from '../../src/load-resources.ts';
import { inScope, sees, type FieldVisibility, type AccessContext, type WriteVerb } from '#resource/access.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import { administrator, employee, machine } from '../support/change-of.ts';

const resources = new Map((await loadResources()).map((resource) => [resource.name, resource]));
const hrManager: AccessContext = { ...employee, hrManager: true };
const supervisor: AccessContext = { ...employee, people: [8], departments: [3] };
const teamLeader: AccessContext = { ...employee, teamMembers: [9] };

function named(name: string): Resource {
  const resource = resources.get(name);
  assert.ok(resource);
  return resource;
}

/** The level at which the caller sees the row; `null` when it does not exist for them. */
function levelOf(name: string, accessContext: AccessContext, row: Row): FieldVisibility | null {
  return (
    named(name)
      .access.read(accessContext)
      .find((rowPolicy) => inScope(rowPolicy.scope, row))?.level ?? null
  );
}

function shows(
  name: string,
  field: string,
  { accessContext, row }: { accessContext: AccessContext; row: Row },
): boolean {
  const level = levelOf(name, accessContext, row);
  return level !== null && sees(level, named(name).fields.get(field)?.level ?? 'administrator');
}

function writes(
  name: string,
  verb: WriteVerb,
  { accessContext, row }: { accessContext: AccessContext; row: Row },
): boolean {
  return inScope(named(name).access.write(accessContext, verb), row);
}

const own = { id: 7, internal_user_group: 2 };
const led = { id: 8, internal_user_group: 2 };
const colleague = { id: 9, internal_user_group: 2 };

test('shows employees only the public fields of colleagues', () => {
  assert.equal(shows('users', 'fullname', { accessContext: employee, row: colleague }), true);
  for (const field of ['username', 'birthday', 'notes', 'last_login']) {
    assert.equal(shows('users', field, { accessContext: employee, row: colleague }), false, field);
  }
});

test('shows personnel fields to supervisors and HR managers, not to the user', () => {
  for (const field of ['internal_cost_per_hour', 'revenue_per_hour', 'notes', 'social_security_number']) {
    assert.equal(shows('users', field, { accessContext: employee, row: own }), false, field);
    assert.equal(shows('users', field, { accessContext: supervisor, row: led }), true, field);
    assert.equal(shows('users', field, { accessContext: hrManager, row: colleague }), true, field);
  }
});

test('shows the last login to the user and to administrators only', () => {
  assert.equal(shows('users', 'last_login', { accessContext: employee, row: own }), true);
  assert.equal(shows('users', 'last_login', { accessContext: hrManager, row: own }), true);
  assert.equal(shows('users', 'last_login', { accessContext: administrator, row: colleague }), true);
  assert.equal(shows('users', 'last_login', { accessContext: supervisor, row: led }), false);
  assert.equal(shows('users', 'last_login', { accessContext: hrManager, row: colleague }), false);
});

test('shows failed logins to administrators only', () => {
  assert.equal(shows('users', 'unsuccessful_login_count', { accessContext: hrManager, row: own }), false);
  assert.equal(
    shows('users', 'unsuccessful_login_count', { accessContext: administrator, row: colleague }),
    true,
  );
});

test('lets only administrators and machine credentials create and delete users', () => {
  for (const verb of ['create', 'delete'] as const) {
    for (const accessContext of [employee, hrManager, supervisor]) {
      assert.equal(writes('users', verb, { accessContext, row: own }), false);
    }
    for (const accessContext of [administrator, machine])
      assert.equal(writes('users', verb, { accessContext, row: own }), true);
  }
});

test('lets HR managers update employees and themselves, not administrators', () => {
  assert.equal(writes('users', 'update', { accessContext: hrManager, row: colleague }), true);
  assert.equal(writes('users', 'update', { accessContext: hrManager, row: own }), true);
  assert.equal(
    writes('users', 'update', { accessContext: hrManager, row: { id: 2, internal_user_group: 1 } }),
    false,
  );
});

test('lets employees update their own row only', () => {
  assert.equal(writes('users', 'update', { accessContext: employee, row: own }), true);
  assert.equal(writes('users', 'update', { accessContext: employee, row: colleague }), false);
});

test('returns the row of the caller as me, and none for a machine credential', () => {
  const { me } = named('users').namedReads;
  assert.deepEqual(me?.(employee, new Set()), [{ column: 'id', oneOf: [7] }]);
  assert.deepEqual(me?.(machine, new Set()), [{ column: 'id', oneOf: [] }]);
});

test('shows times to the user, team leader, supervisor, HR manager and administrator', () => {
  assert.equal(levelOf('timeTrackings', employee, { user_id: 7 }), 'own');
  assert.equal(levelOf('timeTrackings', employee, { user_id: 8 }), null);
  assert.equal(levelOf('timeTrackings', teamLeader, { user_id: 9 }), 'own');
  assert.equal(levelOf('timeTrackings', supervisor, { user_id: 8 }), 'manager');
  assert.equal(levelOf('timeTrackings', hrManager, { user_id: 9 }), 'manager');
  assert.equal(levelOf('timeTrackings', machine, { user_id: 9 }), 'administrator');
});

test('lets the user, supervisor and HR manager write times, not the team leader', () => {
  assert.equal(writes('timeTrackings', 'create', { accessContext: employee, row: { user_id: 7 } }), true);
  assert.equal(writes('timeTrackings', 'create', { accessContext: employee, row: { user_id: 8 } }), false);
  assert.equal(writes('timeTrackings', 'update', { accessContext: supervisor, row: { user_id: 8 } }), true);
  assert.equal(writes('timeTrackings', 'delete', { accessContext: teamLeader, row: { user_id: 9 } }), false);
  assert.equal(writes('timeTrackings', 'delete', { accessContext: hrManager, row: { user_id: 9 } }), true);
});

test('lets no caller write the changelog', () => {
  for (const accessContext of [employee, administrator, machine]) {
    assert.deepEqual(named('timeTrackingChangelogs').access.write(accessContext, 'create'), []);
  }
});

test('shows employees bookable nodes, and project leaders their projects with costs', () => {
  const open = { restricted_path: null, hidden_on_path: 0, node_path: '1/30/31' };
  assert.equal(levelOf('tasks', employee, open), 'own');
  assert.equal(levelOf('tasks', employee, { ...open, restricted_path: '30/31' }), null);
  assert.equal(levelOf('tasks', employee, { ...open, hidden_on_path: 1 }), null);
  const leader = { ...employee, ledProjects: [30] };
  for (const node of ['projects', 'tasks']) {
    const below = { ...open, hidden_on_path: 1, restricted_path: '31' };
    assert.equal(levelOf(node, leader, below), 'manager');
    assert.equal(levelOf(node, leader, { ...below, node_path: '1/3/31' }), null);
  }
  assert.equal(shows('tasks', 'internal_cost_per_hour', { accessContext: employee, row: open }), false);
  assert.equal(shows('tasks', 'internal_cost_per_hour', { accessContext: hrManager, row: open }), true);
});

test('shows restricted nodes to assigned users on the days of the assignment', () => {
  const task = { restricted_path: '30/31/32', hidden_on_path: 0, node_path: '1/30/31/32' };
  const assigned = (node: number, from: string | null = null, to: string | null = null): AccessContext => ({
    ...employee,
    assignments: [{ node, from, to }],
  });
  for (const node of [30, 31, 32]) assert.equal(levelOf('tasks', assigned(node), task), 'own', String(node));
  for (const node of [1, 3, 2, 33]) assert.equal(levelOf('tasks', assigned(node), task), null, String(node));
  assert.equal(levelOf('tasks', assigned(30), { ...task, hidden_on_path: 1 }), null);
  assert.equal(levelOf('tasks', assigned(30), { ...task, restricted_path: '31/32' }), null);
  const { today } = employee;
  assert.equal(levelOf('tasks', assigned(30, today, today), task), 'own');
  assert.equal(levelOf('tasks', assigned(30, '2026-11-21', null), task), null);
  assert.equal(levelOf('tasks', assigned(30, null, '2026-11-19'), task), null);
});

test('shows a message to its receivers and its sender only', () => {
  const to = (receiver_type: string, receiver_id: number | null, include_sub_department = 0) => ({
    sender_id: 50,
    receiver_type,
    receiver_id,
    include_sub_department,
  });
  const readable = (row: Row) => levelOf('messages', employee, row) !== null;
  assert.equal(readable(to('ALL', null)), true);
  assert.equal(readable(to('USER', 7)), true);
  assert.equal(readable(to('USER', 3)), false);
  assert.equal(readable(to('DEPARTMENT', 3)), true);
  assert.equal(readable(to('DEPARTMENT', 1)), false);
  assert.equal(readable(to('DEPARTMENT', 1, 1)), true);
  assert.equal(readable(to('DEPARTMENT', 2, 1)), false);
  assert.equal(readable({ ...to('USER', 8), sender_id: 7 }), true);
});

test('lets employees send messages in their own name only', () => {
  assert.equal(writes('messages', 'create', { accessContext: employee, row: { sender_id: 7 } }), true);
  assert.equal(writes('messages', 'create', { accessContext: employee, row: { sender_id: 8 } }), false);
  assert.equal(writes('messages', 'create', { accessContext: machine, row: { sender_id: 8 } }), true);
});

test('lets administrators add team members, not the team leader', () => {
  assert.equal(
    writes('teamMembers', 'create', { accessContext: teamLeader, row: { team_id: 1, user_id: 9 } }),
    false,
  );
  assert.equal(
    writes('teamMembers', 'delete', { accessContext: teamLeader, row: { team_id: 1, user_id: 9 } }),
    false,
  );
  assert.equal(
    writes('teamMembers', 'create', { accessContext: administrator, row: { team_id: 1, user_id: 9 } }),
    true,
  );
});

test('shows employees only the public fields of clients', () => {
  assert.equal(shows('clients', 'company_name', { accessContext: employee, row: {} }), true);
  assert.equal(shows('clients', 'phone_1', { accessContext: employee, row: {} }), false);
  assert.equal(shows('clients', 'phone_1', { accessContext: supervisor, row: {} }), true);
});
