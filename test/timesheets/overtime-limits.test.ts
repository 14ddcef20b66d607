// What is paid out of overtime, or taken as time off, is limited by the balance. 2026-06-08 is a Monday.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { absence, enter, reduction } from '../absences/absence.ts';
import { setSetting } from '../holidays/holidays.ts';
import { foundDepartment, type LedPeople, type Person } from '../people/led-people.ts';
import type { Answer } from '../support/client.ts';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { booking, written } from '../time-tracking/booking.ts';
import { dayOf } from './timesheets.ts';

onEveryEngine(
  'limits of overtime',
  (place) => {
    let people: LedPeople;
    let anna: Person;
    before(async () => {
      people = await foundDepartment(place);
    });
    beforeEach(async () => {
      await setSetting(place.machine, 'allow_negative_overtime', '0');
      await setSetting(place.machine, 'overtime_minimum_balance', '-10');
      anna = await people.hireNext({ entry_date: '2026-06-08' });
    });
    const book = (date: string, end: string): Promise<unknown> =>
      place.machine.create(
        'timeTrackings',
        booking(anna.id, { start: `${date} 08:00`, end: `${date} ${end}` }),
      );
    const pay = async (date: string, overtime_paid: number): Promise<Answer> => {
      const { id } = await dayOf(place.machine, anna.id, date);
      return people.hanna.client.put(`timesheetAccountings/update/${id}`, { overtime_paid });
    };
    const refused = { status: 422, code: 'rule_broken', field: 'overtime_paid' } as const;
    const ask = (from: string, to = from): Promise<Answer> =>
      anna.client.post('absences/create', absence(anna.id, from, to, reduction));

    // The balance: 4, 8, 2.5, 2.5 from Monday to Thursday, which is today.
    const work = async (): Promise<void> => {
      await book('2026-06-08', '20:00');
      await book('2026-06-09', '20:00');
      await book('2026-06-10', '10:30');
      await book('2026-06-11', '16:00');
    };

    test('pays at most the lowest balance from the day to today', async () => {
      await work();
      for (const [date, most] of [
        ['2026-06-09', 2.5],
        ['2026-06-11', 2.5],
        ['2026-12-01', 2.5],
      ] as const) {
        const { ErrorMessage, ErrorExtended } = assertRefused(await pay(date, most + 0.01), refused);
        assert.match(String(ErrorMessage), /must be at most 2\.5 hours/);
        assert.deepEqual(ErrorExtended.data, { balance: 2.5, most: 2.5 });
      }
      written(await pay('2026-06-09', 2));
      assertRefused(await pay('2026-06-11', 0.51), refused);
      assertRefused(await pay('2026-06-09', 2.51), refused);
      written(await pay('2026-06-09', 2.5));
      written(await pay('2026-06-09', 1));
    });

    test('subtracts what is paid on other days to come from a payout', async () => {
      await work();
      written(await pay('2026-12-01', 1.5));
      const { ErrorMessage, ErrorExtended } = assertRefused(await pay('2026-12-02', 1.01), refused);
      assert.match(String(ErrorMessage), /at most 1 hours: .* and 1\.5 on other days to come/);
      assert.deepEqual(ErrorExtended.data, { balance: 2.5, most: 1 });
      assertRefused(await pay('2026-06-09', 1.01), refused);
      written(await pay('2026-12-02', 1));
      assertRefused(await pay('2026-06-11', 0.01), refused);
      assertRefused(await pay('2026-12-01', 1.51), refused);
      written(await pay('2026-12-01', 0.5));
      written(await pay('2026-06-11', 1));
    });

    test('subtracts payouts on days to come from the balance that time off needs', async () => {
      await work();
      written(await pay('2026-12-01', 2.5));
      await setSetting(place.machine, 'overtime_minimum_balance', '-7.99');
      const tooLong = { status: 422, code: 'rule_broken', field: 'duration' } as const;
      const { ErrorMessage } = assertRefused(await ask('2026-06-15'), tooLong);
      assert.match(String(ErrorMessage), /leave a balance of -8 hours.* and 2\.5 hours paid out on days/);
      await setSetting(place.machine, 'overtime_minimum_balance', '-8');
      await enter(anna.client, absence(anna.id, '2026-06-15', '2026-06-15', reduction));
    });

    test('pays at the end of a former employment what its own balance holds', async () => {
      anna = await people.hireNext({
        entry_date: '2026-06-01',
        payroll_accounting_initial_value_working_time_total_balance: 20,
      });
      written(await place.machine.put(`users/update/${anna.id}`, { exit_date: '2026-06-02' }));
      written(await place.machine.post('employments/create', { user_id: anna.id, entry_date: '2026-06-10' }));
      // 12 and 4 hours are left in the first employment, -8 and -16 in the second.
      assertRefused(await pay('2026-06-02', 4.01), refused);
      written(await pay('2026-06-02', 4));
      assertRefused(await pay('2026-06-11', 0.01), refused);
      assertRefused(await pay('2026-06-01', 0.01), refused);
    });

    test('pays more than the balance where the account allows it', async () => {
      await work();
      await setSetting(place.machine, 'allow_negative_overtime', '1');
      written(await pay('2026-06-09', 40));
      await setSetting(place.machine, 'allow_negative_overtime', '0');
      written(await pay('2026-06-09', 39));
      assertRefused(await pay('2026-06-09', 39.5), refused);
    });

    test('grants no time off that leaves less than the least balance', async () => {
      await work();
      const tooLong = { status: 422, code: 'rule_broken', field: 'duration' } as const;
      const { ErrorMessage, ErrorExtended } = assertRefused(await ask('2026-06-15', '2026-06-16'), tooLong);
      assert.match(String(ErrorMessage), /16 hours of time off leave a balance of -13\.5 hours/);
      assert.deepEqual(ErrorExtended.data, { left: -13.5, least: -10, wanted: 16 });
      const first = await enter(anna.client, absence(anna.id, '2026-06-15', '2026-06-15', reduction));
      assertRefused(await ask('2026-06-16'), tooLong);
      await setSetting(place.machine, 'overtime_minimum_balance', '-13.5');
      const second = await enter(anna.client, absence(anna.id, '2026-06-16', '2026-06-16', reduction));
      await setSetting(place.machine, 'overtime_minimum_balance', '-13.49');
      const approve = (id: unknown): Promise<Answer> => people.boss.client.put('absences/approve', { id });
      assertRefused(await approve(second['id']), tooLong);
      await setSetting(place.machine, 'overtime_minimum_balance', '-13.5');
      written(await approve(second['id']));
      written(await approve(first['id']));
    });

    test('asks people without a working time account for no balance', async () => {
      anna = await people.hireNext({});
      await enter(anna.client, absence(anna.id, '2026-06-15', '2026-06-19', reduction));
    });
  },
  { startsAt: '2026-06-11T16:00:00Z', timezone: 'UTC' },
);
