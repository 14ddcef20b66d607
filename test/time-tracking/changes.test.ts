// The server checks the task of a tracking, locks approved trackings and records every change in the changelog.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { booking, changelog, daybook, hire, pause, work, written } from './booking.ts';

const times = { start: '2025-05-05 08:00', end: '2025-05-05 10:00' };

onEveryEngine('bookable tasks', (place) => {
  test('refuses tasks that are done, blocked, not startable or in a closed project', async () => {
    const { machine } = place;
    const person = await hire(machine, 'ada');
    const create = async (resource: string, entity: object): Promise<number> =>
      (await machine.create(resource, entity))['id'];
    const closed = await create('projects', { name: 'Closed', mother_id: 1, status: 4 });
    const blocked = await create('projects', { name: 'Blocked', mother_id: 1, is_blocked: 1 });
    const under = await create('projects', { name: 'Under', mother_id: closed });
    const refused: readonly [why: RegExp, task: object][] = [
      [/not startable/, { mother_id: 3, is_startable: 0 }],
      [/done/, { mother_id: 3, is_done: 1 }],
      [/done/, { mother_id: 3, status: 2 }],
      [/blocked/, { mother_id: 3, is_blocked: 1 }],
      [/closed/, { mother_id: closed }],
      [/closed/, { mother_id: under }],
      [/blocked/, { mother_id: blocked }],
    ];
    for (const [why, task] of refused) {
      const task_id = await create('tasks', { name: 'T', ...task });
      const answer = await machine.post('timeTrackings/create', { ...booking(person, times), task_id });
      const { ErrorMessage } = assertRefused(answer, { status: 422, code: 'rule_broken', field: 'task_id' });
      assert.match(ErrorMessage, why);
    }
    assert.deepEqual(await daybook(machine, person), []);
  });

  test('trackings of a done task can change, but not move back to it', async () => {
    const { machine } = place;
    const person = await hire(machine, 'closing');
    const task = await machine.create('tasks', { name: 'Short', mother_id: 3 });
    const { id } = written(
      await machine.post('timeTrackings/create', { ...booking(person, times), task_id: task['id'] }),
    );
    written(await machine.put(`tasks/update/${task['id']}`, { is_done: 1 }));
    written(
      await machine.put(`timeTrackings/update/${id}`, { end_time: '2025-05-05 11:00:00', notes: 'later' }),
    );
    written(await machine.put(`timeTrackings/update/${id}`, { task_id: work }));
    const back = await machine.put(`timeTrackings/update/${id}`, { task_id: task['id'] });
    assertRefused(back, { status: 422, code: 'rule_broken', field: 'task_id' });
  });

  test('keeps is_nonworking and department until the tracking gets another task', async () => {
    const { machine } = place;
    const department = (await machine.create('departments', { department_name: 'Then' }))['id'];
    const person = await hire(machine, 'flags', { department_id: department });
    const row = written(
      await machine.post('timeTrackings/create', { ...booking(person, times), task_id: pause }),
    );
    assert.deepEqual([row['is_nonworking'], row['department_id']], [1, department]);
    await machine.put(`users/update/${person}`, { department_id: 1 });
    await machine.put(`tasks/update/${pause}`, { is_nonworking: 0 });
    const later = written(await machine.get(`timeTrackings/read/${row['id']}`));
    assert.deepEqual([later['is_nonworking'], later['department_id']], [1, department]);
    await machine.put(`tasks/update/${pause}`, { is_nonworking: 1 });
    const moved = written(await machine.put(`timeTrackings/update/${row['id']}`, { task_id: work }));
    assert.equal(moved['is_nonworking'], 0);
  });
});

