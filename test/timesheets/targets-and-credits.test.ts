// The target of a day, credits of absences, kinds of time, and legal limits.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import {
  absence,
  certifiedSickLeave,
  holiday,
  homeOffice,
  reduction,
  sickLeave,
  specialLeave,
} from '../absences/absence.ts';
import { assertRebuilt, dayOf, liftOvertimeLimits } from './timesheets.ts';
import { assertPart, booking, hire, pause, written } from '../time-tracking/booking.ts';

// 2026-06-01 is a Monday; Corpus Christi is Thursday the 4th.
onEveryEngine(
  'target and credits of a day',
  (place) => {
    let anna = 0;
    let serial = 0;
    const joins = async (more: object = {}): Promise<number> =>
      hire(place.machine, `numbered.${(serial += 1)}`, { entry_date: '2026-05-01', ...more });
    beforeEach(async () => {
      anna = await joins();
      await liftOvertimeLimits(place.machine);
    });
    const book = (start: string, end: string, more: object = {}): Promise<Envelope> =>
      place.machine.create('timeTrackings', { ...booking(anna, { start, end }), ...more });
    const takeOff = (type: object, date: string, more: object = {}): Promise<Envelope> =>
      place.machine.create('absences', absence(anna, date, date, { ...type, ...more }));
    const on = (date: string): Promise<Envelope> => dayOf(place.machine, anna, date);
    const assertDay = async (date: string, part: object): Promise<void> => assertPart(await on(date), part);

    test('sets the target by schedule less public holidays, and none outside employment', async () => {
      await place.machine.create('publicHolidays', {
        template_id: 1,
        date: '2026-06-19',
        name: 'Half',
        value: 0.5,
      });
      anna = await joins({
        entry_date: '2026-06-03',
        exit_date: '2026-06-23',
        payroll_accounting_starts_at: '2026-06-01',
      });
      const targets = {
        '06-02': 0,
        '06-03': 8,
        '06-04': 0,
        '06-05': 8,
        '06-06': 0,
        '06-07': 0,
        '06-19': 4,
        '06-23': 8,
      };
      for (const [date, target] of Object.entries(targets))
        await assertDay(`2026-${date}`, {
          target_working_hours: target,
          working_time_daily_balance: -target || 0,
        });
      await assertDay('2026-06-04', { public_holiday: 1, workday: 1 });
      await assertDay('2026-06-06', { public_holiday: 0, workday: 0 });
      await assertDay('2026-06-19', { public_holiday: 0.5 });
      await assertRebuilt(place, anna);
    });

    test('reduces the target by an absence and credits it by kind', async () => {
      const half = { request_partial_begin_duration: 0.5 };
      await takeOff(holiday, '2026-06-08');
      await takeOff(holiday, '2026-06-09', half);
      await takeOff(sickLeave, '2026-06-10');
      await takeOff(certifiedSickLeave, '2026-06-11', half);
      await takeOff(specialLeave, '2026-06-12');
      await takeOff(reduction, '2026-06-15');
      await takeOff(reduction, '2026-06-16', half);
      await takeOff(homeOffice, '2026-06-17');
      await takeOff(homeOffice, '2026-06-18', half);
      const none = {
        holiday: 0,
        sick_leave: 0,
        other_paid_leave: 0,
        overtime_reduction: 0,
        paid_nonworking_time: 0,
      };
      const days: Record<string, object> = {
        '06-08': { target_working_hours: 0, holiday: 1, working_time_daily_balance: 0 },
        '06-09': { target_working_hours: 4, holiday: 0.5, working_time_daily_balance: -4 },
        '06-10': { target_working_hours: 0, sick_leave: 1, working_time_daily_balance: 0 },
        '06-11': { target_working_hours: 4, sick_leave: 0.5, working_time_daily_balance: -4 },
        '06-12': {
          target_working_hours: 0,
          other_paid_leave: 1,
          other_paid_leave_id: 13,
          working_time_daily_balance: 0,
        },
        '06-15': { target_working_hours: 0, overtime_reduction: 8, working_time_daily_balance: 0 },
        '06-16': { target_working_hours: 4, overtime_reduction: 4, working_time_daily_balance: -4 },
        // Home office counts as work: the target stays, and is met.
        '06-17': {
          target_working_hours: 8,
          paid_nonworking_time: 8,
          total_working_time: 8,
          working_time_daily_balance: 0,
        },
        '06-18': {
          target_working_hours: 8,
          paid_nonworking_time: 4,
          total_working_time: 4,
          working_time_daily_balance: -4,
        },
      };
      for (const [date, day] of Object.entries(days)) await assertDay(`2026-${date}`, { ...none, ...day });
      await assertRebuilt(place, anna);
    });

    test('counts half a day for a day off on a half public holiday', async () => {
      await place.machine.create('publicHolidays', {
        template_id: 1,
        date: '2026-12-24',
        name: 'Eve',
        value: 0.5,
      });
      await place.machine.create('publicHolidays', {
        template_id: 1,
        date: '2026-12-31',
        name: 'Eve',
        value: 0.5,
      });
      await takeOff(holiday, '2026-12-24');
      await takeOff(holiday, '2026-12-31', { request_partial_begin_duration: 0.5 });
      await assertDay('2026-12-24', { target_working_hours: 0, holiday: 0.5, public_holiday: 0.5 });
      await assertDay('2026-12-31', { target_working_hours: 2, holiday: 0.25, public_holiday: 0.5 });
      await assertRebuilt(place, anna);
    });

    test('reduces the target by hours of absence and shows their share of the day', async () => {
      const { absence_type_id: type_id, absence_subtype_id: subtype_id } = await place.machine.create(
        'absenceTypes',
        {
          name_const: 'Appointment',
          abbreviation_const: 'A',
          duration_unit: 'hs',
        },
      );
      await takeOff({ type_id, subtype_id }, '2026-06-08', { duration: 1.5 });
      await book('2026-06-08 08:00', '2026-06-08 14:30');
      await assertDay('2026-06-08', {
        target_working_hours: 6.5,
        other_paid_leave: 0.19,
        other_paid_leave_id: subtype_id,
        working_time: 6.5,
        working_time_daily_balance: 0,
      });
      await assertRebuilt(place, anna);
    });

    test('counts an absence on approval and drops it on cancellation', async () => {
      const client = await place.account.login(`numbered.${serial}`);
      const { id } = written(await client.post('absences/create', absence(anna, '2026-06-08')));
      await assertDay('2026-06-08', { target_working_hours: 8, holiday: 0 });
      written(await place.machine.put('absences/approve', { id }));
      await assertDay('2026-06-08', { target_working_hours: 0, holiday: 1 });
      await assertRebuilt(place, anna);
      written(await place.machine.put('absences/cancel', { id }));
      await assertDay('2026-06-08', { target_working_hours: 8, holiday: 0 });
      await assertRebuilt(place, anna);
    });

    test('counts time as work, break or paid non-working time by task', async () => {
      const task = async (name: string, flags: object): Promise<number> =>
        (await place.machine.create('tasks', { name, mother_id: 3, ...flags }))['id'];
      const travel = await task('Travel', { is_paid_non_working: 1 });
      const paidPause = await task('Paid pause', { is_nonworking: 1, is_paid_non_working: 1 });
      await book('2026-06-01 07:00', '2026-06-01 07:30', { task_id: pause });
      await book('2026-06-01 08:00', '2026-06-01 12:00');
      await book('2026-06-01 12:00', '2026-06-01 12:30', { task_id: pause });
      await book('2026-06-01 12:30', '2026-06-01 12:45', { task_id: paidPause });
      await book('2026-06-01 12:45', '2026-06-01 15:00');
      await book('2026-06-01 15:00', '2026-06-01 16:30', { task_id: travel });
      await book('2026-06-01 17:00', '2026-06-01 18:00', { task_id: pause });
      // Breaks before the first start and after the last end are none; what is paid counts.
      await assertDay('2026-06-01', {
        begin_time: '08:00:00',
        end_time: '16:30:00',
        working_time: 6.25,
        break: 0.75,
        paid_break: 0.25,
        unpaid_break: 0.5,
        paid_nonworking_time: 1.75,
        total_working_time: 8,
        total_working_time_incl_paid_non_working_time: 8,
        working_time_daily_balance: 0,
      });
      await assertRebuilt(place, anna);
    });

    test('reports too long days and weeks, and too short daily and weekly rest', async () => {
      await book('2026-06-08 08:00', '2026-06-08 18:00');
      await book('2026-06-09 05:00', '2026-06-09 15:00:01');
      await book('2026-06-10 02:00', '2026-06-10 11:00');
      await book('2026-06-10 22:59', '2026-06-10 23:00');
      for (const date of ['2026-06-11', '2026-06-12']) await book(`${date} 10:00`, `${date} 20:00`);
      const told = (date: string) =>
        on(date).then((day) => [
          day['law_limit_daily_hours_violation'],
          day['rest_period_violation'],
          day['law_limit_weekly_hours_violation'],
          day['rest_period_weekly_violation'],
        ]);
      assert.deepEqual(await told('2026-06-08'), [0, 0, 0, 0]);
      assert.deepEqual(await told('2026-06-09'), [1, 0, 0, 0], '10:00:01 of work, 11 h of rest');
      assert.deepEqual(await told('2026-06-10'), [0, 1, 0, 0], '10:59:59 of rest');
      assert.deepEqual(await told('2026-06-11'), [0, 0, 0, 0], '11 h of rest');
      assert.deepEqual(await told('2026-06-12'), [0, 0, 1, 0], '49:01:01 in the week');
      assert.deepEqual(await told('2026-06-14'), [0, 0, 0, 0], '52 h at its end');
      await book('2026-06-13 08:00', '2026-06-13 13:01');
      assert.deepEqual(await told('2026-06-14'), [0, 0, 0, 0], '34:59 at its end, and it goes on');
      await book('2026-06-15 00:00', '2026-06-15 04:00');
      assert.deepEqual(await told('2026-06-14'), [0, 0, 0, 1], '34:59 and no more');
      await assertRebuilt(place, anna);
    });

    test('counts days of 23, 24 and 25 hours in the start time zone of the work', async () => {
      anna = await joins({ entry_date: '2026-03-01' });
      await book('2026-03-28 22:00', '2026-03-29 06:00');
      await book('2026-03-29 22:00', '2026-03-31 00:00');
      await book('2026-10-24 22:00', '2026-10-25 06:00');
      await book('2026-10-25 22:00', '2026-10-27 00:00');
      const worked: Record<string, number> = {
        '03-28': 2,
        '03-29': 7,
        '03-30': 24,
        '10-24': 2,
        '10-25': 9,
        '10-26': 24,
      };
      for (const [date, working_time] of Object.entries(worked))
        await assertDay(`2026-${date}`, { working_time });
      // From New York to Los Angeles in one night: 23:00 to 01:00 are five hours, cut at New York’s midnight.
      const zones = { zone: 'America/New_York', endZone: 'America/Los_Angeles' };
      const flight = booking(anna, { start: '2026-06-01 23:00', end: '2026-06-02 01:00', ...zones });
      await place.machine.create('timeTrackings', flight);
      await assertDay('2026-06-01', { working_time: 1, begin_time: '23:00:00', end_time: '00:00:00' });
      await assertDay('2026-06-02', { working_time: 4, begin_time: '00:00:00', end_time: '04:00:00' });
      await assertRebuilt(place, anna);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
