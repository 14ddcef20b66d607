// `timePlannings` computes hours and costs of planned shifts and records who planned them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, rowsOf } from '../support/expectations.ts';
import { onOwnInstallations } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { booking, hire, pause, work, written } from '../time-tracking/booking.ts';

const night = { start: '2026-10-24 22:00', end: '2026-10-25 06:00' };

onOwnInstallations('planned shifts', { why: 'moves the clock' }, (place) => {
  test('computes duration from instants and takes the local date of the start', async () => {
    const { machine } = place;
    const person = await hire(machine, 'ada');
    const shown = ({ duration, start_date, year, month, yearmonth }: Envelope): unknown[] => [
      duration,
      start_date,
      year,
      month,
      yearmonth,
    ];
    const shift = await machine.create('timePlannings', booking(person, night));
    assert.deepEqual(shown(shift), [9, '2026-10-24', 2026, 10, '2026-10']);
    const west = { start: '2026-12-31 23:00', end: '2027-01-01 01:00', zone: 'America/New_York' };
    const flight = await machine.create(
      'timePlannings',
      booking(person, { ...west, endZone: 'America/Los_Angeles' }),
    );
    assert.deepEqual(shown(flight), [5, '2026-12-31', 2026, 12, '2026-12']);
    const odd = await machine.create(
      'timePlannings',
      booking(person, { start: '2026-11-02 08:00:00', end: '2026-11-02 08:20:00' }),
    );
    assert.equal(odd['duration'], 0.33);
    const moved = written(
      await machine.put(`timePlannings/update/${shift['id']}`, {
        start_time: '2027-01-04 08:00:00',
        end_time: '2027-01-04 12:30:00',
      }),
    );
    assert.deepEqual(shown(moved), [4.5, '2027-01-04', 2027, 1, '2027-01']);
  });

  test('takes zones by id, and under the names that trackings have for them', async () => {
    const { machine } = place;
    const [zone] = rowsOf(await machine.get('timezones/read', { timezone: 'America/New_York' }));
    const person = await hire(machine, 'zoned');
    const { start_time_timezone: _, end_time_timezone: __, ...times } = booking(person, night) as Envelope;
    for (const zones of [
      { start_timezone: 'America/New_York', end_timezone: zone?.['id'] },
      { start_time_timezone_id: zone?.['id'], end_time_timezone_id: String(zone?.['id']) },
    ]) {
      const shift = await machine.create('timePlannings', { ...times, ...zones });
      const named = [shift['start_time_timezone'], shift['end_time_timezone']];
      assert.deepEqual(named, ['America/New_York', 'America/New_York']);
    }
  });

  test('refuses skipped local times, and an end that is missing or not after the start', async () => {
    const { machine } = place;
    const person = await hire(machine, 'skip');
    const refused: readonly [times: Parameters<typeof booking>[1], field: string][] = [
      [{ start: '2026-03-29 02:30', end: '2026-03-29 05:00' }, 'start_time'],
      [{ start: '2026-05-05 08:00', end: '2026-05-05 08:00' }, 'end_time'],
      [{ start: '2026-05-05 08:00', end: '2026-05-05 07:59' }, 'end_time'],
    ];
    for (const [times, field] of refused) {
      const answer = await machine.post('timePlannings/create', booking(person, times));
      assertRefused(answer, { status: 422, code: 'invalid_value', field });
    }
    const open = booking(person, { start: '2026-05-05 08:00', end: null });
    assertRefused(await machine.post('timePlannings/create', open), {
      status: 400,
      code: 'missing_parameter',
      field: 'end_time',
    });
    const { id } = await machine.create('timePlannings', booking(person, night));
    assertRefused(await machine.put(`timePlannings/update/${id}`, { end_time: '' }), {
      status: 422,
      code: 'invalid_value',
      field: 'end_time',
    });
  });

  test('copies facts and costs of the person and task at planning time', async () => {
    const { machine } = place;
    const create = async (resource: string, entity: object): Promise<number> =>
      (await machine.create(resource, entity))['id'];
    const department = await create('departments', { department_name: 'Night', mother_id: 1 });
    const person = await hire(machine, 'costly', {
      department_id: department,
      internal_cost_per_hour: 41.5,
      revenue_per_hour: 90,
    });
    const [leader, top] = [await hire(machine, 'leader'), await hire(machine, 'top')];
    const client = await create('clients', { company_name: 'Brown' });
    const skill = await create('skills', { syn: 'Welding' });
    const outer = await create('projects', { name: 'Outer', mother_id: 1, project_leader_id: top });
    const inner = await create('projects', {
      name: 'Inner',
      mother_id: outer,
      client_id: client,
      project_leader_id: leader,
    });
    const task = await create('tasks', {
      name: 'Weld',
      mother_id: inner,
      skill_id: skill,
      internal_cost_per_hour: 10.01,
      is_billable: 1,
    });
    const row = await machine.create('timePlannings', {
      ...booking(person, { start: '2026-11-02 08:00:00', end: '2026-11-02 08:20:00' }),
      task_id: task,
    });
    const facts = {
      department_id: department,
      department_node_path: `1/${department}`,
      task_node_path: `1/${outer}/${inner}/${task}`,
      project_leader_id: leader,
      client_id: client,
      skill_id: skill,
      is_billable: 1,
      is_nonworking: 0,
      timestamp_created: 0,
      // A third of an hour at 41.50, 90.00 and 10.01, rounded half up.
      cost_user: 13.83,
      revenue_user: 30,
      cost_task: 3.34,
      revenue_task: null,
    };
    assert.deepEqual(Object.fromEntries(Object.keys(facts).map((name) => [name, row[name]])), facts);
    await machine.put(`users/update/${person}`, { internal_cost_per_hour: 100 });
    const path = `timePlannings/update/${row['id']}`;
    assert.equal(written(await machine.put(path, { notes: 'n' }))['cost_user'], 13.83);
    const longer = written(await machine.put(path, { end_time: '2026-11-02 09:00:00' }));
    assert.deepEqual([longer['cost_user'], longer['cost_task']], [100, 10.01]);
    const resting = written(await machine.put(path, { task_id: pause }));
    assert.deepEqual(
      [resting['is_nonworking'], resting['client_id'], resting['skill_id'], resting['cost_task']],
      [1, null, null, null],
    );
  });

  test('takes the leader of the nearest project above, in any order of creation', async () => {
    const { machine } = place;
    const person = await hire(machine, 'nearest');
    const [near, far] = [await hire(machine, 'near'), await hire(machine, 'far')];
    const inner = await machine.create('projects', { name: 'I', mother_id: 1, project_leader_id: near });
    const outer = await machine.create('projects', { name: 'O', mother_id: 1, project_leader_id: far });
    const task = await machine.create('tasks', { name: 'T', mother_id: inner['id'] });
    await machine.put(`projects/update/${inner['id']}`, { mother_id: outer['id'] });
    const row = await machine.create('timePlannings', { ...booking(person, night), task_id: task['id'] });
    assert.equal(row['project_leader_id'], near);
  });

  test('accepts overlapping shifts and refuses tasks that cannot be booked', async () => {
    const { machine } = place;
    const person = await hire(machine, 'double');
    await machine.create('timePlannings', booking(person, night));
    await machine.create('timePlannings', { ...booking(person, night), task_id: pause });
    const done = await machine.create('tasks', { name: 'Done', mother_id: 3, is_done: 1 });
    const answer = await machine.post('timePlannings/create', {
      ...booking(person, night),
      task_id: done['id'],
    });
    assertRefused(answer, { status: 422, code: 'rule_broken', field: 'task_id' });
  });

  test('records who created and changed a shift, and ignores unchanged values', async () => {
    const { machine } = place;
    const department = (await machine.create('departments', { department_name: 'Led' }))['id'];
    const person = await hire(machine, 'planned', { department_id: department });
    const boss = await hire(machine, 'boss');
    await machine.put(`departments/update/${department}`, { supervisor_id: boss });
    const supervisor = await place.account.login('boss');
    const row = await supervisor.create('timePlannings', booking(person, night));
    assert.deepEqual([row['created_user_id'], row['change_user_id']], [boss, boss]);
    const path = `timePlannings/update/${row['id']}`;
    place.installation.clock.shift += 3000;
    const same = written(await place.account.administrator.put(path, { task_id: work, notes: '' }));
    assert.deepEqual(same, row);
    const noted = written(await place.account.administrator.put(path, { notes: 'bring keys' }));
    assert.deepEqual([noted['created_user_id'], noted['change_user_id']], [boss, 1]);
    assert.equal(noted['created'], row['created']);
    const employee = await place.account.login('planned');
    const seen = written(await employee.get(`timeplannings/read/${row['id']}`));
    assert.equal(seen['notes'], 'bring keys');
    assert.ok(!('cost_user' in seen) && !('revenue_task' in seen));
    assert.equal((await employee.put(path, { notes: 'mine' })).status, 401);
  });
});