onEveryEngine('approved trackings', (place) => {
  test('refuses updates, deletes and inserts until an administrator reopens it', async () => {
    const { machine } = place;
    const department = (await machine.create('departments', { department_name: 'Led' }))['id'];
    const person = await hire(machine, 'ada', { department_id: department });
    const boss = await hire(machine, 'boss');
    await machine.put(`departments/update/${department}`, { supervisor_id: boss });
    const [ada, supervisor] = [await place.account.login('ada'), await place.account.login('boss')];
    const { id } = written(await ada.post('timeTrackings/create', booking(person, times)));

    assert.equal((await ada.put(`timeTrackings/update/${id}`, { approved_by_admin: 1 })).status, 401);
    written(await supervisor.put(`timeTrackings/update/${id}`, { approved_by_admin: 1 }));
    for (const client of [ada, supervisor, place.account.administrator, machine]) {
      for (const change of [
        { notes: 'x' },
        { start_time: '2025-05-05 08:30:00' },
        { end_time: '2025-05-05 11:00:00' },
        { task_id: pause },
      ]) {
        const { ErrorExtended } = assertRefused(await client.put(`timeTrackings/update/${id}`, change), {
          status: 422,
          code: 'locked',
        });
        assert.equal(ErrorExtended.data.id, id);
        const batch = await client.put('timeTrackings/update', [{ id, ...change }]);
        assert.equal(batch.json['Results'][0].ErrorExtended.errorCode, 'locked');
      }
      assertRefused(await client.delete(`timeTrackings/delete/${id}`), { status: 422, code: 'locked' });
      const into = {
        ...booking(person, { start: '2025-05-05 09:00', end: '2025-05-05 09:30' }),
        _insert_into_conflicting: 1,
      };
      assertRefused(await client.post('timeTrackings/create', into), { status: 422, code: 'locked' });
    }
    for (const client of [ada, supervisor]) {
      assertRefused(await client.put(`timeTrackings/update/${id}`, { approved_by_admin: 0 }), {
        status: 422,
        code: 'locked',
      });
    }
    assert.deepEqual(await daybook(machine, person), ['2025-05-05 08:00:00 – 2025-05-05 10:00:00']);
    written(await place.account.administrator.put(`timeTrackings/update/${id}`, { approved_by_admin: 0 }));
    written(await ada.put(`timeTrackings/update/${id}`, { notes: 'x' }));
    assert.equal((await ada.delete(`timeTrackings/delete/${id}`)).status, 200);
  });

  test('refuses changes of checkpoint events of an approved tracking', async () => {
    const { machine } = place;
    const person = await hire(machine, 'gates');
    const gate = (await machine.create('checkpoints', { name: 'Gate' }))['id'];
    const { id } = written(await machine.post('timeTrackings/create', booking(person, times)));
    const passed = {
      checkpoint_id: gate,
      time_tracking_id: id,
      timestamp: '2025-05-05 08:30:00',
      timezone: 'Europe/Vienna',
    };
    const row = written(await machine.post('checkpointTrackings/create', passed));
    written(await machine.put(`timeTrackings/update/${id}`, { approved_by_admin: 1 }));
    for (const answer of [
      await machine.post('checkpointTrackings/create', passed),
      await machine.put(`checkpointTrackings/update/${row['id']}`, { notes: 'x' }),
      await machine.delete(`checkpointTrackings/delete/${row['id']}`),
    ]) {
      assertRefused(answer, { status: 422, code: 'locked' });
    }
  });

  test('refuses to approve a running tracking and the supervisor’s own tracking', async () => {
    const { machine } = place;
    const department = (await machine.create('departments', { department_name: 'Own' }))['id'];
    const person = await hire(machine, 'ownboss', { department_id: department });
    await machine.put(`departments/update/${department}`, { supervisor_id: person });
    const boss = await place.account.login('ownboss');
    const { id } = written(await boss.post('timeTrackings/create', booking(person, { ...times, end: null })));
    assertRefused(await machine.put(`timeTrackings/update/${id}`, { approved_by_admin: 1 }), {
      status: 422,
      code: 'rule_broken',
    });
    written(await boss.put(`timeTrackings/update/${id}`, { end_time: '2025-05-05 09:00:00' }));
    assertRefused(await boss.put(`timeTrackings/update/${id}`, { approved_by_admin: 1 }), {
      status: 401,
      code: 'field_not_allowed',
    });
  });
});

