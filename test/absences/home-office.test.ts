// Home office counts as working time: it credits the hours missing to the target, and no hours above it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { absence, holiday, homeOffice } from './absence.ts';
import { assertRebuilt, dayOf } from '../timesheets/timesheets.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';

// 2026-06-08 is a Monday of 8 hours.
onEveryEngine(
  'home office',
  (place) => {
    let anna = 0;
    const half = { request_partial_begin_duration: 0.5 };
    const book = (date: string, start: string, end: string, more: object = {}): Promise<Envelope> =>
      place.machine.create('timeTrackings', {
        ...booking(anna, { start: `${date} ${start}`, end: `${date} ${end}` }),
        ...more,
      });
    const takeOff = (date: string, more: object): Promise<Envelope> =>
      place.machine.create('absences', absence(anna, date, date, more));
    /** What was booked on work, what is credited or paid beside it, and the balance of the day. */
    const amounts = async (date: string): Promise<readonly number[]> => {
      const day = await dayOf(place.machine, anna, date);
      return [day['working_time'], day['paid_nonworking_time'], day['working_time_daily_balance']];
    };
    before(async () => {
      anna = await hire(place.machine, 'anna', { entry_date: '2026-06-01' });
    });

    test('credits the hours missing to the target, and none above it', async () => {
      await takeOff('2026-06-08', homeOffice);
      assert.deepEqual(await amounts('2026-06-08'), [0, 8, 0]);
      const { id } = await book('2026-06-08', '08:00', '11:00');
      assert.deepEqual(await amounts('2026-06-08'), [3, 5, 0]);
      for (const [end, expected] of [
        ['16:00', [8, 0, 0]],
        ['18:00', [10, 0, 2]],
        ['08:01', [0.02, 7.98, 0]],
      ] as const) {
        written(await place.machine.put(`timeTrackings/update/${id}`, { end_time: `2026-06-08 ${end}:00` }));
        assert.deepEqual(await amounts('2026-06-08'), expected);
      }
      await place.machine.delete(`timeTrackings/delete/${id}`);
      assert.deepEqual(await amounts('2026-06-08'), [0, 8, 0]);
      await assertRebuilt(place, anna);
    });

    test('credits at most half the target for half a day of home office', async () => {
      await takeOff('2026-06-09', { ...homeOffice, ...half });
      assert.deepEqual(await amounts('2026-06-09'), [0, 4, -4]);
      await book('2026-06-09', '08:00', '11:00');
      assert.deepEqual(await amounts('2026-06-09'), [3, 4, -1]);
      await book('2026-06-09', '13:00', '16:00');
      assert.deepEqual(await amounts('2026-06-09'), [6, 2, 0]);
      await assertRebuilt(place, anna);
    });

    test('fills the other half beside half a day of holiday', async () => {
      await takeOff('2026-06-10', { ...homeOffice, ...half });
      await takeOff('2026-06-10', { ...holiday, request_partial_end_duration: 0.5 });
      assert.deepEqual(await amounts('2026-06-10'), [0, 4, 0]);
      await book('2026-06-10', '08:00', '11:00');
      assert.deepEqual(await amounts('2026-06-10'), [3, 1, 0]);
      await assertRebuilt(place, anna);
    });

    test('fills the time that paid travel and automatic breaks leave', async () => {
      const { id: task_id } = await place.machine.create('tasks', {
        name: 'Travel',
        mother_id: 3,
        is_paid_non_working: 1,
      });
      const { id: schedule } = await place.machine.create('workSchedules', {
        name: 'With breaks',
        automatic_break_template_id: 1,
      });
      written(
        await place.machine.put(`users/update/${anna}`, {
          timesheet_template_id: schedule,
          timesheet_template_id_valid_starting_from: '2026-06-11',
        }),
      );
      await takeOff('2026-06-11', homeOffice);
      await book('2026-06-11', '08:00', '09:00', { task_id });
      await book('2026-06-11', '09:00', '15:30');
      assert.deepEqual(await amounts('2026-06-11'), [6, 2, 0]);
      await assertRebuilt(place, anna);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
