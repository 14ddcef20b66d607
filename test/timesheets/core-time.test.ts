// Core time in timesheets: the violation that the status overview shows, and what excuses it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { booking, hire, pause, work, written } from '../time-tracking/booking.ts';
import { absence } from '../absences/absence.ts';
import { coreSchedule, presenceOf, setViennaClock } from '../presence/presence.ts';
import { assertRebuilt } from './timesheets.ts';
import { setClock, timerOptions } from '../time-tracking/timer/timer.ts';

onEveryEngine(
  'core time of timesheets',
  (place) => {
    let schedule = 0;
    before(async () => {
      setClock(place.installation, '2026-06-01 12:00');
      schedule = await coreSchedule(place.machine, 'Core');
    });
    const at = (moment: string): void => setViennaClock(place.installation, moment);
    const worker = (name: string): Promise<number> =>
      hire(place.machine, name, { timesheet_template_id: schedule, entry_date: '2026-06-01' });
    const start = (user_id: number, task_id = work) =>
      place.machine.post('timeTrackings/start', { user_id, task_id });
    const stop = (user_id: number) => place.machine.put('timeTrackings/stop', { user_id });
    const violation = async (user_id: number, date: string): Promise<unknown> =>
      written(await place.machine.get('timesheetAccountings/read', { user_id, date }))['core_time_violation'];

    test('shows the violation that the status overview showed in the evening', async () => {
      at('2026-06-22 23:00:00');
      const date = '2026-06-22';
      const days: readonly (readonly [name: string, violated: number, times: readonly string[]])[] = [
        ['intime', 0, ['09:10:00-14:45:00']],
        ['toolate', 1, ['09:10:01-14:45:00']],
        ['tooearly', 1, ['09:10:00-14:44:59']],
        ['lunch', 0, ['08:00:00-12:00:00', '13:00:00-16:00:00']],
        ['returns', 1, ['06:00:00-09:00:00', '11:00:00-17:00:00']],
      ];
      for (const [name, violated, times] of days) {
        const person = await worker(name);
        for (const [begin, end] of times.map((one) => one.split('-'))) {
          const span = { start: `${date} ${begin}`, end: `${date} ${end}` };
          await place.machine.create('timeTrackings', booking(person, span));
        }
        const shown = (await presenceOf(place.machine, person))['core_time_violation'];
        assert.deepEqual([shown, await violation(person, date)], [violated, violated], name);
      }
    });

    test('excuses public holidays, half days of absence and days without work', async () => {
      at('2026-06-22 23:00:00');
      const person = await worker('excused');
      const half = { request_partial_begin_duration: 0.5 };
      await place.machine.create('absences', absence(person, '2026-06-11', '2026-06-11', half));
      // 2026-06-04 is Corpus Christi.
      for (const [date, times] of [
        ['2026-06-04', { start: '12:00', end: '13:00' }],
        ['2026-06-11', { start: '12:00', end: '16:00' }],
      ] as const) {
        const span = { start: `${date} ${times.start}`, end: `${date} ${times.end}` };
        await place.machine.create('timeTrackings', booking(person, span));
      }
      for (const date of ['2026-06-04', '2026-06-11', '2026-06-12'])
        assert.equal(await violation(person, date), 0, date);
      await assertRebuilt(place, person);
    });

    test('reports during the day only a violation that is certain', async () => {
      const date = '2026-06-23';
      at(`${date} 08:00:00`);
      const [early, late] = [await worker('early'), await worker('late')];
      written(await start(early));
      at(`${date} 12:00:00`);
      for (const person of [early, late]) written(await start(person, pause));
      at(`${date} 12:30:00`);
      for (const person of [early, late]) written(await start(person));
      assert.deepEqual([await violation(early, date), await violation(late, date)], [0, 1]);
      at(`${date} 14:00:00`);
      written(await stop(early));
      assert.equal(await violation(early, date), 1);
    });
  },
  timerOptions,
);
