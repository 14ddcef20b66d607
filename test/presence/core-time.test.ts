// Core time violations in the status overview as the day goes on: 09:00 to 15:00 in Vienna, with a tolerance of
// 10 minutes at its beginning and 15 minutes at its end.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { absence, enter } from '../absences/absence.ts';
import { booking, hire, pause, written } from '../time-tracking/booking.ts';
import { coreSchedule, presenceOf, setViennaClock, status, weekdays } from './presence.ts';
import { setClock, timerOptions } from '../time-tracking/timer/timer.ts';

onEveryEngine(
  'core time in the status overview',
  (place) => {
    let schedule = 0;
    before(async () => {
      setClock(place.installation, '2026-06-01 12:00');
      schedule = await coreSchedule(place.machine, 'Core');
    });
    const at = (moment: string): void => setViennaClock(place.installation, moment);
    const worker = (name: string, more: object = {}): Promise<number> =>
      hire(place.machine, name, { timesheet_template_id: schedule, ...more });
    /** Status, violation and start of the core time. */
    const core = async (person: number): Promise<readonly unknown[]> => {
      const row = await presenceOf(place.machine, person);
      return [row['status'], row['core_time_violation'], row['core_time_start']];
    };
    const start = (person: number, more: object = {}) =>
      place.machine.post('timeTrackings/start', { user_id: person, task_id: 4, ...more });
    const stop = (person: number) => place.machine.put('timeTrackings/stop', { user_id: person });
    const nine = '09:00:00';

    test('shows a violation from the first second after the tolerance', async () => {
      at('2026-06-02 08:00:00');
      const [absent, early] = [await worker('absent'), await worker('early')];
      written(await start(early));
      for (const [time, status_, violated] of [
        ['09:00:00', 0, 0],
        ['09:10:00', 0, 0],
        ['09:10:01', 5, 1],
        ['14:59:59', 5, 1],
        // Core time has ended; the violation of the day remains.
        ['15:00:00', 0, 1],
        ['23:59:59', 0, 1],
      ] as const) {
        at(`2026-06-02 ${time}`);
        assert.deepEqual(await core(absent), [status_, violated, nine], time);
        assert.deepEqual(await core(early), [1, 0, nine], time);
      }
      at('2026-06-03 00:00:00');
      assert.deepEqual(await core(absent), [0, 0, nine]);
    });

    test('shows a late arrival as violation until earlier work is booked', async () => {
      at('2026-06-03 09:10:01');
      const person = await worker('late');
      assert.deepEqual(await core(person), [5, 1, nine]);
      written(await start(person));
      assert.deepEqual(await core(person), [1, 1, nine]);
      written(await start(person, { task_id: pause }));
      assert.deepEqual(await core(person), [2, 1, nine]);
      // The person forgot to start the timer and enters the work afterwards.
      const forgotten = booking(person, { start: '2026-06-03 08:30', end: '2026-06-03 09:10' });
      const { id } = written(await place.machine.post('timeTrackings/create', forgotten));
      assert.deepEqual(await core(person), [2, 0, nine]);
      written(await place.machine.put(`timeTrackings/update/${id}`, { end_time: '2026-06-03 08:59:00' }));
      assert.deepEqual(await core(person), [2, 1, nine]);
      assert.equal((await place.machine.delete(`timeTrackings/delete/${id}`)).status, 200);
      assert.deepEqual(await core(person), [2, 1, nine]);
    });

    test('shows a violation while a person is away within core time', async () => {
      at('2026-06-04 08:00:00');
      const person = await worker('pauses', { public_holiday_template_id: await calendar() });
      written(await start(person));
      at('2026-06-04 12:00:00');
      written(await stop(person));
      assert.deepEqual(await core(person), [5, 1, nine]);
      at('2026-06-04 12:30:00');
      written(await start(person));
      assert.deepEqual(await core(person), [1, 0, nine]);
      at('2026-06-04 14:45:00');
      written(await stop(person));
      assert.deepEqual(await core(person), [0, 0, nine]);
    });

    test('shows a violation after leaving one second too early', async () => {
      at('2026-06-05 08:00:00');
      const person = await worker('leaves');
      written(await start(person));
      at('2026-06-05 14:44:59');
      written(await stop(person));
      assert.deepEqual(await core(person), [5, 1, nine]);
      at('2026-06-05 15:00:00');
      assert.deepEqual(await core(person), [0, 1, nine]);
    });

    test('applies neither on days off, outside employment nor on other schedules', async () => {
      at('2026-06-06 10:00:00');
      const person = await worker('weekend');
      const other = await hire(place.machine, 'other');
      const later = await worker('later', { entry_date: '2026-06-09' });
      assert.deepEqual(await core(person), [0, 0, null]);
      at('2026-06-08 10:00:00');
      assert.deepEqual(await core(person), [5, 1, nine]);
      assert.deepEqual(await core(other), [0, 0, null]);
      assert.deepEqual(await core(later), [0, 0, null]);
      at('2026-06-09 10:00:00');
      assert.deepEqual(await core(later), [5, 1, nine]);
      written(await place.machine.put(`users/update/${later}`, { exit_date: '2026-06-09' }));
      assert.deepEqual(await core(later), [5, 1, nine]);
      at('2026-06-10 10:00:00');
      assert.deepEqual(await core(later), [0, 0, null]);
    });

    test('applies from the first day of a schedule', async () => {
      at('2026-06-10 10:00:00');
      const person = await hire(place.machine, 'changes');
      const path = `users/update/${person}`;
      const tomorrow = {
        timesheet_template_id: schedule,
        timesheet_template_id_valid_starting_from: '2026-06-11',
      };
      written(await place.machine.put(path, tomorrow));
      assert.deepEqual(await core(person), [0, 0, null]);
      at('2026-06-11 10:00:00');
      assert.deepEqual(await core(person), [5, 1, nine]);
      written(await place.machine.put(path, { timesheet_template_id: 1 }));
      assert.deepEqual(await core(person), [0, 0, null]);
    });

    test('follows changes of the schedule during the day', async () => {
      at('2026-06-12 10:00:00');
      const own = await coreSchedule(place.machine, 'Changing');
      const person = await hire(place.machine, 'follows', { timesheet_template_id: own });
      const friday = (await weekdays(place.machine, own))[4]?.['id'] as number;
      const change = async (values: object): Promise<readonly unknown[]> => {
        written(await place.machine.put(`workScheduleDays/update/${friday}`, values));
        return core(person);
      };
      assert.deepEqual(await core(person), [5, 1, nine]);
      assert.deepEqual(await change({ core_time_start: '10:00:00' }), [0, 0, '10:00:00']);
      assert.deepEqual(await change({ core_time_start_tolerance: 0, core_time_start: '09:59:59' }), [
        5,
        1,
        '09:59:59',
      ]);
      assert.deepEqual(await change({ core_time_start: '', core_time_end: '' }), [0, 0, null]);
      assert.deepEqual(await change({ core_time_start: '08:00:00', core_time_end: '09:00:00' }), [
        0,
        1,
        '08:00:00',
      ]);
      assert.deepEqual(await change({ workday: 0 }), [0, 0, null]);
    });

    test('is suspended by a half public holiday until it is moved or deleted', async () => {
      at('2026-06-15 10:00:00');
      const person = await worker('celebrates');
      assert.deepEqual(await core(person), [5, 1, nine]);
      const day = { template_id: 1, date: '2026-06-15', name: 'Jubilee', value: 0.5 };
      const { id } = await place.machine.create('publicHolidays', day);
      assert.deepEqual(await core(person), [0, 0, null]);
      written(await place.machine.put(`publicHolidays/update/${id}`, { date: '2026-06-16' }));
      assert.deepEqual(await core(person), [5, 1, nine]);
      at('2026-06-16 10:00:00');
      assert.deepEqual(await core(person), [0, 0, null]);
      assert.equal((await place.machine.delete(`publicHolidays/delete/${id}`)).status, 200);
      assert.deepEqual(await core(person), [5, 1, nine]);
    });

    test('is suspended by absences, and shortened by absences in hours', async () => {
      at('2026-06-17 09:30:00');
      const type = await place.machine.create('absenceTypes', {
        name_const: 'Errand',
        abbreviation_const: 'E',
        duration_unit: 'hs',
      });
      const hours = { type_id: type['absence_type_id'], subtype_id: type['absence_subtype_id'] };
      const excuses: readonly (readonly [string, object, readonly unknown[]])[] = [
        ['vacation', {}, [status.onLeave, 0, null]],
        ['halfday', { request_partial_begin_duration: 0.5 }, [status.onLeave, 0, null]],
        ['homeoffice', { type_id: 3, subtype_id: 12 }, [status.offline, 0, null]],
        ['morning', { ...hours, begin: '08:00:00', duration: 2 }, [status.onLeave, 0, '10:00:00']],
        ['afternoon', { ...hours, begin: '14:00:00', duration: 2 }, [status.missesCoreTime, 1, nine]],
      ];
      const people = new Map<string, number>();
      for (const [name, more, expected] of excuses) {
        const person = await worker(name);
        people.set(name, person);
        await enter(place.machine, absence(person, '2026-06-17', '2026-06-17', more));
        assert.deepEqual(await core(person), expected, name);
      }
      const morning = people.get('morning') as number;
      at('2026-06-17 10:10:00');
      assert.deepEqual(await core(morning), [status.offline, 0, '10:00:00']);
      at('2026-06-17 10:10:01');
      assert.deepEqual(await core(morning), [status.missesCoreTime, 1, '10:00:00']);
      at('2026-06-17 14:00:00');
      const afternoon = people.get('afternoon') as number;
      assert.deepEqual(await core(afternoon), [status.onLeave, 1, nine]);
    });

    test('follows a calendar that moves to another country', async () => {
      // Midsummer Day in Finland.
      at('2026-06-20 10:00:00');
      const template = await calendar();
      const saturday = await place.machine.create('workSchedules', { name: 'Saturdays' });
      const sixth = (await weekdays(place.machine, saturday['id']))[5]?.['id'];
      const times = { workday: 1, hours: 8, core_time_start: '09:00:00', core_time_end: '15:00:00' };
      written(await place.machine.put(`workScheduleDays/update/${sixth}`, times));
      const person = await hire(place.machine, 'moves', {
        timesheet_template_id: saturday['id'],
        public_holiday_template_id: template,
      });
      assert.deepEqual(await core(person), [0, 0, null]);
      const [austria] = (await place.machine.get('countries/read', { iso_3166: 'AT' })).json['Results'];
      const moved = { country_id: austria.id, iso_3166: 'AT' };
      written(await place.machine.put(`publicHolidayTemplates/update/${template}`, moved));
      assert.deepEqual(await core(person), [5, 1, nine]);
    });

    /** A calendar of a country in which 2026-06-04 is no holiday. */
    async function calendar(): Promise<number> {
      const [country] = (await place.machine.get('countries/read', { iso_3166: 'FI' })).json['Results'];
      return (await place.machine.create('publicHolidayTemplates', { country_id: country.id }))['id'];
    }
  },
  timerOptions,
);

