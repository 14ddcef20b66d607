// Several absences on one date, in days and hours, take exactly the day together. 2026-11-10 is a Tuesday; a public
// holiday takes three quarters of the 8 hours of Thursday 2026-11-19.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { absence, certifiedSickLeave, dayRows, decide, holiday, sickLeave, specialLeave } from './absence.ts';
import { assertRebuilt, dayOf, storedDayOf } from '../timesheets/timesheets.ts';
import { hire } from '../time-tracking/booking.ts';
import { assertSettled, daysIn } from '../holidays/holidays.ts';

interface Asked {
  readonly type_id: number;
  readonly subtype_id: number;
  readonly duration?: number;
}

onEveryEngine(
  'absences on one date',
  (place) => {
    let serial = 0;
    const inHours: Record<string, Asked> = {};
    before(async () => {
      await place.machine.create('publicHolidays', {
        template_id: 1,
        date: '2026-11-19',
        name: 'Most of it',
        value: 0.75,
      });
      for (const [name, absence_type_id] of [
        ['holiday', 1],
        ['sick leave', 4],
        ['appointment', 3],
      ] as const) {
        const names = { name_const: name, abbreviation_const: name.slice(0, 1), duration_unit: 'hs' };
        const row = await place.machine.create('absenceTypes', { ...names, absence_type_id });
        inHours[name] = { type_id: row['absence_type_id'], subtype_id: row['absence_subtype_id'] };
      }
    });
    const hours = (name: string, duration: number): Asked => ({ ...(inHours[name] as Asked), duration });
    const half = { request_partial_begin_duration: 0.5 };

    const hireOne = (): Promise<number> =>
      hire(place.machine, `sharer.${(serial += 1)}`, {
        entry_date: '2026-11-01',
        timesheet_holiday_calc_yearly_amount: 25,
      });
    const takeOff = (person: number, date: string, more: object): Promise<Envelope> =>
      place.machine.create('absences', absence(person, date, date, more));
    /** Shares of holiday, sick leave and other paid leave, then exact seconds of target and balance. */
    const amounts = async (person: number, date: string): Promise<readonly unknown[]> => {
      const day = await dayOf(place.machine, person, date);
      const stored = await storedDayOf(place, person, date);
      return [
        ...['holiday', 'sick_leave', 'other_paid_leave'].map((name) => day[name]),
        ...['target_working_hours', 'working_time_daily_balance'].map((name) => stored[name]),
      ];
    };
    const assertStands = async (person: number, taken: number): Promise<void> => {
      assert.equal(
        await daysIn(place, person, ({ kind }) => kind === 'taken' || kind === 'returned'),
        0 - taken,
      );
      await assertSettled(place, person);
      await assertRebuilt(place, person);
    };

    test('gives back one of two half holidays under half sick leave until it is cancelled', async () => {
      const person = await hireOne();
      await takeOff(person, '2026-11-10', half);
      await takeOff(person, '2026-11-10', half);
      const { id } = await takeOff(person, '2026-11-10', { ...certifiedSickLeave, ...half });
      assert.deepEqual(await amounts(person, '2026-11-10'), [0.5, 0.5, 0, 0, 0]);
      await assertStands(person, 0.5);
      await decide(place.machine, 'cancel', id);
      assert.deepEqual(await amounts(person, '2026-11-10'), [1, 0, 0, 0, 0]);
      await assertStands(person, 1);
    });

    test('restores the half given back when the other half of holiday is cancelled', async () => {
      const person = await hireOne();
      const { id } = await takeOff(person, '2026-11-10', half);
      const other = await takeOff(person, '2026-11-10', half);
      await takeOff(person, '2026-11-10', { ...sickLeave, ...half });
      assert.deepEqual(await dayRows(place.machine, { request_id: other['id'] }), []);
      await decide(place.machine, 'cancel', id);
      assert.equal((await dayRows(place.machine, { request_id: other['id'] }))[0]?.['value'], 0.5);
      await assertStands(person, 0.5);
    });

    test('gives back holiday, not special leave, under sick leave', async () => {
      const person = await hireOne();
      await takeOff(person, '2026-11-10', half);
      await takeOff(person, '2026-11-10', { ...specialLeave, ...half });
      await takeOff(person, '2026-11-10', { ...certifiedSickLeave, ...half });
      assert.deepEqual(await amounts(person, '2026-11-10'), [0, 0.5, 0.5, 0, 0]);
      await assertStands(person, 0);
    });

    for (const [sick, shares] of [
      [1, [0.87, 0.13]],
      [3, [0.62, 0.38]],
      [5, [0.37, 0.63]],
      [3.98, [0.5, 0.5]],
      [7, [0.12, 0.88]],
    ] as const) {
      test(`fills the day with ${sick} hours of sick leave within a day of holiday`, async () => {
        const person = await hireOne();
        await takeOff(person, '2026-11-10', holiday);
        await takeOff(person, '2026-11-10', hours('sick leave', sick));
        assert.deepEqual(await amounts(person, '2026-11-10'), [...shares, 0, 0, 0]);
        await assertStands(person, shares[0]);
      });
    }

    test('rounds hours of one date together', async () => {
      const person = await hireOne();
      for (const duration of [2.66, 2.67, 2.67])
        await takeOff(person, '2026-11-10', hours('holiday', duration));
      assert.deepEqual(await amounts(person, '2026-11-10'), [1, 0, 0, 0, 0]);
      await takeOff(person, '2026-11-11', hours('appointment', 1));
      await takeOff(person, '2026-11-11', hours('holiday', 7));
      assert.deepEqual(await amounts(person, '2026-11-11'), [0.88, 0, 0.12, 0, 0]);
      await assertStands(person, 1.88);
    });

    test('counts two halves of a quarter day as exactly the quarter', async () => {
      const person = await hireOne();
      await takeOff(person, '2026-11-19', half);
      assert.deepEqual(await amounts(person, '2026-11-19'), [0.13, 0, 0, 3600, -3600]);
      await takeOff(person, '2026-11-19', { ...half, duration: 0.12 });
      assert.deepEqual(await amounts(person, '2026-11-19'), [0.25, 0, 0, 0, 0]);
      await assertStands(person, 0.25);
      const other = await hireOne();
      await takeOff(other, '2026-11-19', half);
      await takeOff(other, '2026-11-19', { ...specialLeave, ...half });
      assert.deepEqual(await amounts(other, '2026-11-19'), [0.12, 0, 0.13, 0, 0]);
      await assertStands(other, 0.12);
    });

    test('shares a shortened day among hours that were requested before', async () => {
      const person = await hireOne();
      const { id } = await takeOff(person, '2026-11-12', hours('appointment', 4));
      await takeOff(person, '2026-11-12', hours('holiday', 4));
      const festival = { template_id: 1, date: '2026-11-12', name: 'Half', value: 0.5 };
      await place.machine.create('publicHolidays', festival);
      assert.deepEqual(await amounts(person, '2026-11-12'), [0, 0, 0.5, 0, 0]);
      await decide(place.machine, 'cancel', id);
      assert.deepEqual(await amounts(person, '2026-11-12'), [0.5, 0, 0, 0, 0]);
      await assertStands(person, 0.5);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
