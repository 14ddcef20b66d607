// Breaks that the law requires and automatic breaks that the server deducts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { dateAfter } from '#values/date-range.ts';
import type { Envelope } from '../support/client.ts';
import { assertRebuilt, storedDayOf } from './timesheets.ts';
import { assertPart, pause, written } from '../time-tracking/booking.ts';
import { setSetting } from '../holidays/holidays.ts';
import { hireBeforeEach, models } from './rest-story.ts';

onEveryEngine(
  'breaks',
  (place) => {
    const { anna, book, bookAround, change, on } = hireBeforeEach(place, 'german');

    test('deducts 0 s, 1 s, 30:00 and 30:01 after 6:00:00, 6:00:01, 9:00:00 and 9:00:01', async () => {
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
        const { break: off, working_time, break_law_violation } = await storedDayOf(place, anna(), date);
        const gross = (Date.parse(`${date}T${end}Z`) - Date.parse(`${date}T08:00:00Z`)) / 1000;
        assert.deepEqual(
          [off, working_time, break_law_violation],
          [seconds, gross - seconds, 0],
          `${date} until ${end}`,
        );
      }
      await assertRebuilt(place, anna());
    });

    test('counts recorded breaks from 15 minutes and deducts the rest', async () => {
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
      await assertRebuilt(place, anna());
    });

    test('starts automatic breaks on a date and lets a schedule have its own rule', async () => {
      const full = async (date: string): Promise<number> => {
        await book(`${date} 08:00`, `${date} 16:00`);
        return (await on(date))['working_time'];
      };
      await setSetting(place.machine, 'automatic_break_valid_from', '2026-06-10');
      assert.deepEqual([await full('2026-06-09'), await full('2026-06-10')], [8, 7.5]);
      const { id: never } = await place.machine.create('workSchedules', {
        name: 'Never',
        automatic_break_template_id: models.none,
      });
      const schedule = {
        timesheet_template_id: never,
        timesheet_template_id_valid_starting_from: '2026-06-15',
      };
      written(await place.machine.put(`users/update/${anna()}`, schedule));
      assert.deepEqual([await full('2026-06-12'), await full('2026-06-16')], [7.5, 8]);
      await assertRebuilt(place, anna());
      await setSetting(place.machine, 'automatic_break_valid_from', '');
      assert.equal((await on('2026-06-09'))['working_time'], 7.5);
      await setSetting(place.machine, 'automatic_break_rule', 'off');
      assert.deepEqual(
        [(await on('2026-06-09'))['working_time'], (await on('2026-06-10'))['working_time']],
        [8, 8],
      );
      await assertRebuilt(place, anna());
    });

    test('reports missing legal breaks in minutes without automatic breaks', async () => {
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

    test('counts a gap as break from the least part of the model to four hours', async () => {
      const limits = { german: 900, austrian: 600, swiss: 900, none: 900, off: 900 };
      let week = 0;
      for (const [name, least] of Object.entries(limits)) {
        const monday = dateAfter('2026-06-01', 7 * (week += 1));
        await change({
          automatic_break_template_id: models[name as keyof typeof models],
          automatic_break_template_valid_starting_from: monday,
        });
        for (const [index, gap] of [least - 1, least, 14_400, 14_401].entries()) {
          const date = dateAfter(monday, index);
          await bookAround(date, 2, gap);
          const isBreak = index === 1 || index === 2;
          const { break: off, unbooked_time, working_time } = await storedDayOf(place, anna(), date);
          assert.deepEqual(
            [off, unbooked_time, working_time],
            [isBreak ? gap : 0, isBreak ? 0 : gap, 4 * 3600],
            `${name}, ${gap} s`,
          );
        }
      }
      await assertRebuilt(place, anna());
    });

    test('finds half an hour from 12:00 to 12:30 enough for eight hours, by any model', async () => {
      await bookAround('2026-06-08', 4, 1800);
      for (const automatic_break_template_id of ['', ...Object.values(models)]) {
        await change({
          automatic_break_template_id,
          automatic_break_template_valid_starting_from: '2026-06-01',
        });
        assertPart(await on('2026-06-08'), {
          break: 0.5,
          unbooked_time: 0,
          working_time: 8,
          break_law_check: 0,
          break_law_violation: 0,
        });
      }
    });

    test('takes off what the gaps of a day lack for its model', async () => {
      await bookAround('2026-06-08', 4, 900);
      await bookAround('2026-06-09', 4, 899);
      await bookAround('2026-06-10', 4, 600);
      assertPart(await storedDayOf(place, anna(), '2026-06-08'), { break: 1800, working_time: 27_900 });
      assertPart(await storedDayOf(place, anna(), '2026-06-09'), {
        break: 1800,
        unbooked_time: 899,
        working_time: 27_000,
      });
      await change({ automatic_break_template_id: models.austrian });
      // Without a date it holds from today on.
      assertPart(await on('2026-06-10'), { break: 0.5, unbooked_time: 0.17, working_time: 7.5 });
      await change({ automatic_break_template_valid_starting_from: '2026-06-10' });
      assertPart(await storedDayOf(place, anna(), '2026-06-10'), {
        break: 1800,
        unbooked_time: 0,
        working_time: 27_600,
      });
      assertPart(await on('2026-06-09'), { unbooked_time: 0.25 });
      await change({
        automatic_break_template_id: '',
        automatic_break_template_valid_starting_from: '2026-06-10',
      });
      assertPart(await on('2026-06-10'), { unbooked_time: 0.17, working_time: 7.5 });
      await assertRebuilt(place, anna());
    });

    test('counts days again after other settings of gaps, and lets a schedule differ', async () => {
      await bookAround('2026-06-08', 2, 5400);
      const gap = async (): Promise<readonly number[]> => {
        const { break: off, unbooked_time } = await on('2026-06-08');
        await assertRebuilt(place, anna());
        return [off, unbooked_time];
      };
      assert.deepEqual(await gap(), [1.5, 0]);
      await setSetting(place.machine, 'gap_break_maximum', '1.49');
      assert.deepEqual(await gap(), [0, 1.5]);
      await setSetting(place.machine, 'gap_break_maximum', '1.5');
      assert.deepEqual(await gap(), [1.5, 0]);
      await setSetting(place.machine, 'gaps_are_breaks', '0');
      assert.deepEqual(await gap(), [0, 1.5]);
      const give = async (limits: object): Promise<void> => {
        const { id } = await place.machine.create('workSchedules', { name: 'Own gaps', ...limits });
        const since = '2026-06-01';
        await change({ timesheet_template_id: id, timesheet_template_id_valid_starting_from: since });
      };
      await give({ gaps_are_breaks: 1 });
      assert.deepEqual(await gap(), [1.5, 0]);
      await give({ gaps_are_breaks: 1, gap_break_maximum: 1 });
      assert.deepEqual(await gap(), [0, 1.5]);
      await setSetting(place.machine, 'gaps_are_breaks', '1');
      await give({ gap_break_maximum: 1 });
      assert.deepEqual(await gap(), [0, 1.5]);
      await give({ gaps_are_breaks: 0 });
      assert.deepEqual(await gap(), [0, 1.5]);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
