// Split of a tracking, and approve, reject and cancel of a tracking and its request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../support/expectations.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Client, Envelope } from '../../support/client.ts';
import { openOffice, requestIn } from '../requests/asking.ts';
import { assertPart, booking, changelog, hire, pause, work, written } from '../booking.ts';
import { affected, hireWithTimer, storyClock, timerOptions } from './timer.ts';

onEveryEngine(
  'split, approve, reject and cancel of trackings',
  (place) => {
    const { at, today } = storyClock(place);
    const book = async (person: number, day: string, client: Client = place.machine): Promise<Envelope> =>
      written(
        await client.post(
          'timeTrackings/create',
          booking(person, { start: `${day} 08:00`, end: `${day} 12:00`, zone: 'UTC' }),
        ),
      );

    test('split makes two touching trackings, the second on another task', async () => {
      const day = today('13:00');
      const ada = await hireWithTimer(place, 'ada');
      const { id } = await book(ada.person, day);
      const [before] = (await place.machine.get('tasks/read', { id: work })).json['Results'];
      const answer = await ada.client.put(`timeTrackings/split/${id}`, {
        time: `${day} 09:00:00`,
        task_id: pause,
        notes: 'second',
      });
      const [first, second] = answer.json['Results'];
      assertPart(first, { id, end_time: `${day} 09:00:00`, duration: 3600, task_id: work });
      assertPart(second, {
        start_time: `${day} 09:00:00`,
        end_time: `${day} 12:00:00`,
        task_id: pause,
        is_nonworking: 1,
        notes: 'second',
      });
      const [after] = (await place.machine.get('tasks/read', { id: work })).json['Results'];
      assert.equal(before.duration - after.duration, 3);
      assert.deepEqual(
        [...(await changelog(place.machine, id)), ...(await changelog(place.machine, second.id))].map(
          ({ change_type }) => change_type,
        ),
        ['CREATE', 'UPDATE', 'CREATE'],
      );
    });

    test('split of a running tracking continues in the second part', async () => {
      const day = today('08:00');
      const bob = await hireWithTimer(place, 'bob');
      const { id } = written(await bob.start({ task_id: work }));
      at('10:00');
      const { json } = await bob.client.put('timeTrackings/split', {
        id,
        time: `${day} 09:58:00`,
        timezone: 'UTC',
      });
      assert.equal(json['NumResults'], 2);
      const running = await bob.current();
      assertPart(running ?? {}, {
        id: json['Results'][1].id,
        start_time: `${day} 09:58:00`,
        is_start_live: 0,
      });
      const status = written(await place.machine.get(`userStatusOverview/read/${bob.person}`));
      assert.equal(status['time_tracking_id'], running?.['id']);
    });

    test('split keeps start data on the first part and end data on the second', async () => {
      const day = today('08:00');
      const jim = await hireWithTimer(place, 'jim');
      const { id } = written(await jim.start({ task_id: work, t_iv_2: 'x' }));
      at('10:00');
      written(await jim.stop({ geo_lat: 48.2, geo_long: 16.3, end_type_id: 2 }));
      const { json } = await jim.client.put(`timeTrackings/split/${id}`, { time: `${day} 09:00:00` });
      const [first, second] = json['Results'];
      assertPart(first, {
        is_end_live: 0,
        end_ip: null,
        end_type_id: 0,
        geo_end_lat: null,
        is_start_live: 1,
      });
      assertPart(second, {
        is_end_live: 1,
        end_ip: '127.0.0.1',
        end_type_id: 2,
        geo_end_lat: 48.2,
        t_iv_2: 'x',
      });
      assertPart(second, { is_start_live: 0, start_type_id: 0 });
    });

    test('splits a future tracking, and a running one up to the present second', async () => {
      const day = today('07:00');
      const kai = await hireWithTimer(place, 'kai');
      const { id } = await book(kai.person, day);
      const cut = await kai.client.put(`timeTrackings/split/${id}`, { time: `${day} 10:00:00` });
      assert.equal(cut.status, 200, cut.text);
      assert.deepEqual(await kai.days(), [
        `${day} 08:00:00 – ${day} 10:00:00`,
        `${day} 10:00:00 – ${day} 12:00:00`,
      ]);
      const next = today('08:00');
      const running = written(await kai.start({ task_id: work }))['id'];
      at('09:00');
      const split = (time: string) =>
        kai.client.put(`timeTrackings/split/${running}`, { time: `${next} ${time}` });
      assertRefused(await split('09:00:01'), { status: 422, code: 'rule_broken', field: 'time' });
      assert.equal((await split('09:00:00')).status, 200);
    });

    test('split keeps a task that is done by now and refuses a new task that is done', async () => {
      const day = today('13:00');
      const lis = await hireWithTimer(place, 'lis');
      const task = (await place.machine.create('tasks', { name: 'Paint', mother_id: 3 }))['id'];
      const entered = booking(lis.person, { start: `${day} 08:00`, end: `${day} 12:00`, zone: 'UTC' });
      const { id } = written(await lis.client.post('timeTrackings/create', { ...entered, task_id: task }));
      const since = { is_done: 1, is_nonworking: 1, is_restricted: 1 };
      written(await place.machine.put(`tasks/update/${task}`, since));
      const split = (more: object) =>
        lis.client.put(`timeTrackings/split/${id}`, { time: `${day} 10:00:00`, ...more });
      const { json, text } = await split({});
      assert.equal(json['NumResults'], 2, text);
      for (const part of json['Results']) assertPart(part, { task_id: task, is_nonworking: 0 });
      const other = (await place.machine.create('tasks', { name: 'Sand', mother_id: 3 }))['id'];
      written(await place.machine.put(`tasks/update/${other}`, { is_done: 1 }));
      const refused = await split({ time: `${day} 09:00:00`, task_id: other });
      assertRefused(refused, { status: 422, code: 'rule_broken', field: 'task_id' });
    });

    test('split in a repeated hour takes the first time inside unless an offset is sent', async () => {
      const zone = 'Europe/Vienna';
      const day = '2025-10-26';
      const mo = await hireWithTimer(place, 'mo', { timezone: zone });
      const split = async (end: object, sent: object = {}): Promise<readonly unknown[]> => {
        const times = booking(mo.person, { start: `${day} 02:10`, end: `${day} 02:50`, zone });
        const { id } = written(await mo.client.post('timeTrackings/create', { ...times, ...end }));
        const time = `${day} 02:30:00`;
        const { json, text } = await mo.client.put(`timeTrackings/split/${id}`, { time, ...sent });
        assert.equal(json['NumResults'], 2, text);
        await Promise.all(
          json['Results'].map((row: Envelope) => mo.client.delete(`timeTrackings/delete/${row['id']}`)),
        );
        return json['Results'].map((row: Envelope) => row['duration']);
      };
      const second = 3600;
      assert.deepEqual(await split({}), [1200, 1200]);
      assert.deepEqual(await split({ end_time_offset: second }), [1200, 4800]);
      assert.deepEqual(await split({ end_time_offset: second }, { start_time_offset: second }), [4800, 1200]);
      const late = { start_time_offset: second, end_time_offset: second };
      assert.deepEqual(await split(late), [1200, 1200]);
    });

    test('refuses a split at or outside the edges, without the right and when approved', async () => {
      const day = today('13:00');
      const cid = await hireWithTimer(place, 'cid');
      const { id } = await book(cid.person, day);
      const split = (time: string, client = cid.client) =>
        client.put(`timeTrackings/split/${id}`, { time: `${day} ${time}` });
      for (const time of ['07:59:59', '08:00:00', '12:00:00', '12:30:00'])
        assertRefused(await split(time), { status: 422, code: 'rule_broken', field: 'time' });
      assertRefused(await cid.client.put(`timeTrackings/split/${id}`, {}), {
        status: 400,
        code: 'missing_parameter',
        field: 'time',
      });
      await place.machine.put(`users/update/${cid.person}`, { manual_timetracking: 0 });
      assertRefused(await split('09:00:00'), { status: 401, code: 'not_allowed' });
      await hire(place.machine, 'stranger');
      assertRefused(await split('09:00:00', await place.account.login('stranger')), {
        status: 422,
        code: 'unknown_reference',
      });
      written(await place.machine.put(`timeTrackings/approve/${id}`, {}));
      assertRefused(await split('09:00:00', place.machine), { status: 422, code: 'locked' });
      assert.deepEqual(await cid.days(), [`${day} 08:00:00 – ${day} 12:00:00`]);
    });

    test('the supervisor approves and locks a tracking, its user cannot', async () => {
      const day = today('13:00');
      const office = await openOffice(place, 'dan');
      const { id } = await book(office.person, day);
      const approve = (client: Client) => client.put(`timeTrackings/approve/${id}`, {});
      assertRefused(await approve(office.employee), { status: 401, code: 'not_allowed' });
      assertPart(written(await approve(office.supervisor)), { id, approved_by_admin: 1 });
      assertPart(written(await approve(place.account.administrator)), { id, approved_by_admin: 1 });
      assertRefused(await place.machine.put(`timeTrackings/update/${id}`, { notes: 'x' }), {
        status: 422,
        code: 'locked',
      });
      const running = written(
        await place.machine.post('timeTrackings/start', { user_id: office.person, task_id: work }),
      );
      assertRefused(await place.machine.put(`timeTrackings/approve/${running['id']}`, {}), {
        status: 422,
        code: 'rule_broken',
      });
    });

    test('the project leader approves trackings only with approve_by_project_leader', async () => {
      const day = today('13:00');
      const leader = await hire(place.machine, 'leader');
      const client = await place.account.login('leader');
      const eve = await hire(place.machine, 'eve');
      const team = (await place.machine.create('teams', { name: 'Eve', team_leader_id: leader }))['id'];
      await place.machine.create('teamMembers', { team_id: team, user_id: eve });
      const project = (
        await place.machine.create('projects', { name: 'Led', mother_id: 1, project_leader_id: leader })
      )['id'];
      const task_id = (await place.machine.create('tasks', { name: 'Dig', mother_id: project }))['id'];
      const { id } = await book(eve, day);
      written(await place.machine.put(`timeTrackings/update/${id}`, { task_id }));
      const approve = () => client.put(`timeTrackings/approve/${id}`, {});
      assertRefused(await approve(), { status: 401, code: 'not_allowed' });
      await place.machine.put(`projects/update/${project}`, { approve_by_project_leader: 1 });
      assertPart(written(await approve()), { approved_by_admin: 1 });
      const own = (await book(leader, day))['id'];
      written(await place.machine.put(`timeTrackings/update/${own}`, { task_id }));
      assertRefused(await client.put(`timeTrackings/approve/${own}`, {}), {
        status: 401,
        code: 'not_allowed',
      });
    });

    test('approve, reject and cancel of a tracking decide its pending request', async () => {
      const day = today('13:00');
      const office = await openOffice(place, 'fay');
      const { id } = await book(office.person, day);
      const none = { status: 422, code: 'rule_broken', field: 'id' } as const;
      for (const action of ['reject', 'cancel'])
        assertRefused(await place.machine.put(`timeTrackings/${action}/${id}`, {}), none);
      const ask = async (end: string): Promise<number> =>
        requestIn(
          await office.employee.put(`timeTrackings/update/${id}`, {
            end_time: `${day} ${end}`,
            _request_user_comment: 'longer',
          }),
        )['id'];
      const status = async (request: number): Promise<readonly unknown[]> => {
        const row = written(await place.machine.get(`changeTimeTrackingRequests/read/${request}`));
        return [row['status'], row['granted_user_comment']];
      };
      const first = await ask('12:10:00');
      assertRefused(await office.employee.put(`timeTrackings/reject/${id}`, {}), {
        status: 401,
        code: 'not_allowed',
      });
      const rejected = await office.supervisor.put(`timeTrackings/reject/${id}`, {
        _granted_user_comment: 'no',
      });
      assertPart(written(rejected), { id, end_time: `${day} 12:00:00` });
      assert.deepEqual(await status(first), ['DECLINED', 'no']);
      const second = await ask('12:20:00');
      assertRefused(await office.supervisor.put(`timeTrackings/cancel/${id}`, {}), {
        status: 401,
        code: 'not_allowed',
      });
      written(await office.employee.put(`timeTrackings/cancel/${id}`, {}));
      assert.deepEqual(await status(second), ['CANCELED', null]);
      const third = await ask('12:30:00');
      const approved = await office.supervisor.put(`timeTrackings/approve/${id}`, {
        _granted_user_comment: 'fine',
      });
      assertPart(written(approved), { id, end_time: `${day} 12:30:00`, approved_by_admin: 1 });
      assert.deepEqual(await status(third), ['GRANTED', 'fine']);
      assert.equal(affected(approved, 'changeTimeTrackingRequests')[0]?.['id'], third);
    });
  },
  timerOptions,
);
