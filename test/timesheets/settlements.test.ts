// Overtime leaves the balance at the end of months and cycles: paid by salary, paid out, expired, above the maximum. The
// people of these tests have no target hours, so that whatever they book is overtime.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { verifyPerson } from '#domain/timesheets/rebuild.ts';
import { inAccount } from '../support/account-view.ts';
import type { Answer, Envelope } from '../support/client.ts';
import { assertRefused, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { liveAccount } from './settled-account.ts';
import { setClock } from '../time-tracking/timer/timer.ts';
import { written } from '../time-tracking/booking.ts';
import { assertRebuilt, dayOf, liftOvertimeLimits } from './timesheets.ts';

onEveryEngine(
  'settlements of overtime',
  (place) => {
    const { engage, ledgerOf, book, ruleOf, cycleOf, change, settledOn } = liveAccount(place);
    before(async () => {
      setClock(place.installation, '2026-11-20 12:00');
      await liftOvertimeLimits(place.machine);
    });
    const allIn = (hours: number | null) => ({
      overtime_allowance_is_all_in: 1,
      overtime_allowance_included_overtime_hours_per_cycle: hours,
    });
    const ruled = async (rule: object, length: string | null): Promise<object> => ({
      working_time_balance_rule: await ruleOf(rule),
      working_time_balance_rule_cycle_id: await cycleOf(length),
    });

    test('takes overtime up to the allowance of each month off the balance', async () => {
      const anna = await engage({ entry_date: '2026-01-01', ...allIn(10) });
      await book(anna, '2026-01-12', 12);
      await book(anna, '2026-02-02', 4);
      await book(anna, '2026-03-02', 11.5);
      assert.deepEqual(await ledgerOf(anna), [
        '2026-01-31 all_in 10',
        '2026-02-28 all_in 4',
        '2026-03-31 all_in 10',
      ]);
      assert.deepEqual(await settledOn(anna, '2026-01-30'), [0, 12]);
      assert.deepEqual(await settledOn(anna, '2026-01-31'), [10, 2]);
      assert.deepEqual(await settledOn(anna, '2026-03-31'), [10, 3.5]);
      await assertRebuilt(place, anna);
    });

    test('takes all overtime off the balance when the salary names no hours', async () => {
      const anna = await engage({ entry_date: '2026-01-01', ...allIn(null) });
      await book(anna, '2026-01-12', 12.25);
      assert.deepEqual(await ledgerOf(anna), ['2026-01-31 all_in 12.25']);
    });

    test('settles nothing by hours that are no part of the salary', async () => {
      const anna = await engage({ entry_date: '2026-01-01', ...allIn(10), overtime_allowance_is_all_in: 0 });
      await book(anna, '2026-01-12', 12);
      assert.deepEqual(await ledgerOf(anna), []);
    });

    test('leaves overtime that makes up for a debt of the months before', async () => {
      const anna = await engage({
        entry_date: '2026-01-01',
        payroll_accounting_initial_value_working_time_total_balance: -5,
        ...allIn(10),
      });
      await book(anna, '2026-01-12', 8);
      await book(anna, '2026-02-02', 2);
      assert.deepEqual(await ledgerOf(anna), ['2026-01-31 all_in 3', '2026-02-28 all_in 2']);
      await assertRebuilt(place, anna);
    });

    test('gives the allowance for the days of the month on which the person is employed', async () => {
      const anna = await engage({ entry_date: '2026-01-17', ...allIn(31) });
      await book(anna, '2026-01-19', 20);
      await book(anna, '2026-06-02', 20);
      await change(anna, { exit_date: '2026-06-10' });
      // 15 of 31 days; 10 of 30 days are 10.33 hours.
      assert.deepEqual(await ledgerOf(anna), ['2026-01-31 all_in 15', '2026-06-10 all_in 10.33']);
      await assertRebuilt(place, anna);
      await change(anna, { exit_date: null });
      assert.deepEqual(await ledgerOf(anna), ['2026-01-31 all_in 15', '2026-06-30 all_in 20']);
      await assertRebuilt(place, anna);
    });

    test('settles salary, payout and maximum of one day in this order', async () => {
      const rule = await ruled({ payout_above: 20, maximum_balance: 15 }, 'month');
      const anna = await engage({ entry_date: '2026-01-01', ...allIn(2), ...rule });
      for (const day of ['12', '13', '14']) await book(anna, `2026-01-${day}`, 10);
      assert.deepEqual(await ledgerOf(anna), [
        '2026-01-31 all_in 2',
        '2026-01-31 payout 8',
        '2026-01-31 cap 5',
      ]);
      assert.deepEqual(await settledOn(anna, '2026-01-31'), [15, 15]);
      await assertRebuilt(place, anna);
    });

    test('lets what the payout leaves expire before the maximum is looked at', async () => {
      const rule = await ruled({ payout_above: 20, expires_at_cycle_end: 1, maximum_balance: 15 }, 'month');
      const anna = await engage({ entry_date: '2026-01-01', ...rule });
      for (const day of ['12', '13', '14']) await book(anna, `2026-01-${day}`, 10);
      assert.deepEqual(await ledgerOf(anna), ['2026-01-31 payout 10', '2026-01-31 expiry 20']);
    });

    for (const [length, ends] of [
      ['month', ['2026-01-31', '2026-04-30']],
      ['quarter', ['2026-03-31', '2026-06-30']],
      ['half_year', ['2026-06-30']],
      ['year', []],
      [null, []],
    ] as const)
      test(`settles a rule at the end of each cycle: ${length ?? 'no length'}`, async () => {
        const rule = await ruled({ expires_at_cycle_end: 1 }, length);
        const anna = await engage({ entry_date: '2026-01-01', ...rule });
        await book(anna, '2026-01-12', 5);
        await book(anna, '2026-04-07', 7);
        const hours = ends.length === 1 ? [12] : [5, 7];
        assert.deepEqual(
          await ledgerOf(anna),
          ends.map((date, index) => `${date} expiry ${hours[index]}`),
        );
        await assertRebuilt(place, anna);
      });

    test('leaves a balance below zero alone', async () => {
      const rule = await ruled({ payout_above: 0, expires_at_cycle_end: 1, maximum_balance: 0 }, 'month');
      const anna = await engage({
        entry_date: '2026-01-01',
        payroll_accounting_initial_value_working_time_total_balance: -5,
        ...allIn(10),
        ...rule,
      });
      assert.deepEqual(await ledgerOf(anna), []);
      assert.deepEqual(await settledOn(anna, '2026-01-31'), [0, -5]);
    });

    test('settles again what follows a booking that changes', async () => {
      const rule = await ruled({ maximum_balance: 20 }, 'quarter');
      const anna = await engage({ entry_date: '2026-01-01', ...allIn(10), ...rule });
      const tracking = await book(anna, '2026-01-12', 12);
      await book(anna, '2026-02-02', 23);
      await book(anna, '2026-03-02', 18);
      assert.deepEqual(await ledgerOf(anna), [
        '2026-01-31 all_in 10',
        '2026-02-28 all_in 10',
        '2026-03-31 all_in 10',
        '2026-03-31 cap 3',
      ]);
      await place.machine.delete(`timeTrackings/delete/${tracking}`);
      assert.deepEqual(await ledgerOf(anna), [
        '2026-02-28 all_in 10',
        '2026-03-31 all_in 10',
        '2026-03-31 cap 1',
      ]);
      assert.deepEqual(await settledOn(anna, '2026-04-01'), [0, 20]);
      await assertRebuilt(place, anna);
    });

    test('takes the allowance off from its clearing date on, that day included', async () => {
      const clearing = 'overtime_allowance_clear_working_time_saldo_valid_starting_from';
      for (const from of ['2026-01-31', '2026-02-01']) {
        const anna = await engage({ entry_date: '2026-01-01', ...allIn(10), [clearing]: from });
        await book(anna, '2026-01-12', 12);
        assert.deepEqual(await ledgerOf(anna), from === '2026-01-31' ? ['2026-01-31 all_in 10'] : []);
      }
    });

    test('keeps what an approved day settled and settles the next one with what is left', async () => {
      const anna = await engage({ entry_date: '2026-01-01', ...allIn(10) });
      await book(anna, '2026-01-12', 12);
      await place.machine.put('timesheetAccountings/approve', { user_id: anna, date: '2026-01-31' });
      await book(anna, '2026-01-13', 3);
      const tracking = await book(anna, '2026-01-14', 1);
      assert.deepEqual(await settledOn(anna, '2026-01-31'), [10, 6]);
      await place.machine.delete(`timeTrackings/delete/${tracking}`);
      await change(anna, {
        overtime_allowance_is_all_in: 0,
        overtime_allowance_is_all_in_valid_starting_from: '2026-01-01',
      });
      assert.deepEqual(await ledgerOf(anna), ['2026-01-31 all_in 10']);
      assert.deepEqual(await settledOn(anna, '2026-01-31'), [10, 5]);
      await assertRebuilt(place, anna);
      await place.account.administrator.put('timesheetAccountings/unapprove', {
        user_id: anna,
        date: '2026-01-31',
      });
      assert.deepEqual(await ledgerOf(anna), []);
      assert.deepEqual(await settledOn(anna, '2026-01-31'), [0, 15]);
      await assertRebuilt(place, anna);
    });

    test('tells on verify of an approved day whose entries are not what it settled', async () => {
      const anna = await engage({ entry_date: '2026-01-01', ...allIn(10) });
      await book(anna, '2026-01-12', 12);
      await place.machine.put('timesheetAccountings/approve', { user_id: anna, date: '2026-01-31' });
      const ofAnna = [{ column: 'user_id', is: '=', value: anna }] as const;
      const found = await inAccount(place.installation, (view) => {
        view.removeAll('overtimeLedger', view.find('overtimeLedger', ofAnna));
        return verifyPerson(view, anna);
      });
      assert.deepEqual(found, [
        {
          resource: 'timesheetAccountings',
          key: '2026-01-31',
          field: 'overtime_settled',
          stored: 36_000,
          expected: 0,
          frozen: true,
        },
      ]);
    });

    test('settles again after hours are added, paid out or corrected at the beginning', async () => {
      const anna = await engage({
        entry_date: '2026-01-01',
        ...(await ruled({ maximum_balance: 5 }, 'month')),
      });
      await book(anna, '2026-01-12', 8);
      const { id } = await dayOf(place.machine, anna, '2026-01-12');
      const write = async (more: object): Promise<unknown> =>
        written(await place.machine.put(`timesheetAccountings/update/${id}`, more));
      assert.deepEqual(await ledgerOf(anna), ['2026-01-31 cap 3']);
      await write({ additions: 2 });
      assert.deepEqual(await ledgerOf(anna), ['2026-01-31 cap 5']);
      await write({ overtime_paid: 4 });
      assert.deepEqual(await ledgerOf(anna), ['2026-01-31 cap 1']);
      await change(anna, { payroll_accounting_initial_value_working_time_total_balance: 1.5 });
      assert.deepEqual(await ledgerOf(anna), ['2026-01-31 cap 2.5']);
      await assertRebuilt(place, anna);
    });

    test('settles by other terms from the day from which they hold', async () => {
      const anna = await engage({ entry_date: '2026-01-01', ...allIn(1) });
      for (const month of ['01', '02', '03']) await book(anna, `2026-${month}-12`, 5);
      await change(anna, {
        overtime_allowance_included_overtime_hours_per_cycle: 3,
        overtime__all_inc_ov_hours_per_cycle_valid_starting_from: '2026-02-15',
      });
      const settled = ['2026-01-31 all_in 1', '2026-02-28 all_in 3', '2026-03-31 all_in 3'];
      assert.deepEqual(await ledgerOf(anna), settled);
      await change(anna, {
        overtime_allowance_clear_working_time_saldo_valid_starting_from: '2026-03-01',
      });
      assert.deepEqual(await ledgerOf(anna), settled.slice(2));
      await assertRebuilt(place, anna);
    });

    test('settles again with other amounts of the rule and keeps a rule in use', async () => {
      const terms = await ruled({ maximum_balance: 5 }, 'month');
      const { working_time_balance_rule: rule, working_time_balance_rule_cycle_id: cycle } =
        terms as Envelope;
      const anna = await engage({ entry_date: '2026-01-01', ...terms });
      await book(anna, '2026-01-12', 8);
      written(await place.machine.put(`workingTimeBalanceRules/update/${rule}`, { maximum_balance: 6 }));
      assert.deepEqual(await ledgerOf(anna), ['2026-01-31 cap 2']);
      written(await place.machine.put(`workingTimeCycles/update/${cycle}`, { length: 'quarter' }));
      assert.deepEqual(await ledgerOf(anna), ['2026-03-31 cap 2']);
      await assertRebuilt(place, anna);
      const inUse = { status: 422, code: 'in_use' } as const;
      await change(anna, { working_time_balance_rule: null, working_time_balance_rule_cycle_id: null });
      for (const path of [`workingTimeBalanceRules/delete/${rule}`, `workingTimeCycles/delete/${cycle}`])
        assertRefused(await place.machine.delete(path), inUse);
    });

    test('pays out no more than the balance that settlements leave', async () => {
      const anna = await engage({
        entry_date: '2026-01-01',
        ...(await ruled({ maximum_balance: 5 }, 'month')),
      });
      await book(anna, '2026-01-12', 8);
      const { id } = await dayOf(place.machine, anna, '2026-02-02');
      const pay = (overtime_paid: number): Promise<Answer> =>
        place.machine.put(`timesheetAccountings/update/${id}`, { overtime_paid });
      const settings = await place.machine.get('generalSettings/read', {
        setting_type: 'allow_negative_overtime',
      });
      const path = `generalSettings/update/${rowsOf(settings)[0]?.['id']}`;
      await place.machine.put(path, { setting_value: '0' });
      assertRefused(await pay(5.01), { status: 422, code: 'rule_broken', field: 'overtime_paid' });
      written(await pay(5));
      await place.machine.put(path, { setting_value: '1' });
    });

    test('shows what was settled in reports', async () => {
      const anna = await engage({ entry_date: '2026-01-01', ...allIn(10) });
      await book(anna, '2026-01-12', 12);
      const report = async (date_from: string, date_to: string): Promise<unknown> => {
        const query = { user_id: anna, date_from, date_to };
        const [row] = rowsOf(await place.machine.get('overtimeReports/read', query));
        return ['opening_balance', 'overtime_settled', 'working_time_total_balance'].map(
          (name) => row?.[name],
        );
      };
      assert.deepEqual(await report('2026-01-01', '2026-01-30'), [0, 0, 12]);
      assert.deepEqual(await report('2026-01-01', '2026-01-31'), [0, 10, 2]);
      assert.deepEqual(await report('2026-01-31', '2026-02-28'), [12, 10, 2]);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
