// `users.time_tracking_ex_post_earliest_working_time` refuses backdated entries that start earlier in the day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { requestIn } from './requests/asking.ts';
import { booking, daybook, hire, work, written } from './booking.ts';
import { hireWithTimer, storyClock, timerOptions } from './timer/timer.ts';

const six = { time_tracking_ex_post_earliest_working_time: '06:00:00' };
const tooEarly = { status: 422, code: 'rule_broken', field: 'start_time' } as const;

onEveryEngine(
  'the earliest start of backdated entries',
  (place) => {
    const { at, today } = storyClock(place);
    const span = (person: number, day: string, times: string): object => {
      const [start, end] = times.split('-');
      return booking(person, { start: `${day} ${start}`, end: `${day} ${end}`, zone: 'UTC' });
    };

    test('refuses a start one second too early in the zone of the start', async () => {
      const day = today('12:00');
      const ada = await hireWithTimer(place, 'ada', six);
      const enter = (more: object) =>
        ada.client.post('timeTrackings/create', { ...span(ada.person, day, '06:00-07:00'), ...more });
      const { ErrorMessage } = assertRefused(await enter({ start_time: `${day} 05:59:59` }), tooEarly);
      assert.match(ErrorMessage, /05:59:59.*before 06:00:00.*_request_user_comment/);
      // 06:30 in UTC is 02:30 in New York.
      const there = { start_time: `${day} 02:30:00`, start_time_timezone: 'America/New_York' };
      assertRefused(await enter(there), tooEarly);
      written(await enter({}));
      assert.deepEqual(await daybook(place.machine, ada.person), [`${day} 06:00:00 – ${day} 07:00:00`]);
    });

    test('refuses only the early item of a batch', async () => {
      const day = today('12:00');
      const bea = await hireWithTimer(place, 'bea', six);
      const both = ['05:00-05:30', '07:00-08:00'].map((times) => span(bea.person, day, times));
      const { json } = await bea.client.post('timeTrackings/create', both);
      assert.deepEqual(
        json['Results'].map(({ Success }: { Success: boolean }) => Success),
        [false, true],
      );
    });

    test('an early entry with a comment becomes a request, and approval books it', async () => {
      const day = today('12:00');
      const cem = await hireWithTimer(place, 'cem', six);
      const entry = { ...span(cem.person, day, '04:00-05:00'), _request_user_comment: 'a delivery' };
      const request = requestIn(await cem.client.post('timeTrackings/create', entry));
      assert.deepEqual([request['status'], request['type']], ['PENDING', 'ADD']);
      assert.deepEqual(await cem.days(), []);
      written(await place.machine.put('changeTimeTrackingRequests/approve', { id: request['id'] }));
      assert.deepEqual(await cem.days(), [`${day} 04:00:00 – ${day} 05:00:00`]);
    });

    test('refuses to move a start before the limit, accepts other changes of an early one', async () => {
      const day = today('12:00');
      const dua = await hireWithTimer(place, 'dua', six);
      const late = written(
        await dua.client.post('timeTrackings/create', span(dua.person, day, '06:00-07:00')),
      );
      const path = `timeTrackings/update/${late['id']}`;
      assertRefused(await dua.client.put(path, { start_time: `${day} 05:00:00` }), tooEarly);
      const early = await place.machine.create('timeTrackings', span(dua.person, day, '04:00-05:00'));
      const change = { end_time: `${day} 05:15:00`, notes: 'longer', start_time: `${day} 04:00:00` };
      written(await dua.client.put(`timeTrackings/update/${early['id']}`, change));
    });

    test('refuses a zone change when the start is too early in the old or the new zone', async () => {
      const day = today('12:00');
      const hal = await hireWithTimer(place, 'hal', six);
      const entry = span(hal.person, day, '06:00-07:00');
      const { id } = written(await hal.client.post('timeTrackings/create', entry));
      const path = `timeTrackings/update/${id}`;
      // 06:00 in Moscow is 03:00 in UTC, and 06:00 in New York 10:00.
      for (const start_time of [{}, { start_time: `${day} 08:59:59` }]) {
        const there = { start_time_timezone: 'Europe/Moscow', ...start_time };
        assertRefused(await hal.client.put(path, there), tooEarly);
        assert.equal(
          requestIn(await hal.client.put(path, { ...there, _request_user_comment: 'was there' }))['status'],
          'PENDING',
        );
      }
      assert.deepEqual(await hal.days(), [`${day} 06:00:00 – ${day} 07:00:00`]);
      const later = { start_time: `${day} 09:00:00`, start_time_timezone: 'Europe/Moscow' };
      written(await hal.client.put(path, later));
      const fields = { start_time: `${day} 02:30:00`, start_time_timezone: 'America/New_York' };
      assertRefused(await hal.client.put(path, fields), tooEarly);
    });

    test('accepts a live start before the limit, refuses a backdated claim', async () => {
      const day = today('04:58');
      const eli = await hireWithTimer(place, 'eli', six);
      written(await eli.start({ task_id: work }));
      at('05:00');
      written(await eli.stop());
      at('09:00');
      for (const action of ['start', 'toggle']) {
        const claim = { task_id: work, time: `${day} 05:30:00` };
        assertRefused(await eli.client.post(`timeTrackings/${action}`, claim), tooEarly);
      }
      const asked = await eli.start({
        task_id: work,
        time: `${day} 05:30:00`,
        _request_user_comment: 'forgotten',
      });
      assert.equal(requestIn(asked)['status'], 'PENDING');
      written(await eli.start({ task_id: work, time: `${day} 06:00:00` }));
      written(await eli.stop({ time: `${day} 08:00:00` }));
      assert.deepEqual(await eli.days(), [
        `${day} 04:58:00 – ${day} 05:00:00`,
        `${day} 06:00:00 – ${day} 08:00:00`,
      ]);
    });

    test('applies at a shared terminal, but not to entries by the supervisor', async () => {
      const day = today('12:00');
      const fay = await hireWithTimer(place, 'fay', six);
      const gate = await hire(place.machine, 'gate', { internal_user_group: 3 });
      await place.machine.create('multiuserToUsers', { user_id: gate, assigned_user_id: fay.person });
      const terminal = await place.account.login('gate');
      const claim = { user_id: fay.person, task_id: work, time: `${day} 05:00:00` };
      assertRefused(await terminal.post('timeTrackings/start', claim), tooEarly);
      const boss = await hire(place.machine, 'boss', six);
      const led = { department_name: 'Led', supervisor_id: boss };
      const department = (await place.machine.create('departments', led))['id'];
      written(await place.machine.put(`users/update/${fay.person}`, { department_id: department }));
      const bosses = await place.account.login('boss');
      written(await bosses.post('timeTrackings/create', span(fay.person, day, '05:00-05:30')));
      assertRefused(await bosses.post('timeTrackings/create', span(boss, day, '05:00-05:30')), tooEarly);
    });

    test('names the missing right to backdate in place of the limit', async () => {
      const day = today('12:00');
      const gil = await hireWithTimer(place, 'gil', { ...six, manual_timetracking: 0 });
      for (const times of ['05:00-05:30', '07:00-08:00']) {
        const answer = await gil.client.post('timeTrackings/create', span(gil.person, day, times));
        assertRefused(answer, { status: 401, code: 'not_allowed', field: '_request_user_comment' });
      }
    });
  },
  timerOptions,
);
