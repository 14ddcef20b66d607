// The resource `absenceDays`: days of absences and public holidays of each person, and how they follow changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extendCalendars } from '#accounts/extend-calendars.ts';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { inAccount } from '../support/account-view.ts';
import type { Envelope } from '../support/client.ts';
import {
  absence,
  certifiedSickLeave,
  dayRows,
  enter,
  holiday,
  reduction,
  sickLeave,
  specialLeave,
} from './absence.ts';
import { setSetting } from '../holidays/holidays.ts';
import { hire, written } from '../time-tracking/booking.ts';

onEveryEngine(
  'absence days',
  (place) => {
    let serial = 0;
    const hireOne = (more: object = {}): Promise<number> =>
      hire(place.machine, `person.${(serial += 1)}`, more);
    const holidaysOf = async (person: number, from: string, to: string): Promise<readonly string[]> => {
      const rows = await dayRows(place.machine, {
        user_id: person,
        type: 'public_holiday',
        date: `${from}|${to}`,
        _op__date: 'betw',
      });
      return rows.map((row) => row['date']);
    };
    const countryId = async (iso_3166: string): Promise<number> =>
      written(await place.machine.get('countries/read', { iso_3166 }))['id'];

    test('shows the kind of each absence: both 3/11 and 4/0 are sick_leave', async () => {
      const person = await hireOne();
      const kinds: string[] = [];
      for (const [index, type] of [
        holiday,
        reduction,
        specialLeave,
        sickLeave,
        certifiedSickLeave,
      ].entries()) {
        const date = `2027-06-${String(7 + index).padStart(2, '0')}`;
        const row = await enter(place.machine, absence(person, date, date, type));
        const [day] = await dayRows(place.machine, { request_id: row['id'] });
        kinds.push(day?.['type']);
        assert.deepEqual([day?.['type_id'], day?.['subtype_id']], [type.type_id, type.subtype_id]);
        assert.equal('other_paid_leave_id' in (day ?? {}), false);
      }
      assert.deepEqual(kinds, [
        'holiday',
        'overtime_reduction',
        'other_paid_leave',
        'sick_leave',
        'sick_leave',
      ]);
    });

    test('keeps whether its type counted as work when the day was counted last', async () => {
      const { machine, installation } = place;
      const names = { name_const: 'Training', abbreviation_const: 'T', add_to_working_hours: 1 };
      const type = await machine.create('absenceTypes', names);
      const numbers = { type_id: type['absence_type_id'], subtype_id: type['absence_subtype_id'] };
      const count = async (add_to_working_hours: 0 | 1): Promise<unknown> =>
        written(await machine.put(`absenceTypes/update/${type['id']}`, { add_to_working_hours }));
      const person = await hireOne();
      const ask = (date: string): Promise<Envelope> => enter(machine, absence(person, date, date, numbers));
      const marks = (): Promise<readonly unknown[]> =>
        inAccount(installation, (view) => {
          const days = view.find('absenceDays', [
            { column: 'user_id', is: '=', value: person },
            { column: 'request_id', is: 'not null' },
          ]);
          return days.map((day) => day['counts_as_work']);
        });
      const [first, second] = [await ask('2027-06-07'), await ask('2027-06-08')];
      await count(0);
      await ask('2027-06-09');
      assert.deepEqual(await marks(), [1, 1, 0]);
      written(await machine.put(`absences/update/${first['id']}`, { request_comment: 'Moved' }));
      assert.deepEqual(await marks(), [1, 1, 0], 'what is said about it counts nothing anew');
      const [day] = await dayRows(machine, { request_id: first['id'] });
      assert.equal(day?.['comment'], 'Moved');
      const half = { template_id: 1, date: '2027-06-07', name: 'Half', value: 0.5 };
      const festival = await machine.create('publicHolidays', half);
      assert.deepEqual(await marks(), [0, 1, 0], 'counted again');
      written(await machine.put('absences/cancel', { id: second['id'] }));
      assert.deepEqual(await marks(), [0, 1, 0], 'cancelled: it keeps what it would have been');
      await machine.delete(`publicHolidays/delete/${festival['id']}`);
      const holidays = await inAccount(installation, (view) =>
        view.find('absenceDays', [{ column: 'type', is: '=', value: 'public_holiday' }]),
      );
      assert.deepEqual([...new Set(holidays.map((row) => row['counts_as_work']))], [0]);
    });

    test('adds public holidays of all filled calendar years for a new user', async () => {
      const person = await hireOne();
      const { json } = await place.machine.get('publicHolidays/read', { template_id: 1, _limit: 10_000 });
      const expected = json['Results'].map((row: Envelope) => row['date']).sort();
      assert.deepEqual(await holidaysOf(person, '0001-01-01', '9999-12-31'), expected);
      assert.ok(expected.includes('2025-01-01') && expected.includes('2028-12-26'));
      const [newYear] = await dayRows(place.machine, { user_id: person, date: '2027-01-01' });
      const { id, updated, ...rest } = newYear ?? {};
      assert.ok(id > 0 && updated !== null);
      assert.deepEqual(rest, {
        user_id: person,
        user_department_id: 1,
        user_role_id: null,
        date: '2027-01-01',
        type: 'public_holiday',
        value: 1,
        value_unit: 'd',
        request_id: null,
        status: 1,
        comment: "New Year's Day",
        begin: null,
        subtype_id: null,
        type_id: null,
        subtype: null,
      });
    });

    test('adds public holidays for the administrator of a new account', async () => {
      assert.ok((await holidaysOf(1, '2027-01-01', '2027-12-31')).length > 10);
    });

    test('adds public holidays from entry to exit and follows changes of both dates', async () => {
      const person = await hireOne({ entry_date: '2027-05-01', exit_date: '2027-10-26' });
      const all = (): Promise<readonly string[]> => holidaysOf(person, '0001-01-01', '9999-12-31');
      const dates = await all();
      assert.deepEqual([dates[0], dates.at(-1)], ['2027-05-01', '2027-10-26']);
      written(await place.machine.put(`users/update/${person}`, { entry_date: '2027-05-02', exit_date: '' }));
      const later = await all();
      assert.equal(later[0], '2027-05-06');
      assert.match(later.at(-1) ?? '', /-12-26$/);
    });

    test('follows public holidays that are added, changed and deleted', async () => {
      const person = await hireOne();
      const july = (): Promise<readonly Envelope[]> =>
        dayRows(place.machine, { user_id: person, date: '2027-07-01|2027-07-31', _op__date: 'betw' });
      const since = (await place.machine.get('serverTime/read')).json['RequestStartTime'];
      const day = { template_id: 1, date: '2027-07-07', name: 'Festival', value: 0.5 };
      const festival = await place.machine.create('publicHolidays', day);
      const shown = async (): Promise<readonly unknown[]> =>
        (await july()).map(({ date, value, comment }) => [date, value, comment]);
      assert.deepEqual(await shown(), [['2027-07-07', 0.5, 'Festival']]);
      const [before] = await july();
      written(
        await place.machine.put(`publicHolidays/update/${festival['id']}`, { name: 'Carnival', value: 1 }),
      );
      assert.deepEqual(await shown(), [['2027-07-07', 1, 'Carnival']]);
      written(await place.machine.put(`publicHolidays/update/${festival['id']}`, { date: '2027-07-08' }));
      assert.deepEqual(await shown(), [['2027-07-08', 1, 'Carnival']]);
      assert.equal((await place.machine.delete(`publicHolidays/delete/${festival['id']}`)).status, 200);
      assert.deepEqual(await shown(), []);
      const delta = await place.machine.get('absenceDays/read', { _since: since, _fetch_deleted: 1 });
      const gone = delta.json['Deleted'].map((row: Envelope) => row['id']);
      assert.ok(gone.includes(before?.['id']), 'delta sync tells of days that are gone');
    });

    test('follows a new calendar from its date on, and a calendar to its new country', async () => {
      const person = await hireOne();
      const germany = await place.machine.create('publicHolidayTemplates', {
        country_id: await countryId('DE'),
      });
      written(
        await place.machine.put(`users/update/${person}`, {
          public_holiday_template_id: germany['id'],
          public_holiday_template_id_valid_from: '2027-07-01',
        }),
      );
      const around = await holidaysOf(person, '2027-05-01', '2027-12-31');
      assert.ok(around.includes('2027-05-27'), 'Corpus Christi in Austria, before the change');
      assert.ok(around.includes('2027-10-03'), 'Unity in Germany, after it');
      assert.ok(
        !around.includes('2027-10-26') && !around.includes('2027-12-08'),
        'not those of Austria any more',
      );
      written(
        await place.machine.put(`publicHolidayTemplates/update/${germany['id']}`, {
          country_id: await countryId('CH'),
          iso_3166: 'CH',
        }),
      );
      const moved = await holidaysOf(person, '2027-07-01', '2027-12-31');
      assert.ok(moved.includes('2027-08-01'), 'National Day of Switzerland');
      assert.ok(!moved.includes('2027-10-03'));
    });

    test('shows the department of the person on the day', async () => {
      const person = await hireOne();
      const other = (await place.machine.create('departments', { department_name: 'Other' }))['id'];
      written(
        await place.machine.put(`users/update/${person}`, {
          department_id: other,
          department_id_valid_from: '2027-07-01',
        }),
      );
      const departmentOn = async (date: string): Promise<number> =>
        (await dayRows(place.machine, { user_id: person, date }))[0]?.['user_department_id'];
      assert.deepEqual([await departmentOn('2027-05-01'), await departmentOn('2027-10-26')], [1, other]);
    });

    test('deletes public holidays with their user', async () => {
      const person = await hireOne();
      const [day] = await dayRows(place.machine, { user_id: person, date: '2027-01-01' });
      const since = (await place.machine.get('serverTime/read')).json['RequestStartTime'];
      assert.equal((await place.machine.delete(`users/delete/${person}`)).status, 200);
      assert.deepEqual(await dayRows(place.machine, { user_id: person }), []);
      const delta = await place.machine.get('absenceDays/read', { _since: since, _fetch_deleted: 1 });
      assert.ok(delta.json['Deleted'].some((row: Envelope) => row['id'] === day?.['id']));
    });

    test('shows days to their person, to colleagues by setting, and refuses writes', async () => {
      await setSetting(place.machine, 'team_sees_absences', 'none');
      const [owner, colleague] = [await hireOne(), await hireOne()];
      const own = await place.account.login(`person.${serial - 1}`);
      const other = await place.account.login(`person.${serial}`);
      assert.equal(typeof colleague, 'number');
      await enter(place.machine, absence(owner, '2027-06-09'));
      const asked = { user_id: owner, date: '2027-06-09' };
      assert.equal((await dayRows(own, asked)).length, 1);
      assert.deepEqual(await dayRows(other, asked), []);
      await setSetting(place.machine, 'team_sees_absences', 'department');
      assert.equal((await dayRows(other, asked)).length, 1);
      for (const action of ['create', 'update', 'delete']) {
        assertRefused(await place.machine.post(`absenceDays/${action}`, {}), {
          status: 404,
          code: 'unknown_address',
        });
      }
      const { json } = await place.machine.get('absenseDays/read', asked);
      assert.equal(json['ResourceName'], 'absenceDays');
      assertRefused(await place.machine.get('absenceDays/read', { other_paid_leave_id: 1 }), {
        status: 422,
        code: 'unknown_parameter',
      });
    });

    // The clock does not go back for what is stored: this comes last.
    test('adds public holidays of a new year with the calendars', async () => {
      const person = await hireOne();
      const { clock, app } = place.installation;
      const { shift } = clock;
      const of2029 = (): Promise<readonly string[]> => holidaysOf(person, '2029-01-01', '2029-12-31');
      assert.deepEqual(await of2029(), []);
      try {
        clock.shift += 365 * 86_400_000;
        await extendCalendars(app.engine);
      } finally {
        clock.shift = shift;
      }
      assert.ok((await of2029()).length > 10);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