onEveryEngine(
  'core time on a clock change',
  (place) => {
    test('follows the clocks of the person', async () => {
      setClock(place.installation, '2026-10-24 12:00');
      const schedule = (await place.machine.create('workSchedules', { name: 'Sunday' }))['id'] as number;
      const sunday = (await weekdays(place.machine, schedule))[6]?.['id'];
      const times = { core_time_start: '09:00:00', core_time_end: '15:00:00' };
      written(
        await place.machine.put(`workScheduleDays/update/${sunday}`, { workday: 1, hours: 8, ...times }),
      );
      const person = await hire(place.machine, 'sunday', { timesheet_template_id: schedule });
      for (const [moment, ...expected] of [
        ['2026-10-24 21:59:59', 0, 0, null],
        ['2026-10-24 22:00:00', 0, 0, '09:00:00'],
        ['2026-10-25 08:00:00', 0, 0, '09:00:00'],
        ['2026-10-25 08:00:01', 5, 1, '09:00:00'],
        ['2026-10-25 13:59:59', 5, 1, '09:00:00'],
        ['2026-10-25 14:00:00', 0, 1, '09:00:00'],
        ['2026-10-25 22:59:59', 0, 1, '09:00:00'],
        ['2026-10-25 23:00:00', 0, 0, null],
      ]) {
        setClock(place.installation, moment as string);
        const row = await presenceOf(place.machine, person);
        assert.deepEqual([row['status'], row['core_time_violation'], row['core_time_start']], expected);
      }
    });
  },
  { ...timerOptions, startsAt: '2026-10-24T00:00:00Z' },
);
