// A second start in the second of another one changes that tracking, under all rules of a start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../../support/expectations.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Answer } from '../../support/client.ts';
import { assertPart, booking, pause, work, written } from '../booking.ts';
import { assertNothing, hireWithTimer, storyClock, timerOptions } from './timer.ts';

onEveryEngine(
  'starts in one second',
  (place) => {
    const { at, today } = storyClock(place);
    const refused = { status: 422, code: 'rule_broken', field: 'task_id' } as const;

    test('refuses a second start on a task that cannot be booked, live or offline', async () => {
      const restricted = await place.machine.create('tasks', { name: 'R', mother_id: 3, is_restricted: 1 });
      const done = await place.machine.create('tasks', { name: 'D', mother_id: 3, is_done: 1 });
      let serial = 0;
      for (const task of [restricted, done])
        for (const first of [{}, { is_offline_tracking: 1 }])
          for (const second of [{}, { is_offline_tracking: 1 }])
            for (const name of ['a', 'z']) {
              const day = today('08:00');
              const ann = await hireWithTimer(place, `ann-${(serial += 1)}`);
              const time = `${day} 08:00:00`;
              const begun = { task_id: work, client_unique_id: 'm', notes: 'first', time, ...first };
              const before = written(await ann.start(begun));
              const more = { client_unique_id: name, time, timezone: 'UTC', ...second };
              const asked = { user_id: ann.person, task_id: task['id'], ...more };
              assertRefused(await place.machine.post('timeTrackings/start', asked), refused);
              assert.deepEqual((await ann.current())?.['updated'], before['updated']);
              assertPart((await ann.current()) ?? {}, { task_id: work, notes: 'first' });
            }
    });

    test('refuses a second start outside the geofences of the same task', async () => {
      today('08:00');
      const task = (await place.machine.create('tasks', { name: 'Fenced', mother_id: 3 }))['id'];
      const geofence = { name: 'Here', geo_lat: 48.2, geo_long: 16.3, radius: 100 };
      const fence = (await place.machine.create('geofences', geofence))['id'];
      await place.machine.create('geofenceToNodes', { geofence_id: fence, node_id: task });
      const bea = await hireWithTimer(place, 'bea');
      const here = { geo_lat: 48.2, geo_long: 16.3, geo_accuracy: 5 };
      written(await bea.start({ task_id: task, ...here }));
      const away = await bea.start({ task_id: task, ...here, geo_lat: 40 });
      assertRefused(away, { status: 422, code: 'rule_broken' });
      assertPart((await bea.current()) ?? {}, { geo_start_lat: 48.2 });
    });

    test('a start in the first second of a manual entry begins nothing, live or late', async () => {
      const day = today('08:00');
      const dan = await hireWithTimer(place, 'dan');
      const entered = booking(dan.person, { start: `${day} 10:00`, end: `${day} 12:00`, zone: 'UTC' });
      const { id } = written(
        await place.machine.post('timeTrackings/create', { ...entered, notes: 'meeting' }),
      );
      const claim = { task_id: pause, time: `${day} 10:00:00`, timezone: 'UTC' };
      const ways: readonly (readonly [string, () => Promise<Answer>])[] = [
        ['10:00:00', () => dan.start({ task_id: pause })],
        ['10:00:00', () => dan.toggle({ task_id: pause })],
        ['10:03:00', () => dan.start(claim)],
        ['10:03:00', () => dan.toggle(claim)],
        ['10:05:00', () => dan.start({ ...claim, is_offline_tracking: 1 })],
        ['12:05:00', () => dan.start({ ...claim, is_offline_tracking: 1 })],
      ];
      for (const [index, [time, way]] of ways.entries()) {
        at(time);
        const answer = await way();
        if (index < 4) assertRefused(answer, { status: 422, code: 'conflict', field: 'start_time' });
        else assertNothing(answer);
        const row = written(await place.machine.get(`timeTrackings/read/${id}`));
        assertPart(row, { task_id: work, end_time: `${day} 12:00:00`, notes: 'meeting' });
        assert.equal((await dan.days()).length, 1);
      }
    });

    test('two named starts are one tracking that later starts and creates answer', async () => {
      const day = today('08:00');
      const cid = await hireWithTimer(place, 'cid');
      const { id } = written(await cid.start({ task_id: pause }));
      const named = written(await cid.start({ task_id: work, client_unique_id: 'n1' }));
      assertPart(named, { id, client_unique_id: 'n1' });
      written(await cid.start({ task_id: pause, client_unique_id: 'n2' }));
      at('09:00');
      written(await cid.stop());
      for (const client_unique_id of ['n1', 'n2'])
        assertPart(written(await cid.start({ task_id: work, client_unique_id })), {
          id,
          client_unique_id: 'n1',
        });
      assert.equal(await cid.current(), undefined);
      const times = booking(cid.person, { start: `${day} 08:00`, end: null, zone: 'UTC' });
      for (const more of [{}, { start_time: `${day} 09:00:00` }, { is_offline_tracking: 1 }]) {
        const body = { ...times, client_unique_id: 'n2', ...more };
        const again = written(await cid.client.post('timeTrackings/create', body));
        assertPart(again, { id, client_unique_id: 'n1', end_time: `${day} 09:00:00` });
      }
      assert.deepEqual(await cid.days(), [`${day} 08:00:00 – ${day} 09:00:00`]);
      const batch = await cid.client.post('timeTrackings/create', [{ ...times, client_unique_id: 'n2' }]);
      assert.equal(batch.json['Results'][0].Results[0].id, id);
    });
  },
  timerOptions,
);
