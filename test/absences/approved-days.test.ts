// An approved day refuses absences that change its credits, and accepts the others. 2026-11-20 is a Friday.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { assertRefused, readOne } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Envelope } from '../support/client.ts';
import {
  absence,
  daysOf,
  decide,
  enter,
  homeOffice,
  reduction,
  sickLeave,
  specialLeave,
  statusOf,
} from './absence.ts';
import { assertAgreed, assertRebuilt, dayOf, liftOvertimeLimits } from '../timesheets/timesheets.ts';
import { written } from '../time-tracking/booking.ts';
import { assertSettled, daysIn } from '../holidays/holidays.ts';
import { approve, foundDepartment, unapprove, type LedPeople, type Person } from '../people/led-people.ts';

onEveryEngine(
  'absences on approved days',
  (place) => {
    let people: LedPeople;
    let anna: Person;
    let bert: Person;
    let country = 0;
    before(async () => {
      people = await foundDepartment(place);
      await liftOvertimeLimits(place.machine);
      bert = await people.hireNext();
      country = (await readOne(place.machine, 'publicHolidayTemplates', 1))['country_id'];
    });
    beforeEach(async () => {
      anna = await people.hireNext({ entry_date: '2026-01-01', timesheet_holiday_calc_yearly_amount: 25 });
    });
    const create = (client: Person['client'], from: string, to = from, more: object = {}): Promise<Answer> =>
      client.post('absences/create', absence(anna.id, from, to, more));
    const grant = async (from: string, to = from, more: object = {}): Promise<number> =>
      (await enter(people.boss.client, absence(anna.id, from, to, more)))['id'];
    const ask = async (from: string, to = from, more: object = {}): Promise<number> =>
      (await enter(anna.client, absence(anna.id, from, to, more)))['id'];
    const freeze = async (date: string): Promise<void> =>
      void written(await approve(people.boss.client, { user_id: anna.id, date }));
    const reopen = async (date: string): Promise<void> =>
      void written(await unapprove(place.account.administrator, { user_id: anna.id, date }));
    const assertLocked = (answer: Answer, field: string, date = '2026-11-18'): void => {
      const { ErrorExtended } = assertRefused(answer, { status: 422, code: 'locked', field });
      const { resource, user_id, date: day } = ErrorExtended.data;
      assert.deepEqual([resource, user_id, day], ['timesheetAccountings', anna.id, date]);
    };
    const taken = (): Promise<number> =>
      daysIn(place, anna.id, ({ kind }) => kind === 'taken' || kind === 'returned');
    const assertBooks = async (days: number): Promise<void> => {
      assert.equal(0 - (await taken()), days);
      await assertRebuilt(place, anna.id);
      await assertSettled(place, anna.id);
      await assertAgreed(place, anna.id);
    };

    /** Gives the person a calendar of their own, without holidays; answers how one is added to it. */
    const ownCalendar = async (): Promise<(date: string) => Promise<number>> => {
      const { id: template_id } = await place.machine.create('publicHolidayTemplates', {
        template_name: `of ${anna.id}`,
        country_id: country,
      });
      await change({
        public_holiday_template_id: template_id,
        public_holiday_template_id_valid_from: '2026-01-01',
      });
      return async (date) =>
        (await place.machine.create('publicHolidays', { template_id, date, name: 'Festival' }))['id'];
    };
    const change = async (more: object): Promise<void> =>
      void written(await place.machine.put(`users/update/${anna.id}`, more));

    for (const [name, type] of Object.entries({
      holiday: {},
      sickLeave,
      specialLeave,
      homeOffice,
      reduction,
    }))
      test(`refuses an absence on an approved day: ${name}`, async () => {
        await freeze('2026-11-18');
        for (const client of [
          people.boss.client,
          people.hanna.client,
          place.account.administrator,
          place.machine,
          anna.client,
        ])
          for (const [from, to] of [['2026-11-18'], ['2026-11-16', '2026-11-20']] as const)
            assertLocked(await create(client, from, to ?? from, type), 'from_date');
        assertLocked(
          await place.machine.post('absences/validate', absence(anna.id, '2026-11-18', '2026-11-18', type)),
          'from_date',
        );
        const half = { ...type, request_partial_begin_duration: 0.5 };
        assertLocked(await create(place.machine, '2026-11-18', '2026-11-18', half), 'from_date');
        await assertBooks(0);
        await reopen('2026-11-18');
        written(await create(place.machine, '2026-11-18', '2026-11-18', type));
      });

    test('refuses only the batch items that lie on an approved day', async () => {
      await freeze('2026-11-18');
      const { json } = await place.machine.post('absences/create', [
        absence(anna.id, '2026-11-17'),
        absence(anna.id, '2026-11-18'),
        absence(anna.id, '2026-11-19'),
      ]);
      assert.deepEqual(
        json['Results'].map((item: Envelope) => item['Error'] ?? item['NumResults']),
        [1, 422, 1],
      );
      await assertBooks(2);
    });

    test('refuses approval of an earlier request; rejection and cancellation pass', async () => {
      const asked = await ask('2026-11-16', '2026-11-20');
      await freeze('2026-11-18');
      for (const { client } of [people.boss, people.hanna])
        assertLocked(await decide(client, 'approve', asked), 'id');
      assert.equal(await statusOf(place.machine, asked), 0);
      await assertBooks(0);
      written(await decide(people.boss.client, 'reject', asked));
      await reopen('2026-11-18');
      const passed = await ask('2026-11-18', '2026-11-18', { replacement_user_id: bert.id });
      await freeze('2026-11-18');
      assertLocked(await decide(bert.client, 'approve', passed), 'id');
      written(await decide(anna.client, 'cancel', passed));
      await reopen('2026-11-18');
      const dropped = await ask('2026-11-18');
      await freeze('2026-11-18');
      assert.equal((await anna.client.delete(`absences/delete/${dropped}`)).status, 200);
      await assertBooks(0);
    });

    test('approves an earlier request once the approved day is a public holiday', async () => {
      const celebrate = await ownCalendar();
      const asked = await ask('2026-11-16', '2026-11-20');
      await freeze('2026-11-18');
      await celebrate('2026-11-18');
      assert.equal(written(await place.machine.get(`absences/read/${asked}`))['duration'], 4);
      written(await decide(people.boss.client, 'approve', asked));
      assert.equal((await dayOf(place.machine, anna.id, '2026-11-18'))['target_working_hours'], 8);
      await assertBooks(4);
    });

    test('refuses to cancel or delete an approved absence, but accepts a new comment', async () => {
      const id = await grant('2026-11-16', '2026-11-20');
      await freeze('2026-11-18');
      for (const client of [people.boss.client, place.account.administrator, place.machine]) {
        assertLocked(await decide(client, 'cancel', id), 'id');
        assertLocked(await client.delete(`absences/delete/${id}`), 'id');
      }
      written(await anna.client.put(`absences/update/${id}`, { request_comment: 'Rome' }));
      await assertBooks(5);
      await reopen('2026-11-18');
      written(await decide(people.boss.client, 'cancel', id));
      await assertBooks(0);
    });

    test('refuses sick leave, and its end, where it changes holiday of an approved day', async () => {
      const vacation = await grant('2026-11-16', '2026-11-20');
      await freeze('2026-11-18');
      assertLocked(await create(place.machine, '2026-11-17', '2026-11-19', sickLeave), 'from_date');
      const ill = await grant('2026-11-19', '2026-11-20', sickLeave);
      assert.deepEqual(await daysOf(place.machine, vacation), [
        '2026-11-16 1',
        '2026-11-17 1',
        '2026-11-18 1',
      ]);
      await assertBooks(3);
      await freeze('2026-11-20');
      assertLocked(await decide(people.boss.client, 'cancel', ill), 'id', '2026-11-20');
      assertLocked(await place.machine.delete(`absences/delete/${ill}`), 'id', '2026-11-20');
      await reopen('2026-11-20');
      assert.equal((await place.machine.delete(`absences/delete/${ill}`)).status, 200);
      await assertBooks(5);
    });

    test('accepts absences around an approved day off', async () => {
      await freeze('2026-11-14');
      await grant('2026-11-13', '2026-11-16');
      await grant('2026-11-10', '2026-11-11', { ...sickLeave });
      await assertBooks(2);
    });

    test('keeps holiday of an approved day after later changes until it is reopened', async () => {
      const celebrate = await ownCalendar();
      const id = await grant('2026-11-16', '2026-11-20');
      await freeze('2026-11-18');
      const festival = await celebrate('2026-11-18');
      assert.equal((await dayOf(place.machine, anna.id, '2026-11-18'))['holiday'], 1);
      await assertBooks(5);
      assertLocked(await decide(people.boss.client, 'cancel', id), 'id');
      await reopen('2026-11-18');
      const day = await dayOf(place.machine, anna.id, '2026-11-18');
      assert.deepEqual([day['holiday'], day['public_holiday'], day['target_working_hours']], [0, 1, 0]);
      assert.equal(written(await place.machine.get(`absences/read/${id}`))['duration'], 4);
      await assertBooks(4);
      await freeze('2026-11-18');
      await place.machine.delete(`publicHolidays/delete/${festival}`);
      assert.equal((await dayOf(place.machine, anna.id, '2026-11-18'))['public_holiday'], 1);
      await assertBooks(4);
      await reopen('2026-11-18');
      await assertBooks(5);
      await freeze('2026-11-19');
      const { id: schedule } = await place.machine.create('workSchedules', { name: 'Never' });
      const { json } = await place.machine.get('workScheduleDays/read', { timesheet_template_id: schedule });
      for (const row of json['Results'])
        await place.machine.put(`workScheduleDays/update/${row.id}`, { workday: 0 });
      await change({
        timesheet_template_id: schedule,
        timesheet_template_id_valid_starting_from: '2026-11-18',
      });
      await assertBooks(3);
      await reopen('2026-11-19');
      await assertBooks(2);
      await freeze('2026-11-17');
      await change({ exit_date: '2026-11-16' });
      await assertBooks(1);
      await change({ exit_date: null });
      await assertBooks(2);
    });

    test('keeps the share of hourly holiday as it was on approval until it is reopened', async () => {
      const type = await place.machine.create('absenceTypes', {
        name_const: `Hours off ${anna.id}`,
        abbreviation_const: 'H',
        duration_unit: 'hs',
        absence_type_id: 1,
      });
      await place.machine.create('absences', {
        user_id: anna.id,
        type_id: 1,
        subtype_id: type['absence_subtype_id'],
        from_date: '2026-11-18',
        to_date: '2026-11-18',
        duration: 2,
      });
      assert.equal(0 - (await taken()), 0.25);
      await freeze('2026-11-18');
      const part = { timesheet_template_id: 2, timesheet_template_id_valid_starting_from: '2026-11-01' };
      written(await place.machine.put(`users/update/${anna.id}`, part));
      assert.deepEqual(
        [0 - (await taken()), (await dayOf(place.machine, anna.id, '2026-11-18'))['holiday']],
        [0.25, 0.25],
      );
      await reopen('2026-11-18');
      assert.deepEqual(
        [0 - (await taken()), (await dayOf(place.machine, anna.id, '2026-11-18'))['holiday']],
        [0.5, 0.5],
      );
      await assertRebuilt(place, anna.id);
      await assertSettled(place, anna.id);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