onEveryEngine('the changelog of trackings', (place) => {
  test('records user, time, old and new values of create, update and delete', async () => {
    const { machine } = place;
    const person = await hire(machine, 'ada');
    const ada = await place.account.login('ada');
    const began = Math.floor(Date.now() / 1000) * 1000;
    const { id } = written(await ada.post('timeTrackings/create', booking(person, times)));
    written(await machine.put(`timeTrackings/update/${id}`, { end_time: '2025-05-05 11:00:00' }));
    written(
      await place.account.administrator.put(`timeTrackings/update/${id}`, {
        start_time: '2025-05-05 07:00:00',
        task_id: pause,
      }),
    );
    assert.equal((await ada.delete(`timeTrackings/delete/${id}`)).status, 200);
    const rows = await changelog(ada, id);
    const [eight, seven, ten, eleven] = ['08', '07', '10', '11'].map((hour) => `2025-05-05 ${hour}:00:00`);
    assert.deepEqual(
      rows.map((row) => [
        row['change_type'],
        row['change_user_id'],
        row['start_time'],
        row['new_start_time'],
        row['end_time'],
        row['new_end_time'],
        row['duration'],
        row['task_id'],
      ]),
      [
        ['CREATE', person, null, eight, null, ten, 7200, work],
        ['UPDATE', null, eight, eight, ten, eleven, 10_800, work],
        ['UPDATE', 1, eight, seven, eleven, eleven, 14_400, pause],
        ['DELETE', person, seven, null, eleven, null, 14_400, pause],
      ],
    );
    for (const row of rows) {
      assert.deepEqual([row['user_id'], row['tracker_id'], row['change_reason_id']], [person, id, 0]);
      const at = Date.parse(`${row['change_timestamp']}Z`);
      assert.ok(began <= at && at <= Date.now(), row['change_timestamp']);
    }
  });

  test('records no update without a change and no refused request', async () => {
    const { machine } = place;
    const person = await hire(machine, 'bob');
    const row = written(await machine.post('timeTrackings/create', booking(person, times)));
    written(
      await machine.put(`timeTrackings/update/${row['id']}`, { end_time: row['end_time'], notes: null }),
    );
    assert.equal(
      (await machine.put(`timeTrackings/update/${row['id']}`, { end_time: '2025-05-05 07:00:00' })).status,
      422,
    );
    assert.equal((await machine.post('timeTrackings/create', booking(person, times))).status, 422);
    const { json } = await machine.get('timeTrackingChangelogs/read', { user_id: person });
    assert.deepEqual(
      json['Results'].map(({ change_type }: Envelope) => change_type),
      ['CREATE'],
    );
  });

  test('stays after its tracking, user and task are deleted, and has no write action', async () => {
    const { machine } = place;
    const person = await hire(machine, 'eve');
    const task = (await machine.create('tasks', { name: 'Gone', mother_id: 3 }))['id'];
    const { id } = written(
      await machine.post('timeTrackings/create', { ...booking(person, times), task_id: task }),
    );
    for (const [resource, key] of [
      ['timeTrackings', id],
      ['tasks', task],
      ['users', person],
    ]) {
      assert.equal((await machine.delete(`${resource}/delete/${key}`)).status, 200, `${resource} ${key}`);
    }
    assert.equal((await changelog(machine, id)).length, 2);
    for (const answer of [
      await machine.post('timeTrackingChangelogs/create', { tracker_id: id }),
      await machine.put('timeTrackingChangelogs/update/1', { tracker_id: 1 }),
      await machine.delete('timeTrackingChangelogs/delete/1'),
    ]) {
      assertRefused(answer, { status: 404, code: 'unknown_address' });
    }
  });

  test('is readable as timestampChangelogs and through deltaSync', async () => {
    const { machine } = place;
    const person = await hire(machine, 'delta');
    const since = (await machine.get('serverTime/read')).json['RequestStartTime'];
    const { id } = written(await machine.post('timeTrackings/create', booking(person, times)));
    const aliased = await machine.get('timestampChangelogs/read', { tracker_id: id });
    assert.equal(aliased.json['ResourceName'], 'timeTrackingChangelogs');
    const delta = await machine.get('deltaSync/read', {
      _since: since,
      timeTrackingChangelogs__tracker_id: id,
    });
    assert.deepEqual(delta.json['Results'].timeTrackingChangelogs.Results, aliased.json['Results']);
  });
});
