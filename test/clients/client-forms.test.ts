// Fields, parameters and bodies that client 2.110.0 sends and no older one did.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, rowOf, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { password } from '../support/installation.ts';
import type { Client } from '../support/client.ts';
import { assertRebuilt, dayOf } from '../timesheets/timesheets.ts';
import { foundDepartment, type LedPeople } from '../people/led-people.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';

// 2026-11-20 is a Friday.
onEveryEngine(
  'forms of client 2.110.0',
  (place) => {
    let people: LedPeople;
    let serial = 0;
    before(async () => {
      people = await foundDepartment(place);
    });
    const person = (fields: object = {}) => ({
      username: `form.${(serial += 1)}`,
      firstname: 'Form',
      lastname: 'Person',
      password,
      ...fields,
    });
    const create = async (fields: object) => rowOf(await place.machine.post('users/create', person(fields)));

    test('creates a person whose department, calendar and schedule begin on a date', async () => {
      const dates = {
        department_id_valid_from: '2026-03-01',
        public_holiday_template_id_valid_from: '2026-04-01',
        timesheet_template_id_valid_starting_from: '2026-05-01',
        automatic_break_template_valid_starting_from: '2026-06-01',
        overtime__all_inc_ov_hours_per_cycle_valid_starting_from: '2026-07-01',
      };
      const ids = { department_id: people.north, timesheet_template_id: 2, role_id: 3 };
      const row = await create({ ...ids, ...dates, entry_date: '2026-01-01' });
      for (const [name, value] of Object.entries({ ...ids, ...dates })) assert.equal(row[name], value, name);
      const day = async (date: string) => (await dayOf(place.machine, row['id'], date))['department_id'];
      assert.deepEqual([await day('2026-02-28'), await day('2026-03-01')], [null, people.north]);
    });

    test('leaves people of a batch without a password and without a login', async () => {
      const { password: _none, ...first } = person();
      const answer = await place.machine.post('users/create', [first, person()]);
      assert.equal(answer.json['Success'], true, answer.text);
      await assert.rejects(place.account.login(first.username));
      assertRefused(await place.machine.post('users/create', first), {
        status: 400,
        code: 'missing_parameter',
        field: 'password',
      });
    });

    test('tells the rules of passwords without a password', async () => {
      const guided = rowOf(await place.machine.post('users/validatePassword', { passwordGuidance: true }));
      assert.equal(guided['password_valid'], null);
      assert.match(guided['guidance'] as string, /at least \d+ characters/);
      const judge = async (sent: string) =>
        rowOf(await place.machine.post('users/validatePassword', { password: sent }))['password_valid'];
      assert.deepEqual([await judge('short'), await judge('a long enough phrase 7')], [0, 1]);
      assertRefused(await place.machine.post('users/validatePassword', {}), {
        status: 400,
        code: 'missing_parameter',
        field: 'password',
      });
    });

    test('sets roles and preferences that are listed in data', async () => {
      const { id, client } = await people.hireNext();
      for (const data of ['2,5', '[2,5]', [5, '2']])
        assert.deepEqual(
          rowsOf(await place.machine.post('userRoles/set', { user_id: id, data })).map((row) => row['id']),
          [2, 5],
        );
      assertRefused(await place.machine.post('userRoles/set', { user_id: id, data: [{ x: 1 }] }), {
        status: 422,
        code: 'invalid_value',
        field: 'data',
      });
      const list = [
        { name: 'appearance', value: 'dark' },
        { name: 'columns', value: ['a', 'b'] },
      ];
      const set = rowsOf(await client.post('userPreferences/set', { data: list }));
      assert.deepEqual(
        set.map(({ name, value }) => [name, value]),
        [
          ['appearance', 'dark'],
          ['columns', '["a","b"]'],
        ],
      );
      const updated = rowOf(
        await client.put('userPreferences/update', { name: 'appearance', value: 'light' }),
      );
      assert.deepEqual([updated['id'], updated['value']], [set[0]?.['id'], 'light']);
      assertRefused(await client.post('userPreferences/set', { data: 'x' }), {
        status: 422,
        code: 'invalid_value',
        field: 'data',
      });
    });

    test('copies a schedule with its days and slots', async () => {
      const { machine } = place;
      const original = await machine.create('workSchedules', {
        name: 'Early',
        law_limit_daily_hours: 9,
        minijobber_deduction_cycle: 'm',
      });
      const days = async (schedule: unknown) =>
        rowsOf(await machine.get('workScheduleDays/read', { timesheet_template_id: Number(schedule) }));
      const [monday] = await days(original['id']);
      written(await machine.put(`workScheduleDays/update/${monday?.['id']}`, { hours: 6.5 }));
      const slot = {
        timesheet_template_id: original['id'],
        weekday_id: 1,
        start: '06:00:00',
        end: '12:30:00',
      };
      await machine.create('workScheduleDayDefinitions', slot);
      const copy = rowOf(await machine.post('workSchedules/copy', { id: original['id'] }));
      assert.deepEqual(
        [copy['name'], copy['law_limit_daily_hours'], copy['minijobber_deduction_cycle'], copy['status']],
        ['Early (copy)', 9, 'm', 1],
      );
      const hours = (await days(copy['id'])).map((day) => day['hours']);
      assert.deepEqual(hours, [6.5, 8, 8, 8, 8, 0, 0]);
      const slots = await machine.get('workScheduleDayDefinitions/read', {
        timesheet_template_id: copy['id'] as number,
      });
      assert.deepEqual(
        rowsOf(slots).map(({ start, end }) => [start, end]),
        [['06:00:00', '12:30:00']],
      );
    });

    test('asks for the weekly rest that the schedule says', async () => {
      const { machine } = place;
      const schedule = await machine.create('workSchedules', {
        name: 'Rested',
        law_rest_period_minimum_weekly_hours: 48,
      });
      const id = await hire(machine, 'rested.longer', {
        entry_date: '2026-06-01',
        timesheet_template_id: schedule['id'] as number,
      });
      for (const day of ['01', '02', '03', '04', '05', '06'])
        await machine.create(
          'timeTrackings',
          booking(id, { start: `2026-06-${day} 08:00`, end: `2026-06-${day} 18:00` }),
        );
      await machine.create(
        'timeTrackings',
        booking(id, { start: '2026-06-08 17:59', end: '2026-06-08 20:00' }),
      );
      assert.equal((await dayOf(machine, id, '2026-06-07'))['rest_period_weekly_violation'], 1);
      await assertRebuilt(place, id);
    });

    test('makes an ordinary day of a public holiday that is not active', async () => {
      const { machine } = place;
      const id = await hire(machine, 'holiday.off', { entry_date: '2026-01-01' });
      const template = rowOf(await machine.get(`users/read/${id}`))['public_holiday_template_id'] as number;
      const holiday = await machine.create('publicHolidays', {
        template_id: template,
        date: '2026-11-18',
        name: 'Fair',
      });
      const target = async () => (await dayOf(machine, id, '2026-11-18'))['target_working_hours'];
      assert.equal(await target(), 0);
      written(await machine.put(`publicHolidays/update/${holiday['id']}`, { active: 0 }));
      assert.equal(await target(), 8);
      await assertRebuilt(place, id);
      const calendar = rowOf(
        await machine.put(`publicHolidayTemplates/update/${template}`, { source_id: 17 }),
      );
      assert.equal(calendar['source_id'], 17);
    });

    test('takes the unit of an absence as its type counts it', async () => {
      const { id } = await people.hireNext();
      const absence = { user_id: id, type_id: 1, from_date: '2026-12-01', to_date: '2026-12-01' };
      assertRefused(
        await place.machine.post('absences/create', { ...absence, request_duration_entity: 'h' }),
        {
          status: 422,
          code: 'invalid_value',
          field: 'request_duration_entity',
        },
      );
      const row = rowOf(
        await place.machine.post('absences/create', { ...absence, request_duration_entity: 'd' }),
      );
      assert.equal(row['request_duration_entity'], 'd');
    });

    test('keeps a first approval with name and moment, which freezes nothing', async () => {
      const { id, client } = await people.hireNext({ entry_date: '2026-11-01' });
      const day = { user_id: id, date: '2026-11-17' };
      const { boss, hanna } = people;
      const approve = (who: Client, level: object) =>
        who.put('timesheetAccountings/approve', { ...day, ...level });
      const take = (who: Client, level: object) =>
        who.put('timesheetAccountings/unapprove', { ...day, ...level });
      const first = rowOf(await approve(boss.client, { approved_by_user_1: 1 }));
      const levels = (row: Readonly<Record<string, unknown>>) =>
        ['approved_by_user', 'approved_by_user_1', 'approved_by_admin'].map((name) => row[name]);
      assert.deepEqual(levels(first), [0, 1, 0]);
      assert.equal(first['approved_by_user_1_id'], boss.id);
      assert.match(first['approved_by_user_1_at'] as string, /^2026-/);
      const times = { start: '2026-11-17 08:00', end: '2026-11-17 12:00' };
      written(await place.machine.post('timeTrackings/create', booking(id, times)));
      for (const level of ['approved_by_user_1', 'approved_by_admin'])
        assertRefused(await approve(client, { [level]: 1 }), {
          status: 401,
          code: 'field_not_allowed',
          field: level,
        });
      assertRefused(await approve(boss.client, { approved_by_user: 1 }), {
        status: 401,
        code: 'field_not_allowed',
      });
      assertRefused(await approve(boss.client, { approved_by_admin: 0 }), {
        status: 422,
        code: 'invalid_value',
      });
      assertRefused(await take(hanna.client, { approved_by_user_1: 1 }), {
        status: 401,
        code: 'not_allowed',
      });
      const company = rowOf(await approve(boss.client, { approved_by_admin: 1 }));
      assert.deepEqual([...levels(company), company['approved_by_admin_id']], [0, 1, 1, boss.id]);
      const back = rowOf(await take(boss.client, {}));
      assert.deepEqual(
        [...levels(back), back['approved_by_user_1_id'], back['approved_by_admin_at']],
        [0, 0, 0, null, null],
      );
    });

    test('keeps models of breaks and own fields with their children', async () => {
      const { machine } = place;
      const model = await machine.create('automaticBreakTemplates', {
        templateName: 'Swiss',
        dryRun: 1,
        nestedEntities: {
          automaticBreakTemplateSteps: [
            { after_minutes: 330, break_minutes: 15 },
            { after_minutes: 420, break_minutes: 30 },
          ],
        },
      });
      const steps = await machine.get('automaticBreakTemplateSteps/read', {
        template_id: model['id'] as number,
      });
      assert.deepEqual(
        rowsOf(steps).map((step) => step['after_minutes']),
        [330, 420],
      );
      const own = await machine.create('userDefinedFieldDefinitions', {
        entity: 'timeTrackings',
        fieldname: 'Colour',
        fieldtype: 'combo',
        column_name: 't_iv_1',
      });
      const option = { field_id: own['id'], field_option_value: 'Red', sort_order: 1 };
      await machine.create('userDefinedFieldDefinitionOptions', option);
      const anna = await people.hireNext();
      const read = await anna.client.get('userDefinedFieldDefinitionOptions/read');
      assert.deepEqual(
        rowsOf(read).map((row) => row['field_option_value']),
        ['Red'],
      );
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
