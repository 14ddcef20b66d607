// The server keeps which schedule, calendar and department a person has on each day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dayCost,
  personDays,
  scheduleOn,
  targetSeconds,
  type PersonDay,
} from '#domain/schedules/person-days.ts';
import { assertRefused, readOne } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { inAccount } from '../support/account-view.ts';
import type { Answer, Envelope } from '../support/client.ts';
import { hire, written } from '../time-tracking/booking.ts';

/** Schedules that every account has. */
const [fullTime, partTime] = [1, 2];

onEveryEngine(
  'schedule, calendar and department by day',
  (place) => {
    const change = (id: number, entity: object): Promise<Answer> =>
      place.machine.put(`users/update/${id}`, entity);
    const on = async (person: number, date: string): Promise<PersonDay> => {
      const day = await inAccount(place.installation, (view) => scheduleOn(view, person, date));
      assert.ok(day !== undefined);
      return day;
    };
    const scheduleIds = async (person: number, dates: readonly string[]): Promise<readonly unknown[]> =>
      Promise.all(dates.map(async (date) => (await on(person, date)).scheduleId));

    test('gives a new person the default schedule, calendar and department for all dates', async () => {
      const person = await hire(place.machine, 'newcomer');
      const row = await readOne(place.machine, 'users', person);
      assert.deepEqual(
        [row['timesheet_template_id'], row['public_holiday_template_id'], row['department_id']],
        [fullTime, 1, 1],
      );
      assert.equal(row['timesheet_template_id_valid_starting_from'], null);
      for (const date of ['1990-01-01', '2026-03-02', '2030-12-31']) {
        const day = await on(person, date);
        assert.deepEqual([day.scheduleId, day.holidayTemplateId, day.departmentId], [fullTime, 1, 1]);
      }
    });

    test('takes workdays, target hours and holidays from the schedule and the calendar', async () => {
      const person = await hire(place.machine, 'regular');
      const days = await inAccount(place.installation, (view) =>
        personDays(view, person, { from: '2026-04-02', to: '2026-04-07' }),
      );
      assert.deepEqual(
        days.map((day) => [day.date, day.workday, targetSeconds(day), dayCost(day)]),
        [
          ['2026-04-02', true, 28_800, 100],
          ['2026-04-03', true, 28_800, 100],
          ['2026-04-04', false, 0, 0],
          ['2026-04-05', false, 0, 0],
          ['2026-04-06', true, 0, 0],
          ['2026-04-07', true, 28_800, 100],
        ],
      );
      assert.equal((await on(person, '2026-04-06')).holiday?.['name'], 'Easter Monday');
      const eve = { template_id: 1, date: '2026-12-24', name: 'Christmas Eve', value: 0.5 };
      await place.machine.create('publicHolidays', eve);
      const half = await on(person, '2026-12-24');
      assert.deepEqual([targetSeconds(half), dayCost(half)], [14_400, 50]);
    });

    test('applies a new schedule without a date from today in the time zone of the person', async () => {
      const person = await hire(place.machine, 'mover', { timezone: 'Pacific/Auckland' });
      const row = written(await change(person, { timesheet_template_id: partTime }));
      // 2026-03-02 12:30 UTC is 3 March in Auckland.
      assert.equal(row['timesheet_template_id_valid_starting_from'], '2026-03-03');
      assert.deepEqual(await scheduleIds(person, ['2020-01-01', '2026-03-02', '2026-03-03', '2028-01-01']), [
        fullTime,
        fullTime,
        partTime,
        partTime,
      ]);
    });

    test('keeps earlier days when a new schedule starts before or after the newest one', async () => {
      const person = await hire(place.machine, 'planner');
      const from = (date: string, schedule: number): Promise<Answer> =>
        change(person, { timesheet_template_id: schedule, timesheet_template_id_valid_starting_from: date });
      written(await from('2026-07-01', partTime));
      assert.deepEqual(await scheduleIds(person, ['2026-06-30', '2026-07-01']), [fullTime, partTime]);
      written(await from('2027-01-01', fullTime));
      assert.deepEqual(await scheduleIds(person, ['2026-06-30', '2026-12-31', '2027-01-01']), [
        fullTime,
        partTime,
        fullTime,
      ]);
      written(await from('2026-09-01', fullTime));
      assert.deepEqual(await scheduleIds(person, ['2026-06-30', '2026-08-31', '2026-09-01']), [
        fullTime,
        partTime,
        fullTime,
      ]);
    });

    test('moves the start of the current schedule when only a date is written', async () => {
      const person = await hire(place.machine, 'corrected');
      await change(person, {
        timesheet_template_id: partTime,
        timesheet_template_id_valid_starting_from: '2026-02-01',
      });
      written(await change(person, { timesheet_template_id_valid_starting_from: '2026-02-15' }));
      assert.deepEqual(await scheduleIds(person, ['2026-02-14', '2026-02-15']), [fullTime, partTime]);
      written(await change(person, { timesheet_template_id_valid_starting_from: '2026-01-15' }));
      assert.deepEqual(await scheduleIds(person, ['2026-01-14', '2026-01-15']), [fullTime, partTime]);
      const emptied = written(await change(person, { timesheet_template_id_valid_starting_from: '' }));
      assert.equal(emptied['timesheet_template_id_valid_starting_from'], '2026-01-15');
    });

    test('keeps the start of the schedule when other fields change or it stays the same', async () => {
      const person = await hire(place.machine, 'steady');
      await change(person, { timesheet_template_id: partTime });
      const row = written(await change(person, { phone: '1', timesheet_template_id: partTime }));
      assert.equal(row['timesheet_template_id_valid_starting_from'], '2026-03-02');
      assert.deepEqual(await scheduleIds(person, ['2026-03-01', '2026-03-02']), [fullTime, partTime]);
    });

    test('applies the default schedule from today when the schedule is emptied', async () => {
      const person = await hire(place.machine, 'returner', { timesheet_template_id: partTime });
      assert.equal(
        written(await change(person, { timesheet_template_id: '' }))['timesheet_template_id'],
        fullTime,
      );
      assert.deepEqual(await scheduleIds(person, ['2026-03-01', '2026-03-02']), [partTime, fullTime]);
    });

    test('leaves days before the first schedule without one when creation names a date', async () => {
      const person = await hire(place.machine, 'starter', {
        timesheet_template_id: partTime,
        timesheet_template_id_valid_starting_from: '2026-02-02',
      });
      assert.deepEqual(await scheduleIds(person, ['2026-02-01', '2026-02-02']), [null, partTime]);
      const before = await on(person, '2026-01-30');
      assert.deepEqual([before.workday, before.hours, before.weekday], [false, 0, null]);
    });

    test('applies a new department and calendar from their own start dates', async () => {
      const { id: department } = await place.machine.create('departments', { department_name: 'North' });
      const { id: calendar } = await place.machine.create('publicHolidayTemplates', {
        country_id: 276,
        iso_3166: 'DE-BY',
      });
      const person = await hire(place.machine, 'commuter');
      written(
        await change(person, {
          department_id: department,
          department_id_valid_from: '2026-05-01',
          public_holiday_template_id: calendar,
          public_holiday_template_id_valid_from: '2026-10-01',
        }),
      );
      const departments = [await on(person, '2026-04-30'), await on(person, '2026-05-01')];
      assert.deepEqual(
        departments.map(({ departmentId }) => departmentId),
        [1, department],
      );
      const holidays = async (date: string): Promise<boolean> => (await on(person, date)).holiday !== null;
      // Assumption Day is one in Austria only, Unity Day in Germany, the National Day of Austria no more by then.
      assert.deepEqual(
        [await holidays('2026-08-15'), await holidays('2026-10-03'), await holidays('2026-10-26')],
        [true, true, false],
      );
      await change(person, { department_id: 1 });
      await place.machine.delete(`departments/delete/${department}`);
      assert.equal((await on(person, '2026-05-01')).departmentId, 1);
    });

    test('keeps a deleted department for the days on which the person was in it', async () => {
      const { id } = await place.machine.create('departments', { department_name: 'Gone' });
      const person = await hire(place.machine, 'left', { department_id: id });
      await change(person, { department_id: 1 });
      assert.equal((await on(person, '2026-03-01')).departmentId, id);
      assert.equal((await place.machine.delete(`departments/delete/${id}`)).status, 200);
      assert.equal((await on(person, '2026-03-01')).departmentId, id);
      assert.equal((await on(person, '2026-03-02')).departmentId, 1);
    });

    test('counts no target time before the entry date or after the exit date', async () => {
      const person = await hire(place.machine, 'temporary', {
        entry_date: '2026-02-03',
        exit_date: '2026-02-05',
      });
      const days = await inAccount(place.installation, (view) =>
        personDays(view, person, { from: '2026-02-02', to: '2026-02-06' }),
      );
      assert.deepEqual(
        days.map((day) => [day.employed, targetSeconds(day)]),
        [
          [false, 0],
          [true, 28_800],
          [true, 28_800],
          [true, 28_800],
          [false, 0],
        ],
      );
    });

    test('gives a new person the calendar of the schedule unless the request names one', async () => {
      const { id: calendar } = await place.machine.create('publicHolidayTemplates', { country_id: 276 });
      const schedule: Envelope = await place.machine.create('workSchedules', {
        name: 'Germany',
        public_holiday_template_id: calendar,
      });
      const person = await hire(place.machine, 'abroad', { timesheet_template_id: schedule['id'] });
      assert.equal((await readOne(place.machine, 'users', person))['public_holiday_template_id'], calendar);
      const own = await hire(place.machine, 'abroad too', {
        timesheet_template_id: schedule['id'],
        public_holiday_template_id: 1,
      });
      assert.equal((await readOne(place.machine, 'users', own))['public_holiday_template_id'], 1);
    });

    test('refuses an unknown schedule or calendar', async () => {
      const person = await hire(place.machine, 'mistaken');
      for (const field of ['timesheet_template_id', 'public_holiday_template_id'])
        assertRefused(await change(person, { [field]: 999 }), {
          status: 422,
          code: 'unknown_reference',
          field,
        });
    });

    test('hides the history from all reads and deletes it with its person', async () => {
      const person = await hire(place.machine, 'short');
      await change(person, { timesheet_template_id: partTime });
      const rows = () =>
        inAccount(place.installation, (view) =>
          view.find('personHistory', [{ column: 'user_id', is: '=', value: person }]),
        );
      assert.equal((await rows()).length, 4);
      for (const path of ['personHistory/read', 'personhistory/read', 'personHistory/create'])
        assert.equal((await place.machine.get(path)).status, 404, path);
      const delta = await place.machine.get('deltaSync/read');
      assert.ok(!('personHistory' in delta.json['Results']));
      const included = await place.machine.get('fetchData/read', { _include: 'personHistory' });
      assertRefused(included, { status: 422, code: 'invalid_value', field: '_include' });
      assert.equal((await place.machine.delete(`users/delete/${person}`)).status, 200);
      assert.deepEqual(await rows(), []);
    });
  },
  { startsAt: '2026-03-02T12:30:00Z' },
);
