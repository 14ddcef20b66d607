// Breaks that the law asks for and those that the server takes off, by numbers.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { assertRebuilt, dayOf, storedDayOf } from './accounts.ts';
import { assertPart, booking, hire, pause, written } from './booking.ts';
import { setSetting } from './holidays.ts';

onEveryEngine(
  'breaks',
  (place) => {
    let anna = 0;
    let serial = 0;
    beforeEach(async () => {
      await setSetting(place.machine, 'automatic_break_rule', 'german');
      await setSetting(place.machine, 'automatic_break_valid_from', '');
      anna = await hire(place.machine, `pausing.${(serial += 1)}`, { entry_date: '2026-05-01' });
    });
    const book = (start: string, end: string, more: object = {}): Promise<Envelope> =>
      place.machine.create('timeTrackings', { ...booking(anna, { start, end }), ...more });
    const on = (date: string): Promise<Envelope> => dayOf(place.machine, anna, date);

    test('automatic breaks: 6:00:00, 6:00:01, 9:00:00 and 9:00:01 lose 0, 1 s, 30 min, and 30 min 1 s', async () => {
      const lost: Record<string, readonly [end: string, seconds: number]> = {
        '2026-06-08': ['14:00:00', 0],
        '2026-06-09': ['14:00:01', 1],
        '2026-06-10': ['14:30:00', 1800],
        '2026-06-11': ['17:00:00', 1800],
        '2026-06-12': ['17:00:01', 1801],
        '2026-06-15': ['17:15:00', 2700],
        '2026-06-16': ['20:00:00', 2700],
      };
      for (const [date, [end, seconds]] of Object.entries(lost)) {
        await book(`${date} 08:00:00`, `${date} ${end}`);
        const { break: off, working_time, break_law_violation } = await storedDayOf(place, anna, date);
        const gross = (Date.parse(`${date}T${end}Z`) - Date.parse(`${date}T08:00:00Z`)) / 1000;
        assert.deepEqual(
          [off, working_time, break_law_violation],
          [seconds, gross - seconds, 0],
          `${date} until ${end}`,
        );
      }
      await assertRebuilt(place, anna);
    });

    test('recorded breaks of 15 minutes and more count first, and only what is missing is taken off', async () => {
      const day = async (date: string, minutes: number): Promise<Envelope> => {
        const until = String(minutes).padStart(2, '0');
        await book(`${date} 08:00`, `${date} 12:00`);
        await book(`${date} 12:00`, `${date} 12:${until}`, { task_id: pause });
        await book(`${date} 12:${until}`, `${date} 16:${until}`);
        return on(date);
      };
      // 8 hours of work ask for 30 minutes.
      assertPart(await day('2026-06-08', 15), { break: 0.5, working_time: 7.75, break_law_violation: 0 });
      assertPart(await day('2026-06-09', 30), { break: 0.5, working_time: 8 });
      assertPart(await day('2026-06-10', 14), { break: 0.73, working_time: 7.5 });
      assertPart(await day('2026-06-11', 45), { break: 0.75, working_time: 8 });
      await assertRebuilt(place, anna);
    });

    test('automatic breaks may begin on a date, and a schedule may have a rule of its own', async () => {
      const full = async (date: string): Promise<number> => {
        await book(`${date} 08:00`, `${date} 16:00`);
        return (await on(date))['working_time'];
      };
      await setSetting(place.machine, 'automatic_break_valid_from', '2026-06-10');
      assert.deepEqual([await full('2026-06-09'), await full('2026-06-10')], [8, 7.5]);
      const { id: never } = await place.machine.create('workSchedules', {
        name: 'Never',
        automatic_break_template_id: 0,
      });
      const schedule = {
        timesheet_template_id: never,
        timesheet_template_id_valid_starting_from: '2026-06-15',
      };
      written(await place.machine.put(`users/update/${anna}`, schedule));
      assert.deepEqual([await full('2026-06-12'), await full('2026-06-16')], [7.5, 8]);
      await assertRebuilt(place, anna);
      await setSetting(place.machine, 'automatic_break_valid_from', '');
      assert.equal((await on('2026-06-09'))['working_time'], 7.5);
      await setSetting(place.machine, 'automatic_break_rule', 'off');
      assert.deepEqual(
        [(await on('2026-06-09'))['working_time'], (await on('2026-06-10'))['working_time']],
        [8, 8],
      );
      await assertRebuilt(place, anna);
    });

    test('without automatic breaks, the law’s missing ones are told in minutes', async () => {
      await setSetting(place.machine, 'automatic_break_rule', 'off');
      await book('2026-06-08 08:00', '2026-06-08 14:00');
      await book('2026-06-09 08:00', '2026-06-09 14:00:01');
      await book('2026-06-10 08:00', '2026-06-10 17:30');
      await book('2026-06-11 08:00', '2026-06-11 12:00');
      await book('2026-06-11 12:00', '2026-06-11 12:20', { task_id: pause });
      await book('2026-06-11 12:20', '2026-06-11 15:20');
      const told: Record<string, readonly [number, number]> = {
        '06-08': [0, 0],
        '06-09': [30, 1],
        '06-10': [45, 1],
        '06-11': [10, 1],
      };
      for (const [date, [break_law_check, break_law_violation]] of Object.entries(told))
        assertPart(await on(`2026-${date}`), { break_law_check, break_law_violation });
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
