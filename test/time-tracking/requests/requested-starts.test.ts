// Starts with a pending request: repeated calls with their `client_unique_id` and the stops that end them.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused } from '../../support/expectations.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { askedTimes, decide, grantAll, requestIn, requestOf, requestsOf, trackingIn } from './asking.ts';
import { assertPart, work, written } from '../booking.ts';
import { assertNothing, hireWithTimer, storyClock, timerOptions } from '../timer/timer.ts';

const asks = { _request_user_comment: 'no connection' };
const offline = { is_offline_tracking: 1, ...asks };
const bound = { manual_timetracking: 0 };

onEveryEngine(
  'requested starts',
  (place) => {
    const { at, today } = storyClock(place);
    let fenced = 0;
    const away = { geo_lat: 48.2181743, geo_long: 16.3738189 };
    before(async () => {
      const { machine } = place;
      today('06:00');
      const node_id = (fenced = (await machine.create('tasks', { name: 'Visits', mother_id: 3 }))['id']);
      const office = { name: 'Office', geo_lat: 48.2081743, geo_long: 16.3738189, radius: 150 };
      const fence = await machine.create('geofences', { ...office, is_request_flow_active: 1 });
      await machine.create('geofenceToNodes', { geofence_id: fence['id'], node_id });
    });

    test('a late stop ends a live requested start', async () => {
      const day = today('15:00');
      const timer = await hireWithTimer(place, 'fence', bound);
      const start = { task_id: fenced, ...away, ...asks, client_unique_id: 'k' };
      const { id } = requestIn(await timer.start(start));
      at('16:00');
      const stop = { client_unique_id: 'k', time: `${day} 15:30:00`, ...offline };
      assertNothing(await timer.stop(stop));
      assertNothing(await timer.stop(stop));
      assert.equal((await requestOf(timer.client, id))['new_end_time'], `${day} 15:30:00`);
      await grantAll(place, timer.client);
      assert.deepEqual(await timer.days(), [`${day} 15:00:00 – ${day} 15:30:00`]);
    });

    test('a repeated start, toggle or create answers the request and books once', async () => {
      const day = today('12:00');
      const timer = await hireWithTimer(place, 'repeated', bound);
      const first = { task_id: work, client_unique_id: 'x', time: `${day} 08:00:00` };
      const { id } = requestIn(await timer.start({ ...first, ...asks }));
      const next = today('09:00');
      const again = { task_id: work, client_unique_id: 'x' };
      const live = {
        ...again,
        user_id: timer.person,
        start_time: `${next} 09:00:00`,
        start_time_timezone: 'UTC',
      };
      for (const answer of [
        await timer.start(again),
        await timer.toggle(again),
        await timer.client.post('timeTrackings/create', live),
      ]) {
        assert.equal(requestIn(answer)['id'], id);
        assertPart(written(answer), {
          id: null,
          start_time: `${day} 08:00:00`,
          last_change_time_tracking_request_id: id,
        });
      }
      assert.deepEqual(await timer.days(), []);
      written(await decide(place.machine, 'approve', id));
      assertPart(written(await timer.start(again)), { start_time: `${day} 08:00:00`, client_unique_id: 'x' });
      assert.deepEqual(await timer.days(), [`${day} 08:00:00 – running`]);
    });

    test('a start answers a sent request with the same client_unique_id', async () => {
      const day = today('12:00');
      const timer = await hireWithTimer(place, 'sent', bound);
      const entity = {
        user_id: timer.person,
        task_id: work,
        start_time: `${day} 08:00:00`,
        start_time_timezone: 'UTC',
        client_unique_id: 'x',
      };
      const { id } = await timer.client.create('changeTimeTrackingRequests', {
        time_tracking_id: 0,
        nestedEntities: { timeTrackings: [entity] },
      });
      assert.equal(requestIn(await timer.start({ task_id: work, client_unique_id: 'x' }))['id'], id);
      assertNothing(await timer.stop({ client_unique_id: 'x' }));
      assert.deepEqual(await askedTimes(timer.client), ['08:00 – 12:00']);
    });

    test('a declined start is answered as declined, and its stop ends nothing else', async () => {
      const day = today('12:00');
      const timer = await hireWithTimer(place, 'declined', bound);
      const claimed = { task_id: work, client_unique_id: 'x', time: `${day} 08:00:00` };
      const { id } = requestIn(await timer.start({ ...claimed, ...asks }));
      written(await decide(place.machine, 'reject', id));
      assertPart(requestIn(await timer.start(claimed)), { id, status: 'DECLINED' });
      written(await timer.start({ task_id: work, client_unique_id: 'y' }));
      at('12:30');
      assertNothing(await timer.stop({ client_unique_id: 'x' }));
      assert.deepEqual(await timer.days(), [`${day} 12:00:00 – running`]);
    });

    test('a named stop ends the requested start of its name, not the running tracking', async () => {
      const day = today('12:00');
      const timer = await hireWithTimer(place, 'by-name', bound);
      const claimed = { task_id: work, client_unique_id: 'x', time: `${day} 08:00:00`, ...asks };
      const { id } = requestIn(await timer.start(claimed));
      written(await timer.start({ task_id: work, client_unique_id: 'y' }));
      at('13:00');
      for (const _ of [1, 2]) assertNothing(await timer.stop({ client_unique_id: 'x' }));
      // The next start ended it, as it ends a running tracking.
      assert.equal((await requestOf(timer.client, id))['new_end_time'], `${day} 12:00:00`);
      assertPart(await trackingIn(timer.client, id), { duration: 4 * 3600, status: 2 });
      assert.deepEqual(await timer.days(), [`${day} 12:00:00 – running`]);
      await grantAll(place, timer.client);
      assert.deepEqual(await timer.days(), [
        `${day} 08:00:00 – ${day} 12:00:00`,
        `${day} 12:00:00 – running`,
      ]);
    });

    test('a toggle starts when nothing runs, although a start is requested', async () => {
      const monday = today('12:00');
      const timer = await hireWithTimer(place, 'stale', bound);
      const late = { task_id: work, time: `${monday} 11:00:00`, ...asks };
      const { id } = requestIn(await timer.start(late));
      today('08:00');
      const day = today('08:00');
      assertPart(written(await timer.toggle({ task_id: work })), { start_time: `${day} 08:00:00` });
      assert.equal((await requestOf(timer.client, id))['new_end_time'], null);
    });

    test('a repeated late stop makes one request, also after it was declined', async () => {
      for (const way of [{}, { is_offline_tracking: 1 }]) {
        const day = today('13:00');
        const timer = await hireWithTimer(place, `late-stop-${Object.keys(way).length}`, bound);
        written(await timer.start({ task_id: work, client_unique_id: 'a' }));
        at('14:00');
        const body = { client_unique_id: 'a', time: `${day} 13:30:00`, ...asks, ...way };
        const { id } = requestIn(await timer.stop(body));
        assert.equal(requestIn(await timer.stop(body))['id'], id);
        written(await decide(place.machine, 'reject', id));
        assert.equal(requestIn(await timer.stop(body))['id'], id);
        const other = { ...body, time: `${day} 13:40:00` };
        assert.notEqual(requestIn(await timer.stop(other))['id'], id);
        assert.equal((await requestsOf(timer.client)).length, 2);
        assertRefused(await timer.stop({ client_unique_id: 'b', time: `${day} 13:30:00`, ...way }), {
          status: 401,
          code: 'not_allowed',
        });
      }
    });
  },
  timerOptions,
);
