// The duration of an absence: the days or hours that it takes, and when the server counts them again.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { absence, daysOf, decide, enter, sickLeave, specialLeave } from './absence.ts';
import { hire, written } from '../time-tracking/booking.ts';

onEveryEngine(
  'duration of absences',
  (place) => {
    let person: number;
    let serial = 0;
    /** Hires a new person, so that absences of different tests do not overlap. */
    const hireOne = (more: object = {}): Promise<number> =>
      hire(place.machine, `counted.${(serial += 1)}`, more);
    const count = async (from: string, to: string, more: object = {}): Promise<number> => {
      const row = await enter(place.machine, absence(await hireOne(), from, to, more));
      const days = await daysOf(place.machine, row['id']);
      const sum = days.reduce((total, day) => total + Number(day.split(' ')[1]), 0);
      assert.equal(sum, row['duration'], 'the days add up to the duration');
      return row['duration'];
    };
    const addHoliday = (date: string, value = 1): Promise<Envelope> =>
      place.machine.create('publicHolidays', { template_id: 1, date, name: 'Festival', value });
    const hourly = async (): Promise<object> => {
      const type = await place.machine.create('absenceTypes', {
        name_const: 'Appointment',
        abbreviation_const: 'A',
        duration_unit: 'hs',
      });
      return { type_id: type['absence_type_id'], subtype_id: type['absence_subtype_id'] };
    };

    before(async () => {
      person = await hireOne();
    });

    test('counts 1 day from Friday to Monday with a public holiday on Monday', async () => {
      // Easter Monday 2027 in Austria
      assert.equal(await count('2027-03-26', '2027-03-29'), 1);
    });

    test('counts 3 days from 28 February to 1 March of a leap year', async () => {
      assert.equal(await count('2028-02-28', '2028-03-01'), 3);
    });

    test('counts half a day on 24 December as a half public holiday', async () => {
      await addHoliday('2026-12-24', 0.5);
      assert.equal(await count('2026-12-24', '2026-12-24'), 0.5);
      assert.equal(
        await count('2026-12-24', '2026-12-24', { request_partial_begin_duration: 0.5 }),
        0.25,
        'half of what is left of the day',
      );
    });

    test('counts five days a week across New Year and clock changes', async () => {
      assert.equal(await count('2027-05-31', '2027-06-06'), 5);
      assert.equal(await count('2026-03-23', '2026-04-05'), 10);
      // 25 and 26 December, 1 and 6 January are holidays in Austria.
      assert.equal(await count('2025-12-22', '2026-01-09'), 11);
    });

    test('counts half days at the beginning and at the end, and refuses other parts', async () => {
      const halves = { request_partial_begin_duration: 0.5, request_partial_end_duration: 0.5 };
      assert.equal(await count('2027-06-07', '2027-06-11', halves), 4);
      assert.equal(await count('2027-06-07', '2027-06-11', { request_partial_end_duration: 0.5 }), 4.5);
      assert.equal(await count('2027-06-07', '2027-06-07', { request_partial_end_duration: 0.5 }), 0.5);
      assert.equal(await count('2027-06-07', '2027-06-07', halves), 0.5, 'one date is halved once');
      const whole = { request_partial_begin_duration: 1, request_partial_end_duration: 0 };
      assert.equal(await count('2027-06-07', '2027-06-08', whole), 2);
      for (const part of [0.25, 2, -0.5]) {
        const entity = absence(person, '2027-06-07', '2027-06-08', { request_partial_begin_duration: part });
        const refused = assertRefused(await place.machine.post('absences/create', entity), {
          status: 422,
          code: 'invalid_value',
          field: 'request_partial_begin_duration',
        });
        assert.match(refused['ErrorMessage'], /one of 0, 0.5, 1/);
      }
    });

    test('refuses a duration that does not match and names the right one', async () => {
      const entity = absence(person, '2027-03-26', '2027-03-29', { duration: 4 });
      const refused = assertRefused(await place.machine.post('absences/create', entity), {
        status: 422,
        code: 'invalid_value',
        field: 'duration',
      });
      assert.match(refused['ErrorMessage'], /duration is 4;.* must be 1 days/);
      assert.deepEqual(refused['ErrorExtended'].data, { duration: 1 });
      assert.equal((await enter(place.machine, { ...entity, duration: 1 }))['duration'], 1);
    });

    test('counts no days off or outside employment; refuses absences of days off only', async () => {
      const leaving = await hireOne({ entry_date: '2027-06-08', exit_date: '2027-06-10' });
      assert.equal((await enter(place.machine, absence(leaving, '2027-06-07', '2027-06-13')))['duration'], 3);
      for (const [from, to] of [
        ['2027-06-05', '2027-06-06'],
        ['2027-03-29', '2027-03-29'],
      ] as const) {
        const answer = await place.machine.post('absences/create', absence(await hireOne(), from, to));
        assertRefused(answer, { status: 422, code: 'rule_broken', field: 'from_date' });
      }
    });

    test('accepts sick leave on days off with a duration of 0', async () => {
      const row = await enter(place.machine, absence(await hireOne(), '2027-06-05', '2027-06-06', sickLeave));
      assert.equal(row['duration'], 0);
      assert.deepEqual(await daysOf(place.machine, row['id']), ['2027-06-05 0', '2027-06-06 0']);
    });

    test('counts each day by the work schedule valid on it', async () => {
      const changing = await hireOne();
      const fourDays = await place.machine.create('workSchedules', { name: 'Four days' });
      const { json } = await place.machine.get('workScheduleDays/read', {
        timesheet_template_id: fourDays['id'],
        weekday_id: 5,
      });
      const friday = json['Results'][0].id;
      written(await place.machine.put('workScheduleDays/update', { id: friday, workday: 0, hours: 0 }));
      const row = await enter(place.machine, absence(changing, '2027-06-07', '2027-06-20'));
      assert.equal(row['duration'], 10);
      written(
        await place.machine.put(`users/update/${changing}`, {
          timesheet_template_id: fourDays['id'],
          timesheet_template_id_valid_starting_from: '2027-06-14',
        }),
      );
      const recounted = written(await place.machine.get(`absences/read/${row['id']}`));
      assert.equal(recounted['duration'], 9);
      const days = await daysOf(place.machine, row['id']);
      assert.deepEqual(
        days.filter((day) => day.startsWith('2027-06-11') || day.startsWith('2027-06-18')),
        ['2027-06-11 1'],
      );
      assert.equal(
        (await enter(place.machine, absence(changing, '2027-06-21', '2027-06-27')))['duration'],
        4,
      );
    });

    test('counts half a day on a weekday that the schedule marks as half', async () => {
      const schedule = await place.machine.create('workSchedules', { name: 'Short Fridays' });
      const { json } = await place.machine.get('workScheduleDays/read', {
        timesheet_template_id: schedule['id'],
        weekday_id: 5,
      });
      written(
        await place.machine.put('workScheduleDays/update', { id: json['Results'][0].id, half_holiday: 1 }),
      );
      const half = await hireOne({ timesheet_template_id: schedule['id'] });
      assert.equal((await enter(place.machine, absence(half, '2027-06-07', '2027-06-13')))['duration'], 4.5);
    });

    test('recounts an absence when the entry or exit date changes', async () => {
      const away = await hireOne();
      const row = await enter(place.machine, absence(away, '2027-06-07', '2027-06-11'));
      for (const [change, duration] of [
        [{ entry_date: '2027-06-08' }, 4],
        [{ exit_date: '2027-06-09' }, 2],
        [{ entry_date: '2027-06-01' }, 3],
        [{ exit_date: '' }, 5],
      ] as const) {
        written(await place.machine.put(`users/update/${away}`, change));
        const now = written(await place.machine.get(`absences/read/${row['id']}`));
        assert.equal(now['duration'], duration, JSON.stringify(change));
        assert.equal((await daysOf(place.machine, row['id'])).length, duration);
      }
    });

    test('recounts an absence when a public holiday is added, changed or deleted', async () => {
      const away = await hireOne();
      const row = await enter(place.machine, absence(away, '2027-07-05', '2027-07-09'));
      const durationNow = async (): Promise<number> =>
        written(await place.machine.get(`absences/read/${row['id']}`))['duration'];
      const festival = await addHoliday('2027-07-07');
      assert.equal(await durationNow(), 4);
      assert.deepEqual(await daysOf(place.machine, row['id']), [
        '2027-07-05 1',
        '2027-07-06 1',
        '2027-07-08 1',
        '2027-07-09 1',
      ]);
      written(await place.machine.put(`publicHolidays/update/${festival['id']}`, { value: 0.5 }));
      assert.equal(await durationNow(), 4.5);
      written(await place.machine.put(`publicHolidays/update/${festival['id']}`, { date: '2027-07-10' }));
      assert.equal(await durationNow(), 5);
      written(await place.machine.put(`publicHolidays/update/${festival['id']}`, { date: '2027-07-05' }));
      assert.equal(await durationNow(), 4.5);
      assert.equal((await place.machine.delete(`publicHolidays/delete/${festival['id']}`)).status, 200);
      assert.equal(await durationNow(), 5);
    });

    test('keeps the duration of a cancelled absence when a public holiday is added', async () => {
      const away = await hireOne();
      const row = await enter(place.machine, absence(away, '2027-07-12', '2027-07-16'));
      written(await decide(place.machine, 'cancel', row['id']));
      const festival = await addHoliday('2027-07-14');
      assert.equal(written(await place.machine.get(`absences/read/${row['id']}`))['duration'], 5);
      assert.equal((await daysOf(place.machine, row['id'])).length, 5);
      await place.machine.delete(`publicHolidays/delete/${festival['id']}`);
    });

    test('counts requested hours up to the working time of the day', async () => {
      const appointment = await hourly();
      const away = await hireOne();
      const body = (date: string, more: object): Envelope =>
        absence(away, date, date, { ...appointment, ...more });
      const two = await enter(place.machine, body('2027-06-07', { duration: 2.5, begin: '09:00' }));
      assert.deepEqual([two['duration'], two['duration_unit'], two['begin']], [2.5, 'hs', '09:00:00']);
      assert.deepEqual(await daysOf(place.machine, two['id']), ['2027-06-07 2.5']);
      assert.equal((await enter(place.machine, body('2027-06-08', {})))['duration'], 8);
      const several = absence(away, '2027-06-09', '2027-06-14', appointment);
      assert.equal((await enter(place.machine, several))['duration'], 32);
      for (const duration of [8.01, 0]) {
        const refused = assertRefused(
          await place.machine.post('absences/create', body('2027-06-15', { duration })),
          { status: 422, code: 'invalid_value', field: 'duration' },
        );
        assert.deepEqual(refused['ErrorExtended'].data, { duration: 8 });
      }
      const half = body('2027-06-15', { request_partial_begin_duration: 0.5 });
      assertRefused(await place.machine.post('absences/create', half), {
        status: 422,
        code: 'invalid_value',
        field: 'request_partial_begin_duration',
      });
    });

    test('refuses begin unless the absence is in hours on one date', async () => {
      const appointment = await hourly();
      const away = await hireOne();
      for (const entity of [
        absence(away, '2027-06-07', '2027-06-07', { ...specialLeave, begin: '09:00' }),
        absence(away, '2027-06-07', '2027-06-08', { ...appointment, begin: '09:00' }),
      ]) {
        assertRefused(await place.machine.post('absences/create', entity), {
          status: 422,
          code: 'invalid_value',
          field: 'begin',
        });
      }
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
