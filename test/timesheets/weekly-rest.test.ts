// The 35 hours of weekly rest may end in the next week, where later bookings shorten them.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { assertRebuilt, dayOf } from './timesheets.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';

// 2026-06-01 and 2026-06-08 are Mondays.
onEveryEngine(
  'weekly rest',
  (place) => {
    let anna = 0;
    let serial = 0;
    const book = (start: string, end: string): Promise<Envelope> =>
      place.machine.create('timeTrackings', booking(anna, { start, end }));
    const lacking = async (): Promise<readonly number[]> => {
      const sundays = ['2026-06-07', '2026-06-14'].map((date) => dayOf(place.machine, anna, date));
      return (await Promise.all(sundays)).map((day) => day['rest_period_weekly_violation']);
    };
    beforeEach(async () => {
      anna = await hire(place.machine, `rested.${(serial += 1)}`, { entry_date: '2026-06-01' });
      for (const date of ['01', '02', '03', '04', '05'])
        await book(`2026-06-${date} 10:00`, `2026-06-${date} 20:00`);
      await book('2026-06-06 14:00', '2026-06-06 22:00');
    });

    test('accepts 35 hours from Saturday night to Monday, and not a second less', async () => {
      const { id } = await book('2026-06-08 09:00', '2026-06-08 10:00');
      assert.deepEqual(await lacking(), [0, 0]);
      written(await place.machine.put(`timeTrackings/update/${id}`, { start_time: '2026-06-08 08:59:59' }));
      assert.deepEqual(await lacking(), [1, 0]);
      await assertRebuilt(place, anna);
    });

    test('lasts from Sunday to Tuesday and follows the booking that ends it', async () => {
      await book('2026-06-07 12:00', '2026-06-07 23:59');
      const { id } = await book('2026-06-09 10:59', '2026-06-09 12:00');
      assert.deepEqual(await lacking(), [0, 0]);
      const move = async (start: string, end: string): Promise<void> =>
        void written(
          await place.machine.put(`timeTrackings/update/${id}`, {
            start_time: `2026-06-${start}`,
            end_time: `2026-06-${end}`,
          }),
        );
      await move('09 10:58:00', '09 12:00:00');
      assert.deepEqual(await lacking(), [1, 0]);
      await move('10 10:00:00', '10 12:00:00');
      assert.deepEqual(await lacking(), [0, 0]);
      await move('08 10:00:00', '08 12:00:00');
      assert.deepEqual(await lacking(), [1, 0]);
      assert.equal((await place.machine.delete(`timeTrackings/delete/${id}`)).status, 200);
      assert.deepEqual(await lacking(), [0, 0]);
      await assertRebuilt(place, anna);
    });

    test('counts only the part of a rest that lies within the week', async () => {
      await book('2026-06-09 10:59', '2026-06-09 12:00');
      for (const date of ['10', '11', '12', '13', '14'])
        await book(`2026-06-${date} 02:00`, `2026-06-${date} 08:00`);
      await book('2026-06-15 18:00', '2026-06-15 20:00');
      assert.deepEqual(await lacking(), [0, 1]);
      const [tuesday] = rowsOf(
        await place.machine.get('timeTrackings/read', { user_id: anna, start_date: '2026-06-09' }),
      );
      written(
        await place.machine.put(`timeTrackings/update/${tuesday?.['id']}`, {
          start_time: '2026-06-09 11:00:00',
        }),
      );
      assert.deepEqual(await lacking(), [0, 0]);
      await assertRebuilt(place, anna);
    });

    test('returns the Sunday before a late booking on Monday in delta answers', async () => {
      place.installation.clock.shift += 5_000;
      const { RequestStartTime } = (await place.machine.get('timesheetAccountings/read', { _limit: 0 })).json;
      place.installation.clock.shift += 5_000;
      await book('2026-06-08 06:00', '2026-06-08 10:00');
      const news = rowsOf(
        await place.machine.get('timesheetAccountings/read', {
          user_id: anna,
          _since: RequestStartTime,
          date: '2026-06-07|2026-06-08',
          _op__date: 'betw',
        }),
      );
      assert.deepEqual(
        news.map((row) => [row['date'], row['rest_period_weekly_violation']]),
        [
          ['2026-06-07', 1],
          ['2026-06-08', 0],
        ],
      );
    });

    test('keeps an approved Sunday as it was', async () => {
      written(await place.machine.put('timesheetAccountings/approve', { user_id: anna, date: '2026-06-07' }));
      await book('2026-06-08 06:00', '2026-06-08 10:00');
      assert.deepEqual(await lacking(), [0, 0]);
      written(
        await place.machine.put('timesheetAccountings/unapprove', { user_id: anna, date: '2026-06-07' }),
      );
      assert.deepEqual(await lacking(), [1, 0]);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
