import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { accountOf, assertRebuilt, dayOf } from './accounts.ts';
import { absence, holiday, reduction, sickLeave } from './absence.ts';
import { assertPart, booking, hire, pause } from './booking.ts';

// 2026-06-01 is a Monday.
onEveryEngine(
  'day accounts',
  (place) => {
    let anna = 0;
    let serial = 0;
    beforeEach(async () => {
      anna = await hire(place.machine, `accounted.${(serial += 1)}`, { entry_date: '2026-05-01' });
    });
    const book = async (start: string, end: string | null, more: object = {}): Promise<Envelope> =>
      place.machine.create('timeTrackings', { ...booking(anna, { start, end }), ...more });
    const on = (date: string): Promise<Envelope> => dayOf(place.machine, anna, date);

    test('a person has a row for each day from entry to the end of next year', async () => {
      const rows = await accountOf(place.machine, anna, ['2026-01-01', '2030-12-31']);
      assert.deepEqual(
        [rows[0]?.['date'], rows.at(-1)?.['date'], rows.length],
        ['2026-05-01', '2027-12-31', 610],
      );
      assertPart(rows[31] as Envelope, {
        date: '2026-06-01',
        target_working_hours: 8,
        working_time: 0,
        working_time_daily_balance: -8,
        workday: 1,
        weekday: 1,
      });
      await assertRebuilt(place, anna);
    });

    test('night work is split at local midnight, and the parts add up', async () => {
      await book('2026-06-01 21:00', '2026-06-02 03:00');
      assertPart(await on('2026-06-01'), { working_time: 3, begin_time: '21:00:00', end_time: '00:00:00' });
      assertPart(await on('2026-06-02'), { working_time: 3, begin_time: '00:00:00', end_time: '03:00:00' });
      await assertRebuilt(place, anna);
    });

    test('a change in the past moves every later balance at once', async () => {
      const before = (await on('2027-03-01'))['working_time_total_balance'];
      const { id } = await book('2026-05-04 08:00', '2026-05-04 18:30');
      assertPart(await on('2026-05-04'), { working_time: 10.5, working_time_daily_balance: 2.5 });
      assert.equal((await on('2027-03-01'))['working_time_total_balance'], before + 10.5);
      await place.machine.put('timeTrackings/update', { id, end_time: '2026-05-04 08:20:00' });
      assert.equal((await on('2027-03-01'))['working_time_total_balance'], before + 0.33);
      await assertRebuilt(place, anna);
      await place.machine.delete(`timeTrackings/delete/${id}`);
      assert.equal((await on('2027-03-01'))['working_time_total_balance'], before);
      await assertRebuilt(place, anna);
    });

    test('breaks, holidays and overtime reduction each count in their way', async () => {
      await book('2026-06-03 08:00', '2026-06-03 12:00');
      await book('2026-06-03 12:00', '2026-06-03 12:45', { task_id: pause });
      await book('2026-06-03 12:45', '2026-06-03 17:00');
      assertPart(await on('2026-06-03'), {
        working_time: 8.25,
        break: 0.75,
        unpaid_break: 0.75,
        working_time_daily_balance: 0.25,
      });
      for (const [more, date] of [
        [holiday, '2026-06-08'],
        [sickLeave, '2026-06-09'],
        [reduction, '2026-06-10'],
      ] as const)
        await place.machine.create('absences', absence(anna, date, date, more));
      assertPart(await on('2026-06-08'), {
        target_working_hours: 0,
        holiday: 1,
        working_time_daily_balance: 0,
      });
      assertPart(await on('2026-06-09'), {
        target_working_hours: 0,
        sick_leave: 1,
        working_time_daily_balance: 0,
      });
      assertPart(await on('2026-06-10'), { target_working_hours: 0, overtime_reduction: 8 });
      const [tuesday, wednesday] = [await on('2026-06-09'), await on('2026-06-10')];
      assert.equal(wednesday['working_time_total_balance'], tuesday['working_time_total_balance'] - 8);
      await assertRebuilt(place, anna);
    });

    test('hours paid out leave the balance from their day on', async () => {
      const [before, later] = [await on('2026-06-04'), await on('2026-09-01')];
      await place.machine.put('timesheetAccountings/update', { id: before['id'], overtime_paid: 1.25 });
      assert.equal((await on('2026-06-04'))['overtime_paid'], 1.25);
      assert.equal(
        (await on('2026-09-01'))['working_time_total_balance'],
        later['working_time_total_balance'] - 1.25,
      );
      await assertRebuilt(place, anna);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
