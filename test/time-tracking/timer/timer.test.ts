// Start, stop, toggle and current of the timer, for the caller and for other users.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../support/expectations.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { assertPart, changelog, hire, pause, work, written } from '../booking.ts';
import { affected, assertNothing, hireWithTimer, storyClock, timerOf, timerOptions } from './timer.ts';

onEveryEngine(
  'the timer',
  (place) => {
    const { at, today } = storyClock(place);

    test('a live stop in the first second leaves one second', async () => {
      today('07:00');
      const zoe = await hireWithTimer(place, 'zoe');
      const started = written(await zoe.start({ task_id: work }));
      const stopped = written(await zoe.stop());
      assertPart(stopped, { id: started['id'], duration: 1, is_end_live: 1, end_type_id: 1 });
      assert.equal(stopped['end_ip'], '127.0.0.1');
    });

    test('start, current and stop answer with the tracking', async () => {
      const day = today('08:00');
      const ada = await hireWithTimer(place, 'ada');
      assert.equal(await ada.current(), undefined);
      const started = written(
        await ada.start({ task_id: work, notes: 'first', t_iv_1: 'a', _temp_record_id: 'row-7' }),
      );
      assertPart(started, {
        user_id: ada.person,
        task_id: work,
        start_time: `${day} 08:00:00`,
        start_time_timezone: 'UTC',
        end_time: null,
        status: 1,
        is_start_live: 1,
        start_type_id: 1,
        input_type: 1,
        start_ip: '127.0.0.1',
        start_oauth_client_id: place.account.clientId,
        notes: 'first',
        t_iv_1: 'a',
        _temp_record_id: 'row-7',
      });
      assert.equal((await ada.current())?.['id'], started['id']);
      at('09:30');
      const stopped = written(await ada.stop({ notes: 'done', _temp_record_id: 8 }));
      assertPart(stopped, {
        id: started['id'],
        end_time: `${day} 09:30:00`,
        end_time_timezone: 'UTC',
        duration: 5400,
        status: 2,
        is_end_live: 1,
        end_type_id: 1,
        end_ip: '127.0.0.1',
        end_oauth_client_id: place.account.clientId,
        notes: 'done',
        t_iv_1: 'a',
        _temp_record_id: 8,
      });
      assert.equal(await ada.current(), undefined);
      const log = await changelog(place.machine, started['id']);
      assert.deepEqual(
        log.map(({ change_type }) => change_type),
        ['CREATE', 'UPDATE'],
      );
    });

    test('a start ends the running tracking at its own start', async () => {
      const day = today('08:00');
      const bob = await hireWithTimer(place, 'bob');
      const first = written(await bob.start({ task_id: work }));
      at('10:15:30');
      const answer = await bob.start({ task_id: pause });
      const second = written(answer);
      assertPart(second, { task_id: pause, start_time: `${day} 10:15:30`, end_time: null });
      assert.deepEqual(
        affected(answer).map(({ id, end_time, is_end_live }) => [id, end_time, is_end_live]),
        [[first['id'], `${day} 10:15:30`, 1]],
      );
      assert.deepEqual(await bob.days(), [`${day} 08:00:00 – ${day} 10:15:30`, `${day} 10:15:30 – running`]);
      const status = written(await place.machine.get(`userStatusOverview/read/${bob.person}`));
      assertPart(status, { status: 2, time_tracking_id: second['id'], is_running: 1 });
      const recent = (await bob.client.get('recentTasks/read')).json['Results'];
      assert.deepEqual(
        recent.map(({ node_id }: { node_id: number }) => node_id),
        [pause, work],
      );
    });

    test('a refused start leaves the running tracking unchanged', async () => {
      const day = today('08:00');
      const cid = await hireWithTimer(place, 'cid');
      written(await cid.start({ task_id: work }));
      const done = await place.machine.create('tasks', { name: 'Done', mother_id: 3, is_done: 1 });
      at('09:00');
      assertRefused(await cid.start({ task_id: done['id'] }), { status: 422, code: 'rule_broken' });
      assert.deepEqual(await cid.days(), [`${day} 08:00:00 – running`]);
    });

    test('a start without a task takes the login task, else the last, else is refused', async () => {
      const day = today('08:00');
      const dan = await hireWithTimer(place, 'dan');
      assertRefused(await dan.start(), { status: 422, code: 'rule_broken', field: 'task_id' });
      written(await dan.start({ task_id: pause }));
      at('08:10');
      written(await dan.stop());
      at('08:20');
      assert.equal(written(await dan.start())['task_id'], pause);
      await place.machine.put(`users/update/${dan.person}`, { start_task_at_login: work });
      at('08:30');
      assert.equal(written(await dan.toggle())['end_time'], `${day} 08:30:00`);
      at('08:40');
      assert.equal(written(await dan.toggle())['task_id'], work);
    });

    test('a stop without a running tracking answers no row and changes nothing', async () => {
      const day = today('08:00');
      const eve = await hireWithTimer(place, 'eve');
      assertNothing(await eve.stop());
      const { id } = written(await eve.start({ task_id: work }));
      at('09:00');
      written(await eve.stop());
      at('10:00');
      assertNothing(await eve.stop());
      assert.equal(written(await eve.stop({ id }))['end_time'], `${day} 09:00:00`);
      assert.equal((await changelog(place.machine, id)).length, 2);
    });

    test('toggle starts when nothing runs and stops the running tracking', async () => {
      const day = today('08:00');
      const fay = await hireWithTimer(place, 'fay');
      const started = written(await fay.toggle({ task_id: work, timezone: 'Europe/Vienna' }));
      assertPart(started, { start_time: `${day} 10:00:00`, end_time: null });
      at('08:45');
      const stopped = written(await fay.toggle({ timezone: 'America/New_York' }));
      assertPart(stopped, {
        id: started['id'],
        end_time: `${day} 04:45:00`,
        end_time_timezone: 'America/New_York',
        duration: 2700,
      });
    });

    test('starts and stops in one second leave one tracking of one second', async () => {
      const day = today('08:00');
      const gil = await hireWithTimer(place, 'gil');
      const first = written(await gil.start({ task_id: work }));
      const same = written(await gil.start({ task_id: pause }));
      assertPart(same, { id: first['id'], task_id: pause, is_nonworking: 1, end_time: null });
      assertPart(written(await gil.stop()), { id: first['id'], duration: 1 });
      const third = written(await gil.start({ task_id: work }));
      assertPart(third, { id: first['id'], task_id: work, end_time: null, is_end_live: 0, end_ip: null });
      written(await gil.toggle());
      assert.deepEqual(await gil.days(), [`${day} 08:00:00 – ${day} 08:00:01`]);
      const hours = written(await place.machine.get(`tasks/read/${pause}`))['duration'];
      at('09:00');
      written(await gil.start({ task_id: pause }));
      at('10:00');
      written(await gil.stop());
      assert.equal(written(await place.machine.get(`tasks/read/${pause}`))['duration'], hours + 1);
    });

    test('start and stop after the clock was set back make no overlap', async () => {
      today('12:00');
      const hal = await hireWithTimer(place, 'hal');
      const { id } = written(await hal.start({ task_id: work }));
      at('11:00');
      assertPart(written(await hal.start({ task_id: pause })), { id, task_id: pause });
      assertPart(written(await hal.stop()), { id, duration: 1 });
      assert.equal((await hal.days()).length, 1);
    });

    test('accepts a stop after more than maximum_tracking_hours', async () => {
      today('08:00');
      const ida = await hireWithTimer(place, 'ida');
      const limit = (
        await place.machine.get('generalSettings/read', { setting_type: 'maximum_tracking_hours' })
      ).json['Results'][0];
      await place.machine.put(`generalSettings/update/${limit.id}`, { setting_value: '4' });
      written(await ida.start({ task_id: work }));
      at('20:00');
      assert.equal(written(await ida.stop())['duration'], 12 * 3600);
      await place.machine.put(`generalSettings/update/${limit.id}`, { setting_value: '0' });
    });

    test('refuses a start before a future booking unless _insert_into_conflicting is set', async () => {
      const day = today('08:00');
      const jim = await hireWithTimer(place, 'jim');
      const planned = written(
        await place.machine.post('timeTrackings/create', {
          user_id: jim.person,
          task_id: work,
          start_time: `${day} 14:00:00`,
          start_time_timezone: 'UTC',
          end_time: `${day} 15:00:00`,
          end_time_timezone: 'UTC',
        }),
      );
      const { ErrorExtended } = assertRefused(await jim.start({ task_id: work }), {
        status: 422,
        code: 'conflict',
      });
      assert.equal(ErrorExtended.data.id, planned['id']);
      const answer = await jim.start({ task_id: work, _insert_into_conflicting: 1 });
      written(answer);
      assert.equal(affected(answer)[0]?.['id'], planned['id']);
    });

    test('a machine client must send user_id and may use PUT or POST', async () => {
      today('08:00');
      const { machine } = place;
      const kim = await hire(machine, 'kim', { timezone: 'UTC' });
      for (const action of ['start', 'stop', 'toggle']) {
        const refused = await machine.post(`timeTrackings/${action}`, {});
        assertRefused(refused, { status: 400, code: 'missing_parameter', field: 'user_id' });
      }
      assert.equal((await machine.get('timeTrackings/current')).json['NumResults'], 0);
      written(await machine.put('timeTrackings/start', { user_id: kim, task_id: work }));
      const running = written(await machine.get('timeTrackings/current', { user_id: kim }));
      at('08:30');
      assertPart(written(await machine.post('timeTrackings/stop', { user_id: kim })), { id: running['id'] });
      at('08:40');
      written(await machine.put('timeTrackings/toggle', { user_id: kim }));
      at('08:50');
      written(await machine.post('timeTrackings/toggle', { user_id: kim }));
      assert.equal((await machine.get('timeTrackings/current', { user_id: kim })).json['NumResults'], 0);
    });

    test('refuses start, stop and toggle for a user that the caller may not edit', async () => {
      today('08:00');
      const lea = await hireWithTimer(place, 'lea');
      const max = await hireWithTimer(place, 'max');
      written(await lea.start({ task_id: work }));
      for (const answer of [
        await max.start({ user_id: lea.person, task_id: work }),
        await max.stop({ user_id: lea.person }),
        await max.toggle({ user_id: lea.person }),
      ])
        assertRefused(answer, { status: 401, code: 'not_allowed' });
      assert.deepEqual(
        (await max.client.get('timeTrackings/current', { user_id: lea.person })).json['Results'],
        [],
      );
      assert.equal((await max.client.get('timeTrackings/current')).json['NumResults'], 0);
      assert.equal((await lea.client.get('timeTrackings/current')).json['NumResults'], 1);
    });

    test('a supervisor starts and stops the timer of a department member', async () => {
      today('08:00');
      const department = (await place.machine.create('departments', { department_name: 'Timed' }))['id'];
      const ned = await hireWithTimer(place, 'ned', { department_id: department });
      const boss = await hireWithTimer(place, 'ned.boss');
      await place.machine.put(`departments/update/${department}`, { supervisor_id: boss.person });
      const timer = timerOf(ned.person, boss.client, boss.client);
      const { id } = written(await timer.start({ user_id: ned.person, task_id: work }));
      assert.equal((await timer.current())?.['id'], id);
      at('08:30');
      assertPart(written(await timer.toggle({ user_id: ned.person })), { id, duration: 1800 });
    });

    test('allow_start_task 0 refuses live starts and accepts stops', async () => {
      const day = today('08:00');
      const oda = await hireWithTimer(place, 'oda');
      written(await oda.start({ task_id: work }));
      await place.machine.put(`users/update/${oda.person}`, { allow_start_task: 0 });
      at('08:30');
      const refusal = { status: 422, code: 'rule_broken', field: 'user_id' } as const;
      assertRefused(await oda.start({ task_id: work }), refusal);
      written(await oda.stop());
      assertRefused(await oda.toggle(), refusal);
      const live = { start_time: `${day} 08:30:00`, start_time_timezone: 'UTC', task_id: work };
      assertRefused(await oda.client.post('timeTrackings/create', { ...live, user_id: oda.person }), refusal);
    });

    test('accepts a batch of starts and refuses unknown parameters', async () => {
      today('08:00');
      const pam = await hireWithTimer(place, 'pam');
      const { json } = await pam.start([{ task_id: work }, { task_id: 9999 }]);
      assert.deepEqual([json['isBatch'], json['NumErrors'], json['Success']], [1, 1, false]);
      assertRefused(await pam.start({ taskid: work }), { status: 422, code: 'unknown_parameter' });
    });
  },
  timerOptions,
);
