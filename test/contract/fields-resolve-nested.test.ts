// Reads accept `_fields`, `_resolve` and `nestedEntities` (specification §4.3, decisions §4).
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { password } from '../support/installation.ts';
import { assertRefused, idsOf, rowOf, rowsOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

onEveryEngine('fields of a response', (place) => {
  let boss: Shown;
  let worker: Shown;
  let sales: Shown;
  let project: Shown;
  let task: Shown;
  let tracking: Shown;

  before(async () => {
    const { machine } = place;
    const person = { password, lastname: 'P', email_address: 'p@example.org' };
    boss = await machine.create('users', { ...person, username: 'boss', firstname: 'Bo' });
    sales = await machine.create('departments', { department_name: 'Sales', supervisor_id: boss['id'] });
    const workplace = { department_id: sales['id'], start_task_at_login: 4 };
    worker = await machine.create('users', { ...person, ...workplace, username: 'worker', firstname: 'Wo' });
    project = await machine.create('projects', {
      name: 'Bridge',
      mother_id: 1,
      project_leader_id: boss['id'],
    });
    task = await machine.create('tasks', { name: 'Piers', mother_id: project['id'] });
    await machine.create('tasks', { name: 'Deck', mother_id: project['id'] });
    await machine.create('projects', { name: 'North bank', mother_id: project['id'] });
    const zones = { start_time_timezone: 'UTC', end_time_timezone: 'UTC' };
    const times = { start_time: '2026-03-02 08:00:00', end_time: '2026-03-02 12:00:00' };
    tracking = await machine.create('timeTrackings', {
      ...zones,
      ...times,
      user_id: worker['id'],
      task_id: task['id'],
    });
    const gate = await machine.create('checkpoints', { name: 'Gate' });
    for (const hour of ['09', '10']) {
      await machine.create('checkpointTrackings', {
        checkpoint_id: gate['id'],
        time_tracking_id: tracking['id'],
        timestamp: `2026-03-02 ${hour}:00:00`,
        timezone: 'UTC',
      });
    }
  });

  it('_fields returns only the named fields', async () => {
    const { machine } = place;
    const one = rowOf(await machine.get(`users/read/${worker['id']}`, { _fields: 'username,active' }));
    assert.deepEqual(one, { username: 'worker', active: 1 });
    const withId = rowOf(await machine.get(`users/read/${worker['id']}`, { _fields: 'id, username' }));
    assert.deepEqual(withId, { id: worker['id'], username: 'worker' });
  });

  it('_fields=id returns only ids for every resource tested', async () => {
    for (const resource of ['departments', 'tasks', 'timeTrackings', 'generalSettings', 'countries']) {
      const rows = rowsOf(await place.machine.get(`${resource}/read`, { _fields: 'id', _limit: 2 }));
      assert.ok(rows.length > 0, resource);
      for (const row of rows) assert.deepEqual(Object.keys(row), ['id'], resource);
    }
  });

  it('_fields keeps filters and order by other fields', async () => {
    const query = { _fields: 'username', lastname: 'P', _order_by: 'firstname', _order_desc: 1 };
    const rows = rowsOf(await place.machine.get('users/read', query));
    assert.deepEqual(rows, [{ username: 'worker' }, { username: 'boss' }]);
  });

  it('_resolve adds the public fields of the relation under its name without _id', async () => {
    const row = rowOf(await place.machine.get(`users/read/${worker['id']}`, { _resolve: 'department_id' }));
    assert.equal(row['department_id'], sales['id']);
    assert.deepEqual(row['department'], { id: sales['id'], department_name: 'Sales', active: 1 });
    const { department: _, ...rest } = row;
    assert.deepEqual(rest, worker);
  });

  it('_resolve of a user and a task returns their public fields only', async () => {
    const query = { _resolve: 'user_id,task_id' };
    const row = rowOf(await place.machine.get(`timeTrackings/read/${tracking['id']}`, query));
    assert.deepEqual(Object.keys(row['user']).sort(), [
      'abbrevation',
      'active',
      'department_id',
      'firstname',
      'fullname',
      'id',
      'lastname',
      'profile_picture',
    ]);
    assert.deepEqual(row['task'], { id: task['id'], name: 'Piers', name_path: task['name_path'] });
  });

  it('_resolve accepts several fields, and returns mother_id as mother', async () => {
    const query = { _resolve: 'mother_id,project_leader_id' };
    const row = rowOf(await place.machine.get(`projects/read/${project['id']}`, query));
    assert.equal(row['mother'].id, 1);
    assert.equal(row['project_leader'].id, boss['id']);
  });

  it('_resolve returns null for an empty relation', async () => {
    const answer = await place.machine.get('departments/read', { _resolve: 'supervisor_id,mother_id' });
    const shown = rowsOf(answer).map((row) => [row['id'], row['supervisor']?.id ?? null, row['mother']]);
    assert.deepEqual(shown, [
      [1, null, null],
      [sales['id'], boss['id'], null],
    ]);
    assert.equal(rowsOf(answer)[0]?.['supervisor'], null);
  });

  it('_resolve applies to every row of a list, also with _fields', async () => {
    const query = { _fields: 'username,department_id', _resolve: 'department_id', _order_by: 'username' };
    const rows = rowsOf(await place.machine.get('users/read', query));
    assert.deepEqual(
      rows.map((row) => [row['username'], row['department'].department_name]),
      [
        ['admin', 'Company'],
        ['boss', 'Company'],
        ['worker', 'Sales'],
      ],
    );
  });

  it('_resolve returns null for a row that the caller may not read', async () => {
    const { machine, account } = place;
    const secret = await machine.create('tasks', { name: 'Secret', mother_id: 3 });
    const times = { start_time: '2026-03-03 08:00:00', end_time: '2026-03-03 09:00:00' };
    const zones = { start_time_timezone: 'UTC', end_time_timezone: 'UTC' };
    const booked = { user_id: worker['id'], task_id: secret['id'], ...times, ...zones };
    const { id } = await machine.create('timeTrackings', booked);
    await machine.put(`tasks/update/${secret['id']}`, { is_hidden: 1 });
    const employee = await account.login('worker');
    const row = rowOf(await employee.get(`timeTrackings/read/${id}`, { _resolve: 'task_id' }));
    assert.equal(row['task_id'], secret['id']);
    assert.equal(row['task'], null);
    await machine.delete(`timeTrackings/delete/${id}`);
  });

  it('_resolve refuses a field that is not a relation', async () => {
    const answer = await place.machine.get('users/read', { _resolve: 'username' });
    assertRefused(answer, { status: 422, code: 'unknown_parameter', field: 'username' });
  });

  it('takes a field that is named thousands of times as named once', async () => {
    const { machine } = place;
    for (const [parameter, name, times] of [
      ['_resolve', 'department_id', 1_500],
      ['_fields', 'active', 2_500],
      ['_group_by', 'active', 2_500],
    ] as const) {
      const often = Array.from({ length: times }, () => name).join();
      const once = rowsOf(await machine.get('users/read', { [parameter]: name, _order_by: name }));
      const many = rowsOf(await machine.get('users/read', { [parameter]: often, _order_by: name }));
      assert.deepEqual(many, once);
    }
  });

  it('nestedEntities refuses a child that is named twice, in other letter case', async () => {
    const nestedEntities = '{"tasks":[{}],"TASKS":[{}]}';
    const refused = await place.machine.get('projects/read', { nestedEntities });
    assertRefused(refused, { status: 422, code: 'contradiction', field: 'nestedEntities' });
  });

  it('nestedEntities adds the children of each row in the order of their ids', async () => {
    const query = { nestedEntities: '{"tasks":[{}],"projects":[{}]}' };
    const row = rowOf(await place.machine.get(`projects/read/${project['id']}`, query));
    const { nestedEntities, ...rest } = row;
    assert.deepEqual(rest, rowOf(await place.machine.get(`projects/read/${project['id']}`)));
    const names = (children: Shown[]): string[] => children.map((child) => child['name']);
    assert.deepEqual(names(nestedEntities.tasks), ['Piers', 'Deck']);
    assert.deepEqual(names(nestedEntities.projects), ['North bank']);
    const read = rowOf(await place.machine.get(`tasks/read/${task['id']}`));
    assert.deepEqual(nestedEntities.tasks[0], read);
  });

  it('nestedEntities returns an empty list for a row without children', async () => {
    const query = { nestedEntities: '{"checkpointTrackings":[{}]}' };
    const { id } = tracking;
    const full = rowOf(await place.machine.get(`timeTrackings/read/${id}`, query));
    assert.equal(full['nestedEntities'].checkpointTrackings.length, 2);
    const leaf = rowsOf(
      await place.machine.get('projects/read', { name: 'North bank', nestedEntities: '{"tasks":[{}]}' }),
    );
    assert.deepEqual(leaf[0]?.['nestedEntities'], { tasks: [] });
  });

  it('nestedEntities returns children of children', async () => {
    const query = { nestedEntities: '{"projects":[{"projects":[{}],"tasks":[{}]}]}' };
    const root = rowOf(await place.machine.get('projects/read/1', query));
    const bridge = root['nestedEntities'].projects.find((child: Shown) => child['name'] === 'Bridge');
    assert.deepEqual(
      bridge.nestedEntities.projects.map((child: Shown) => child['name']),
      ['North bank'],
    );
    assert.equal(bridge.nestedEntities.tasks.length, 2);
  });

  it('nestedEntities refuses unknown children and invalid JSON', async () => {
    const answer = await place.machine.get('projects/read', { nestedEntities: '{"users":[{}]}' });
    const refusal = { status: 422, code: 'unknown_parameter', field: 'nestedEntities' } as const;
    assertRefused(answer, refusal);
    for (const nestedEntities of ['tasks', '[]', '{"tasks"', '7']) {
      const refused = await place.machine.get('projects/read', { nestedEntities });
      assertRefused(refused, { ...refusal, code: 'invalid_value' });
    }
  });

  it('nestedEntities leaves NumResults and paging unchanged', async () => {
    const query = { nestedEntities: '{"tasks":[{}]}', _limit: 2 };
    const answer = await place.machine.get('projects/read', query);
    assert.equal(answer.json['NumResults'], 2);
    assert.deepEqual(idsOf(answer), [1, 3]);
  });
});
