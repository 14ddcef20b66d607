// Starts that wait for a decision, and the stops that belong to them: with connection, without it, and in any order.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { assertRefused } from '../contract/expectations.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Answer, Envelope } from '../support/client.ts';
import { decide, requestIn, requestOf, trackingIn } from './asking.ts';
import { assertPart, pause, work, written } from './booking.ts';
import { affected, assertNothing, hireWithTimer, storyClock, timerOptions, type Timer } from './timer.ts';

const seed = Number(process.env['HOURBOOK_TEST_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const numRuns = Number(process.env['HOURBOOK_TEST_RUNS'] ?? 8);

const asks = { _request_user_comment: 'no connection' };
const offline = { is_offline_tracking: 1, ...asks };
const bound = { manual_timetracking: 0 };

/** Something that a phone without connection recorded at a minute of the morning. */
interface Record {
  readonly kind: 'start' | 'stop';
  readonly minute: number;
  readonly name?: string;
}

onEveryEngine(
  `starts that are requested (HOURBOOK_TEST_SEED=${seed})`,
  (place) => {
    const { at, today } = storyClock(place);
    const requestsOf = async ({ client }: Timer): Promise<readonly Envelope[]> =>
      (await client.get('changeTimeTrackingRequests/read', { _order_by: 'new_start_time' })).json['Results'];
    const asked = async (timer: Timer): Promise<readonly string[]> =>
      (await requestsOf(timer)).map(
        (row) => `${row['new_start_time'].slice(11, 16)} – ${row['new_end_time']?.slice(11, 16) ?? 'open'}`,
      );
    const grantAll = async (timer: Timer): Promise<void> => {
      for (const { id } of await requestsOf(timer)) written(await decide(place.machine, 'approve', id));
    };
    const upload = async (timer: Timer, day: string, { kind, minute, name }: Record): Promise<Answer> => {
      const hour = String(8 + Math.floor(minute / 60)).padStart(2, '0');
      const time = `${day} ${hour}:${String(minute % 60).padStart(2, '0')}:00`;
      const body = { time, ...offline, ...(name === undefined ? {} : { client_unique_id: name }) };
      const answer = await (kind === 'start' ? timer.start({ task_id: work, ...body }) : timer.stop(body));
      assert.equal(answer.status, 200, answer.text);
      return answer;
    };
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

    test('without connection end where their stops say, in whatever order these are uploaded', async () => {
      const morning: readonly Record[] = [
        { kind: 'start', minute: 0, name: 'a' },
        { kind: 'stop', minute: 60, name: 'a' },
        { kind: 'start', minute: 120, name: 'b' },
        { kind: 'stop', minute: 180, name: 'b' },
      ];
      const orders = [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
        [1, 3, 0, 2],
        [2, 0, 3, 1],
      ] as const;
      for (const [index, order] of orders.entries()) {
        const day = today('12:00');
        const timer = await hireWithTimer(place, `in-order-${index}`, bound);
        for (const each of order) await upload(timer, day, morning[each] as Record);
        assert.deepEqual(await asked(timer), ['08:00 – 09:00', '10:00 – 11:00']);
        await grantAll(timer);
        assert.deepEqual(await timer.days(), [
          `${day} 08:00:00 – ${day} 09:00:00`,
          `${day} 10:00:00 – ${day} 11:00:00`,
        ]);
      }
    });

    test('in any order and however often they are uploaded come to what they come to in order', async () => {
      const record = (minute: number): fc.Arbitrary<Record> =>
        fc.record({
          kind: fc.constantFrom('start', 'stop'),
          minute: fc.constant(minute),
          name: fc.constantFrom(`n${minute}`, `n${minute - 10}`, `n${minute - 20}`),
        });
      const records = fc
        .tuple(...[10, 20, 30, 40, 50].map(record))
        .map((all) => all.map((one) => (one.kind === 'start' ? { ...one, name: `n${one.minute}` } : one)));
      const stories = records.chain((all) =>
        fc.record({
          all: fc.constant(all),
          order: fc.shuffledSubarray([0, 1, 2, 3, 4, 0, 1, 2, 3, 4], { minLength: 10 }),
        }),
      );
      let round = 0;
      await fc.assert(
        fc.asyncProperty(stories, async ({ all, order }) => {
          const day = today('12:00');
          round += 1;
          const [one, other] = [
            await hireWithTimer(place, `one-${round}`, bound),
            await hireWithTimer(place, `other-${round}`, bound),
          ];
          for (const each of all) await upload(one, day, each);
          for (const index of order) await upload(other, day, all[index] as Record);
          assert.deepEqual(await asked(other), await asked(one));
          assert.equal((await asked(one)).length, all.filter(({ kind }) => kind === 'start').length);
        }),
        { seed, numRuns },
      );
    });

    test('end at the first stop without a name, at the latest where the next start lies', async () => {
      const day = today('12:00');
      const timer = await hireWithTimer(place, 'first-stop', bound);
      for (const minute of [150, 90, 60]) await upload(timer, day, { kind: 'stop', minute });
      await upload(timer, day, { kind: 'start', minute: 0, name: 'a' });
      assert.deepEqual(await asked(timer), ['08:00 – 09:00']);
      await upload(timer, day, { kind: 'start', minute: 30, name: 'b' });
      assert.deepEqual(await asked(timer), ['08:00 – 08:30', '08:30 – 09:00']);
    });

    test('keep an end that somebody asks for', async () => {
      const day = today('12:00');
      const timer = await hireWithTimer(place, 'by-hand', bound);
      const { id } = requestIn(await upload(timer, day, { kind: 'start', minute: 0, name: 'a' }));
      const change = { new_end_time: `${day} 10:00:00` };
      written(await timer.client.put(`changeTimeTrackingRequests/update/${id}`, change));
      await upload(timer, day, { kind: 'stop', minute: 60, name: 'a' });
      await upload(timer, day, { kind: 'start', minute: 90, name: 'b' });
      assert.deepEqual(await asked(timer), ['08:00 – 10:00', '09:30 – open']);
    });

    test('end before what is booked later, so that they can be asked for and granted', async () => {
      const day = today('10:00');
      const timer = await hireWithTimer(place, 'back-online', bound);
      written(await timer.start({ task_id: pause }));
      at('10:05');
      await upload(timer, day, { kind: 'start', minute: 0, name: 'a' });
      assert.deepEqual(await asked(timer), ['08:00 – 10:00']);
      await upload(timer, day, { kind: 'stop', minute: 60, name: 'a' });
      assert.deepEqual(await asked(timer), ['08:00 – 09:00']);
      await grantAll(timer);
      assert.deepEqual(await timer.days(), [
        `${day} 08:00:00 – ${day} 09:00:00`,
        `${day} 10:00:00 – running`,
      ]);
    });

    test('take what the stop says beside its time', async () => {
      const day = today('12:00');
      const timer = await hireWithTimer(place, 'remarks', bound);
      const { id } = requestIn(await upload(timer, day, { kind: 'start', minute: 0, name: 'a' }));
      const said = { notes: 'done', geo_lat: 48.5, client_unique_id: 'a', ...offline };
      const answer = await timer.stop({ ...said, time: `${day} 09:00:00` });
      assertNothing(answer);
      assert.deepEqual(
        affected(answer, 'changeTimeTrackingRequests').map((row) => row['new_end_time']),
        [`${day} 09:00:00`],
      );
      await grantAll(timer);
      const { time_tracking_id: tracking } = await requestOf(timer.client, id);
      assertPart(written(await timer.client.get(`timeTrackings/read/${tracking}`)), {
        notes: 'done',
        geo_end_lat: 48.5,
        duration: 3600,
      });
    });

    test('with connection end by a stop that is uploaded late', async () => {
      const day = today('15:00');
      const timer = await hireWithTimer(place, 'fence', bound);
      const start = { task_id: fenced, ...away, ...asks, client_unique_id: 'k' };
      const { id } = requestIn(await timer.start(start));
      at('16:00');
      const stop = { client_unique_id: 'k', time: `${day} 15:30:00`, ...offline };
      assertNothing(await timer.stop(stop));
      assertNothing(await timer.stop(stop));
      assert.equal((await requestOf(timer.client, id))['new_end_time'], `${day} 15:30:00`);
      await grantAll(timer);
      assert.deepEqual(await timer.days(), [`${day} 15:00:00 – ${day} 15:30:00`]);
    });

    test('are answered to a repeated start and toggle, on any later day, and book nothing twice', async () => {
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

    test('are answered to a start also when they were sent as requests', async () => {
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
      assert.deepEqual(await asked(timer), ['08:00 – 12:00']);
    });

    test('a start that is declined is answered as such, and stopping it ends nothing else', async () => {
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

    test('a stop by name ends what was requested under it, and nothing that runs', async () => {
      const day = today('12:00');
      const timer = await hireWithTimer(place, 'by-name', bound);
      const claimed = { task_id: work, client_unique_id: 'x', time: `${day} 08:00:00`, ...asks };
      const { id } = requestIn(await timer.start(claimed));
      written(await timer.start({ task_id: work, client_unique_id: 'y' }));
      at('13:00');
      for (const _ of [1, 2]) assertNothing(await timer.stop({ client_unique_id: 'x' }));
      // As for what runs: where the next one was started it had ended.
      assert.equal((await requestOf(timer.client, id))['new_end_time'], `${day} 12:00:00`);
      assertPart(await trackingIn(timer.client, id), { duration: 4 * 3600, status: 2 });
      assert.deepEqual(await timer.days(), [`${day} 12:00:00 – running`]);
      await grantAll(timer);
      assert.deepEqual(await timer.days(), [
        `${day} 08:00:00 – ${day} 12:00:00`,
        `${day} 12:00:00 – running`,
      ]);
    });

    test('a toggle starts when nothing runs, whatever is requested', async () => {
      const monday = today('12:00');
      const timer = await hireWithTimer(place, 'stale', bound);
      const late = { task_id: work, time: `${monday} 11:00:00`, ...asks };
      const { id } = requestIn(await timer.start(late));
      today('08:00');
      const day = today('08:00');
      assertPart(written(await timer.toggle({ task_id: work })), { start_time: `${day} 08:00:00` });
      assert.equal((await requestOf(timer.client, id))['new_end_time'], null);
    });

    test('a late stop that is repeated under its name asks once, also when it was declined', async () => {
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
        assert.equal((await requestsOf(timer)).length, 2);
        assertRefused(await timer.stop({ client_unique_id: 'b', time: `${day} 13:30:00`, ...way }), {
          status: 401,
          code: 'not_allowed',
        });
      }
    });
  },
  timerOptions,
);
