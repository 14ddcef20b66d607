// Users request live starts outside a geofence with `is_request_flow_active`.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { requestIn, requestOf, trackingIn } from '../time-tracking/requests/asking.ts';
import { assertPart, hire, work, written } from '../time-tracking/booking.ts';
import {
  affected,
  assertNothing,
  hireWithTimer,
  storyClock,
  timerOptions,
} from '../time-tracking/timer/timer.ts';

const office = { name: 'Office', geo_lat: 48.2081743, geo_long: 16.3738189, radius: 150 };
const away = { geo_lat: 48.2181743, geo_long: 16.3738189 };
const asks = { _request_user_comment: 'with a customer' };
const outside = { status: 422, code: 'rule_broken', field: 'geo_start_lat' } as const;

onEveryEngine(
  'requested starts outside a geofence',
  (place) => {
    const { at, today } = storyClock(place);
    const create = async (resource: string, entity: object): Promise<number> =>
      (await place.machine.create(resource, entity))['id'];
    const fencedTask = async (name: string, flows: readonly number[]): Promise<number> => {
      const task = await create('tasks', { name, mother_id: 3 });
      for (const is_request_flow_active of flows) {
        const fence = await create('geofences', { ...office, is_request_flow_active });
        await create('geofenceToNodes', { geofence_id: fence, node_id: task });
      }
      return task;
    };
    let task_id = 0;
    let strict = 0;
    before(async () => {
      today('06:00');
      task_id = await fencedTask('Visits', [0, 1]);
      strict = await fencedTask('Inside only', [0]);
    });

    test('the refusal names _request_user_comment only if requests are active', async () => {
      today('08:00');
      const ada = await hireWithTimer(place, 'ada');
      for (const position of [away, {}]) {
        const { ErrorMessage, ErrorExtended } = assertRefused(
          await ada.start({ task_id, ...position }),
          outside,
        );
        assert.match(ErrorMessage, /or _request_user_comment/);
        assert.equal(ErrorExtended.data.is_request_flow_active, 1);
        const refused = assertRefused(await ada.start({ task_id: strict, ...position, ...asks }), outside);
        assert.doesNotMatch(refused['ErrorMessage'], /_request_user_comment/);
        assert.equal(refused['ErrorExtended'].data.is_request_flow_active, 0);
      }
    });

    test('start, toggle and create make a request, notify the decider and run nothing', async () => {
      const day = today('08:00');
      for (const [name, action] of [
        ['bea', 'start'],
        ['ben', 'toggle'],
      ] as const) {
        const timer = await hireWithTimer(place, name);
        const answer = await timer.client.post(`timeTrackings/${action}`, { task_id, ...away, ...asks });
        const request = requestIn(answer);
        const shown = { id: null, start_time: `${day} 08:00:00`, end_time: null, duration: 0, status: 1 };
        assertPart(written(answer), { ...shown, last_change_time_tracking_request_id: request['id'] });
        assertPart(request, {
          type: 'ADD',
          status: 'PENDING',
          new_start_time: `${day} 08:00:00`,
          new_end_time: null,
        });
        assert.equal(request['request_user_comment'], 'with a customer');
        assertPart(await trackingIn(timer.client, request['id']), { geo_start_lat: away.geo_lat, task_id });
        assert.equal(await timer.current(), undefined);
        const told = await place.machine.get('notifications/read', {
          assoc_id: request['id'],
          notification_type: 8,
        });
        assert.equal(told.json['NumResults'], 1);
      }
      const cem = await hireWithTimer(place, 'cem');
      const live = {
        user_id: cem.person,
        task_id,
        start_time: `${day} 08:00:00`,
        start_time_timezone: 'UTC',
      };
      const position = { geo_start_lat: away.geo_lat, geo_start_long: away.geo_long };
      assert.equal(
        requestIn(await cem.client.post('timeTrackings/create', { ...live, ...position, ...asks }))['status'],
        'PENDING',
      );
      assert.deepEqual(await cem.days(), []);
    });

    test('a start inside the geofence with a comment runs at once', async () => {
      today('08:00');
      const dua = await hireWithTimer(place, 'dua');
      const inside = { geo_lat: office.geo_lat, geo_long: office.geo_long };
      written(await dua.start({ task_id, ...inside, ...asks }));
      assert.equal((await dua.current())?.['task_id'], task_id);
    });

    test('approval runs the tracking from the requested start', async () => {
      const day = today('08:00');
      const eli = await hireWithTimer(place, 'eli');
      const { id } = requestIn(await eli.start({ task_id, ...away, ...asks }));
      at('08:01');
      written(await place.machine.put('changeTimeTrackingRequests/approve', { id }));
      assertPart((await eli.current()) ?? {}, {
        start_time: `${day} 08:00:00`,
        is_start_live: 0,
        start_ip: null,
        geo_start_lat: away.geo_lat,
      });
    });

    test('a stop sets end and notes of the request', async () => {
      const day = today('08:00');
      const fay = await hireWithTimer(place, 'fay');
      const { id } = requestIn(await fay.start({ task_id, ...away, ...asks }));
      at('12:00');
      const answer = await fay.stop({ notes: 'all done' });
      assertNothing(answer);
      assert.deepEqual(
        affected(answer, 'changeTimeTrackingRequests').map((row) => [row['id'], row['new_end_time']]),
        [[id, `${day} 12:00:00`]],
      );
      assertPart(await trackingIn(fay.client, id), {
        end_time: `${day} 12:00:00`,
        duration: 14_400,
        status: 2,
        notes: 'all done',
      });
      at('13:00');
      assert.deepEqual(affected(await fay.stop(), 'changeTimeTrackingRequests'), []);
      written(await place.machine.put('changeTimeTrackingRequests/approve', { id }));
      assert.deepEqual(await fay.days(), [`${day} 08:00:00 – ${day} 12:00:00`]);
    });

    test('a second toggle requests the next start, which ends the first', async () => {
      const day = today('08:00');
      const gil = await hireWithTimer(place, 'gil');
      const first = requestIn(await gil.toggle({ task_id, ...away, ...asks }));
      at('12:00');
      const answer = await gil.toggle({ task_id, ...away, ...asks });
      const told = affected(answer, 'changeTimeTrackingRequests');
      const second = told.find(({ id }) => id !== first['id']);
      const [noon, times] = [`${day} 12:00:00`, ['new_start_time', 'new_end_time']];
      assert.deepEqual(
        told.map((row) => times.map((name) => row[name])),
        [
          [`${day} 08:00:00`, noon],
          [noon, null],
        ],
      );
      for (const id of [first['id'], second?.['id']])
        written(await place.machine.put('changeTimeTrackingRequests/approve', { id }));
      assert.deepEqual(await gil.days(), [`${day} 08:00:00 – ${noon}`, `${noon} – running`]);
    });

    test('a stop of a later tracking does not change the request', async () => {
      today('08:00');
      const hal = await hireWithTimer(place, 'hal');
      const { id } = requestIn(await hal.start({ task_id, ...away, ...asks }));
      at('09:00');
      written(await hal.start({ task_id: work }));
      at('10:00');
      written(await hal.stop());
      assertNothing(await hal.stop());
      assert.equal((await requestOf(hal.client, id))['new_end_time'], null);
    });

    test('a stop ends no decided request and no request of another user', async () => {
      today('08:00');
      const [ida, jon] = [await hireWithTimer(place, 'ida'), await hireWithTimer(place, 'jon')];
      const { id } = requestIn(await ida.start({ task_id, ...away, ...asks }));
      at('09:00');
      assert.deepEqual(affected(await jon.stop(), 'changeTimeTrackingRequests'), []);
      written(await place.machine.put('changeTimeTrackingRequests/reject', { id }));
      assert.deepEqual(affected(await ida.stop(), 'changeTimeTrackingRequests'), []);
      assert.equal((await requestOf(ida.client, id))['new_end_time'], null);
    });

    test('a repeated toggle with client_unique_id makes one request and ends nothing', async () => {
      today('08:00');
      const kim = await hireWithTimer(place, 'kim');
      const upload = { task_id, ...away, ...asks, client_unique_id: 'toggle-1' };
      const first = requestIn(await kim.toggle(upload));
      at('08:02');
      const again = requestIn(await kim.toggle(upload));
      assert.deepEqual([again['id'], again['new_end_time']], [first['id'], null]);
    });

    test('a stop in the first second requests one second', async () => {
      const day = today('08:00:00');
      const lea = await hireWithTimer(place, 'lea');
      const { id } = requestIn(await lea.start({ task_id, ...away, ...asks }));
      assertNothing(await lea.stop());
      assert.equal((await requestOf(lea.client, id))['new_end_time'], `${day} 08:00:01`);
    });

    test('refuses a request with allow_start_task 0', async () => {
      today('08:00');
      const mia = await hire(place.machine, 'mia', { timezone: 'UTC', allow_start_task: 0 });
      const client = await place.account.login('mia');
      const answer = await client.post('timeTrackings/start', { user_id: mia, task_id, ...away, ...asks });
      assertRefused(answer, { status: 422, code: 'rule_broken', field: 'user_id' });
    });
  },
  timerOptions,
);
