// Clients send the time of a start or stop: it is live within the tolerance, backdated before it and refused in the future.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../support/expectations.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { requestIn } from '../requests/asking.ts';
import { assertPart, work, written } from '../booking.ts';
import { affected, hireWithTimer, setClock, storyClock, timerOptions, type Timer } from './timer.ts';

const notAllowed = { status: 401, code: 'not_allowed', field: '_request_user_comment' } as const;

onEveryEngine(
  'claimed times of the timer',
  (place) => {
    const { at, today } = storyClock(place);

    test('a start claimed 5 minutes ago is live, one second earlier it is backdated', async () => {
      const day = today('08:00');
      const ada = await hireWithTimer(place, 'ada');
      const live = written(await ada.start({ task_id: work, start_time: `${day} 07:55:00` }));
      assertPart(live, {
        start_time: `${day} 07:55:00`,
        is_start_live: 1,
        start_type_id: 1,
        start_ip: '127.0.0.1',
      });
      const bob = await hireWithTimer(place, 'bob');
      const late = written(await bob.start({ task_id: work, time: `${day} 07:54:59` }));
      assertPart(late, { is_start_live: 0, start_type_id: 0, input_type: 0, start_ip: null });
      await place.machine.put(`users/update/${ada.person}`, { manual_timetracking: 0 });
      at('09:00');
      assertRefused(await ada.start({ task_id: work, start_time: `${day} 08:54:59` }), notAllowed);
      written(await ada.start({ task_id: work, start_time: `${day} 08:55:00` }));
    });

    test('live_start_tolerance_minutes sets the age of a live start', async () => {
      const day = today('08:00');
      const cid = await hireWithTimer(place, 'cid', { manual_timetracking: 0 });
      const query = { setting_type: 'live_start_tolerance_minutes' };
      const { id } = written(await place.machine.get('generalSettings/read', query));
      await place.machine.put(`generalSettings/update/${id}`, { setting_value: '0' });
      assertRefused(await cid.start({ task_id: work, start_time: `${day} 07:59:59` }), notAllowed);
      await place.machine.put(`generalSettings/update/${id}`, { setting_value: '60' });
      assertPart(written(await cid.start({ task_id: work, start_time: `${day} 07:00:00` })), {
        is_start_live: 1,
      });
      await place.machine.put(`generalSettings/update/${id}`, { setting_value: '5' });
    });

    test('refuses a start or stop in the future', async () => {
      const day = today('08:00');
      const dan = await hireWithTimer(place, 'dan');
      const early = { status: 422, code: 'rule_broken', field: 'start_time' } as const;
      assertRefused(await dan.start({ task_id: work, start_time: `${day} 08:00:01` }), early);
      const elsewhere = { start_time: `${day} 10:00:01`, timezone: 'Europe/Vienna' };
      assertRefused(await dan.start({ task_id: work, ...elsewhere }), early);
      written(await dan.start({ task_id: work, ...elsewhere, start_time: `${day} 10:00:00` }));
      at('09:00');
      assertRefused(await dan.stop({ end_time: `${day} 09:00:01`, end_time_timezone: 'UTC' }), {
        ...early,
        field: 'end_time',
      });
      assert.equal((await dan.current())?.['end_time'], null);
    });

    test('an old claim becomes a request without the right to backdate', async () => {
      const day = today('08:00');
      const eve = await hireWithTimer(place, 'eve', { manual_timetracking: 0 });
      const asked = { task_id: work, start_time: `${day} 07:00:00`, client_unique_id: 'late-1' };
      assertRefused(await eve.start(asked), notAllowed);
      const answer = await eve.start({ ...asked, _request_user_comment: 'forgot', _temp_record_id: 3 });
      const request = requestIn(answer);
      assertPart(request, { status: 'PENDING', type: 'ADD', request_user_comment: 'forgot' });
      assertPart(written(answer), { id: null, start_time: `${day} 07:00:00`, _temp_record_id: 3 });
      const again = requestIn(await eve.start({ ...asked, _request_user_comment: 'forgot' }));
      assert.equal(again['id'], request['id']);
      assert.equal(await eve.current(), undefined);
      written(await place.machine.put('changeTimeTrackingRequests/approve', { id: request['id'] }));
      const running = await eve.current();
      assert.equal(running?.['start_time'], `${day} 07:00:00`);

      assertRefused(await eve.stop({ end_time: `${day} 07:30:00` }), notAllowed);
      const stopping = await eve.stop({ end_time: `${day} 07:30:00`, _request_user_comment: 'left' });
      assertPart(requestIn(stopping), { type: 'CHANGE', new_end_time: `${day} 07:30:00` });
      assert.equal((await eve.current())?.['id'], running?.['id']);
      at('08:01');
      assertPart(written(await eve.stop()), { end_time: `${day} 08:01:00` });
    });

    test('refuses a claim before a later booking unless _insert_into_conflicting is set', async () => {
      const day = today('08:00');
      const fay = await hireWithTimer(place, 'fay');
      const { id } = written(await fay.start({ task_id: work }));
      at('08:04');
      written(await fay.stop({ time: `${day} 08:02:00` }));
      const early = { task_id: work, start_time: `${day} 08:01:00` };
      const { ErrorExtended } = assertRefused(await fay.start(early), { status: 422, code: 'conflict' });
      assert.equal(ErrorExtended.data.id, id);
      const answer = await fay.start({ ...early, _insert_into_conflicting: 1 });
      written(answer);
      assert.deepEqual(
        affected(answer).map((row) => [row['id'], row['end_time']]),
        [[id, `${day} 08:01:00`]],
      );
    });

    test('a live stop claimed before the start leaves one second', async () => {
      const day = today('08:00');
      const gil = await hireWithTimer(place, 'gil');
      written(await gil.start({ task_id: work }));
      at('08:01');
      assertPart(written(await gil.stop({ time: `${day} 07:59:30` })), { end_time: `${day} 08:00:01` });
    });

    test('a backdated stop at or before the start leaves one second', async () => {
      for (const [index, time] of ['08:00:00', '07:30:00'].entries()) {
        const day = today('08:00');
        const jan = await hireWithTimer(place, `jan-${index}`);
        written(await jan.start({ task_id: work }));
        at('08:30');
        const stopped = written(await jan.stop({ time: `${day} ${time}` }));
        assertPart(stopped, { end_time: `${day} 08:00:01`, duration: 1, is_end_live: 0 });
      }
    });
  },
  timerOptions,
);

