// Core time in the accounts of days: what the overview showed in the evening, and while the day goes on what is sure.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import { booking, hire, pause, work, written } from './booking.ts';
import { coreSchedule, presenceOf } from './presence.ts';
import { setClock, timerOptions } from './timer.ts';

onEveryEngine(
  'core time of day accounts',
  (place) => {
    let schedule = 0;
    before(async () => {
      setClock(place.installation, '2026-06-01 12:00');
      schedule = await coreSchedule(place.machine, 'Core');
    });
    /** Sets the clock to a time of Vienna in summer, two hours ahead of UTC. */
    const at = (moment: string): void => {
      const instant = Date.parse(`${moment.replace(' ', 'T')}+02:00`);
      setClock(place.installation, new Date(instant).toISOString().slice(0, 19).replace('T', ' '));
    };
    const worker = (name: string): Promise<number> =>
      hire(place.machine, name, { timesheet_template_id: schedule, entry_date: '2026-06-01' });
    const start = (user_id: number, task_id = work) =>
      place.machine.post('timeTrackings/start', { user_id, task_id });
    const stop = (user_id: number) => place.machine.put('timeTrackings/stop', { user_id });
    const violation = async (user_id: number, date: string): Promise<unknown> =>
      written(await place.machine.get('timesheetAccountings/read', { user_id, date }))['core_time_violation'];

    test('is what the overview showed in the evening', async () => {
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

    test('says of a day that goes on what is missed already: who is at it has not left', async () => {
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
