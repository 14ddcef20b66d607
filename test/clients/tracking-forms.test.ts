// What client 2.110.0 sends about trackings: zones by id, splits at a place, decisions by the id of a request.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, rowOf, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { foundDepartment, type LedPeople } from '../people/led-people.ts';
import { booking, written } from '../time-tracking/booking.ts';

// 2026-11-20 is a Friday.
onEveryEngine(
  'trackings in the forms of client 2.110.0',
  (place) => {
    let people: LedPeople;
    before(async () => {
      people = await foundDepartment(place);
    });
    test('reads older names of zones, and zones by their ids', async () => {
      const { machine } = place;
      const [zone] = rowsOf(await machine.get('timezones/read', { timezone: 'Asia/Tokyo' }));
      const { id } = await people.hireNext();
      const times = { start_time: '2026-11-18 08:00:00', end_time: '2026-11-18 18:00:00' };
      const row = await machine.create('timeTrackings', {
        user_id: id,
        task_id: 4,
        ...times,
        start_timezone: 'Europe/Vienna',
        end_time_timezone_id: zone?.['id'],
      });
      assert.deepEqual(
        [row['start_time_timezone'], row['end_time_timezone']],
        ['Europe/Vienna', 'Asia/Tokyo'],
      );
    });

    test('refuses a zone under two names that say two things, and an unknown id', async () => {
      const { machine } = place;
      const { id } = await people.hireNext();
      const times = { user_id: id, task_id: 4, start_time: '2026-11-18 08:00:00' };
      assertRefused(
        await machine.post('timeTrackings/create', {
          ...times,
          start_timezone: 'Europe/Vienna',
          start_time_timezone: 'Asia/Tokyo',
        }),
        { status: 422, code: 'contradiction', field: 'start_timezone' },
      );
      assertRefused(
        await machine.post('timeTrackings/create', { ...times, start_time_timezone_id: 99_999_999 }),
        { status: 422, code: 'invalid_value', field: 'start_time_timezone' },
      );
    });

    test('splits at a place, in a zone by its id', async () => {
      const { machine } = place;
      const { id } = await people.hireNext();
      const times = { start: '2026-11-18 08:00', end: '2026-11-18 12:00' };
      const whole = await machine.create('timeTrackings', booking(id, times));
      const [zone] = rowsOf(await machine.get('timezones/read', { timezone: 'Asia/Tokyo' }));
      const local = new Date(Date.parse(`2026-11-18T10:00:00Z`) - 3_600_000);
      const tokyo = new Date(local.getTime() + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
      const zoneOfWhole = whole['start_time_timezone'] as string;
      assert.equal(zoneOfWhole, 'Europe/Vienna');
      const parts = rowsOf(
        await machine.post('timeTrackings/split', {
          id: whole['id'],
          time: tokyo,
          timezone: String(zone?.['id']),
          geo_lat: 48.2,
          geo_long: 16.3,
        }),
      );
      assert.deepEqual(
        parts.map((part) => [part['geo_start_lat'], part['geo_end_lat']]),
        [
          [null, 48.2],
          [48.2, null],
        ],
      );
      assert.deepEqual([parts[0]?.['end_time_timezone'], parts[0]?.['end_time']], ['Asia/Tokyo', tokyo]);
    });

    test('grants and declines a request for a new tracking by its own id', async () => {
      const { machine } = place;
      const { id, client } = await people.hireNext();
      written(await machine.put(`users/update/${id}`, { manual_timetracking: 0 }));
      const ask = async (day: string): Promise<number> => {
        const times = { start: `${day} 08:00`, end: `${day} 09:00` };
        const sent = { ...booking(id, times), _request_user_comment: 'forgot' };
        rowsOf(await client.post('timeTrackings/create', sent));
        const [request] = rowsOf(
          await machine.get('changeTimeTrackingRequests/read', {
            _order_by: 'id',
            _order_desc: 1,
            _limit: 1,
          }),
        );
        return request?.['id'] as number;
      };
      const named = { time_tracking_id: null, _granted_user_comment: 'fine' };
      const asked = await ask('2026-11-17');
      assertRefused(await people.other.client.put('timeTrackings/approve', { id: asked, ...named }), {
        status: 401,
        code: 'not_allowed',
      });
      const granted = rowOf(await people.boss.client.put('timeTrackings/approve', { id: asked, ...named }));
      assert.deepEqual([granted['user_id'], granted['start_time']], [id, '2026-11-17 08:00:00']);
      const other = await ask('2026-11-18');
      const declined = rowOf(await people.boss.client.put('timeTrackings/reject', { id: other, ...named }));
      assert.deepEqual([declined['id'], declined['start_time']], [null, '2026-11-18 08:00:00']);
      const requests = await machine.get('changeTimeTrackingRequests/read', {
        id: `${asked}|${other}`,
        _op__id: 'in',
      });
      assert.deepEqual(
        rowsOf(requests).map(({ status, granted_user_comment }) => [status, granted_user_comment]),
        [
          ['GRANTED', 'fine'],
          ['DECLINED', 'fine'],
        ],
      );
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