onEveryEngine(
  'the timer across zones and clock changes',
  (place) => {
    test('a live start and stop in a repeated hour take the present offset', async () => {
      const ina = await hireWithTimer(place, 'ina', { timezone: 'Europe/Vienna' });
      setClock(place.installation, '2026-10-25 00:30');
      const { id } = written(await ina.start({ task_id: work }));
      setClock(place.installation, '2026-10-25 01:30');
      const stopped = written(await ina.stop());
      assertPart(stopped, {
        id,
        start_time: '2026-10-25 02:30:00',
        end_time: '2026-10-25 02:30:00',
        start_time_offset: 7200,
        end_time_offset: 3600,
        duration: 3600,
      });
      setClock(place.installation, '2026-10-25 01:33');
      const claimed = written(await ina.start({ task_id: work, start_time: '2026-10-25 02:31:00' }));
      assertPart(claimed, { start_time_offset: 3600, is_start_live: 1 });
      written(await ina.stop());
      assertRefused(await ina.start({ task_id: work, time: '2026-03-29 02:30:00' }), {
        status: 422,
        code: 'invalid_value',
        field: 'time',
      });
    });

    test('an upload from a repeated hour days ago means the first of the two', async () => {
      setClock(place.installation, '2026-10-30 12:00');
      const lea = await hireWithTimer(place, 'lea', { timezone: 'Europe/Vienna' });
      const upload = { time: '2026-10-25 02:30:00', is_offline_tracking: 1, client_unique_id: 'twice' };
      assertPart(written(await lea.start({ task_id: work, ...upload })), { start_time_offset: 7200 });
    });

    test('a toggle in a repeated hour takes start_time_offset for start and stop', async () => {
      setClock(place.installation, '2026-10-30 12:30');
      const may = await hireWithTimer(place, 'may', { timezone: 'Europe/Vienna' });
      const early = { time: '2026-10-25 02:00:00', start_time_offset: 7200, task_id: work };
      written(await may.toggle(early));
      const late = { time: '2026-10-25 02:30:00', start_time_offset: 3600 };
      assertPart(written(await may.toggle(late)), { end_time_offset: 3600, duration: 5400 });
      const again = written(await may.toggle({ ...late, time: '2026-10-25 02:45:00', task_id: work }));
      assertPart(again, { start_time_offset: 3600 });
      assertRefused(await may.toggle({ time: '2026-10-26 12:00:00', start_time_offset: 12_345 }), {
        status: 422,
        code: 'invalid_value',
      });
      written(await may.stop());
    });

    test('an upload within or after a repeated hour means the first of the two', async () => {
      setClock(place.installation, '2026-10-31 12:00');
      const people = [];
      for (const name of ['mia', 'ned']) {
        people.push(await hireWithTimer(place, name, { timezone: 'America/New_York' }));
      }
      const upload = { is_offline_tracking: 1, client_unique_id: 'twice' };
      // 01:33 and 03:00 on the clocks there, which go back from 02:00 to 01:00 at 06:00 of UTC.
      for (const [index, now] of ['2026-11-01 06:33', '2026-11-01 08:00'].entries()) {
        setClock(place.installation, now);
        const timer = people[index] as Timer;
        const started = written(await timer.start({ task_id: work, time: '2026-11-01 01:30:00', ...upload }));
        assertPart(started, { start_time_offset: -4 * 3600 });
        const stopped = written(await timer.stop({ time: '2026-11-01 01:45:00', ...upload }));
        assertPart(stopped, { end_time_offset: -4 * 3600, duration: 900 });
      }
    });

    test('a backdated claim in a repeated hour means the first unless an offset is sent', async () => {
      setClock(place.installation, '2026-11-01 08:10');
      const timers = [];
      for (const name of ['una', 'vic'])
        timers.push(await hireWithTimer(place, name, { timezone: 'America/Denver' }));
      // 01:50 in Denver, the second time.
      setClock(place.installation, '2026-11-01 08:50');
      const [una, vic] = timers as [Timer, Timer];
      const claim = { task_id: work, time: '2026-11-01 01:30:00' };
      assertPart(written(await una.start(claim)), { start_time_offset: -6 * 3600, is_start_live: 0 });
      const exact = { ...claim, start_time_offset: -7 * 3600 };
      assertPart(written(await vic.start(exact)), { start_time_offset: -7 * 3600 });
    });

    test('starts in New York and stops in Los Angeles after 5 hours', async () => {
      setClock(place.installation, '2026-11-03 04:00');
      const kim = await hireWithTimer(place, 'kim');
      const started = written(await kim.start({ task_id: work, start_time_timezone: 'America/New_York' }));
      assertPart(started, { start_time: '2026-11-02 23:00:00', start_date: '2026-11-02' });
      setClock(place.installation, '2026-11-03 09:00');
      const stopped = written(await kim.stop({ end_time_timezone: 'America/Los_Angeles' }));
      assertPart(stopped, { end_time: '2026-11-03 01:00:00', duration: 18_000 });
    });
  },
  { ...timerOptions, startsAt: '2026-10-24T00:00:00Z' },
);
