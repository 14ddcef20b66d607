// The holiday entitlement in the ledger. 2025-11-20 is a Thursday; people work from Monday to Friday.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { absence, enter } from '../absences/absence.ts';
import { hire, written } from '../time-tracking/booking.ts';
import {
  appendedBy,
  assertSettled,
  daysIn,
  ledgerOf,
  scheduleOf,
  setSetting,
  shownEntries,
  summaryOf,
} from './holidays.ts';

onEveryEngine(
  'holiday entitlement',
  (place) => {
    let serial = 0;
    const hireOne = (more: object = {}): Promise<number> => {
      const usual = { entry_date: '2025-01-01', timesheet_holiday_calc_yearly_amount: 20 };
      return hire(place.machine, `entitled.${(serial += 1)}`, { ...usual, ...more });
    };
    const grant = (person: number, from: string, to = from, more: object = {}): Promise<Envelope> =>
      enter(place.machine, absence(person, from, to, more));
    const change = async (person: number, more: object): Promise<void> =>
      void written(await place.machine.put(`users/update/${person}`, more));
    const entriesOf = async (person: number): Promise<readonly string[]> =>
      shownEntries(await ledgerOf(place, person));
    const appending = (person: number, act: () => Promise<unknown>): Promise<readonly string[]> =>
      appendedBy(place, person, act);

    test('explains its entries and prorates years of entry and exit', async () => {
      const person = await hireOne({ entry_date: '2025-07-01' });
      const why = async (kind: string): Promise<readonly unknown[]> =>
        (await ledgerOf(place, person))
          .filter((entry) => entry['kind'] === kind)
          .map((entry) => entry['why']);
      assert.deepEqual(await entriesOf(person), [
        'entitlement 2025-07-01 20',
        'pro_rata 2025-07-01 -9.92',
        'carry_over 2026-01-01 -10.08',
        'carry_over 2026-01-01 10.08',
        'entitlement 2026-01-01 20',
      ]);
      assert.deepEqual(await why('pro_rata'), ['184 of 365 days at 20 a year']);
      await grant(person, '2026-07-01', '2026-07-02');
      const left = await appending(person, () => change(person, { exit_date: '2026-06-30' }));
      assert.deepEqual(left, [
        'pro_rata 2026-01-01 -10.08',
        'returned 2026-07-01 1',
        'returned 2026-07-02 1',
      ]);
      assert.equal(await daysIn(place, person), 20);
    });

    test('applies a new amount from the current holiday year and keeps past years', async () => {
      const person = await hireOne({ entry_date: '2023-01-01' });
      const entitled = async (): Promise<readonly number[]> =>
        Promise.all(
          ['2023', '2024', '2025', '2026'].map((year) =>
            daysIn(place, person, (entry) => {
              const isEntitled = ['entitlement', 'pro_rata'].includes(entry['kind'] as string);
              return isEntitled && entry['holiday_year'] === `${year}-01-01`;
            }),
          ),
        );
      assert.deepEqual(await entitled(), [20, 20, 20, 20]);
      await change(person, { timesheet_holiday_calc_yearly_amount: 30 });
      assert.deepEqual(await entitled(), [20, 20, 30, 30]);
      await change(person, { timesheet_holiday_calc_yearly_amount: 25 });
      assert.deepEqual(await entitled(), [20, 20, 25, 25]);
      await assertSettled(place, person);
    });

    test('applies the first amount from the day of entry', async () => {
      const person = await hireOne({ entry_date: '2024-01-01', timesheet_holiday_calc_yearly_amount: null });
      await change(person, { timesheet_holiday_calc_interval_mode: 'entry_date' });
      await grant(person, '2025-12-01');
      assert.deepEqual(await entriesOf(person), []);
      await change(person, { timesheet_holiday_calc_yearly_amount: 20 });
      assert.equal(await daysIn(place, person), 59);
      await assertSettled(place, person);
    });

    test('starts without a date of entry in the holiday year of the first amount', async () => {
      const person = await hireOne({ entry_date: null });
      assert.deepEqual(await entriesOf(person), [
        'entitlement 2025-01-01 20',
        'carry_over 2026-01-01 -20',
        'carry_over 2026-01-01 20',
        'entitlement 2026-01-01 20',
      ]);
    });

    test('applies another mode of holiday years from the current one', async () => {
      const person = await hireOne({ entry_date: '2024-07-01' });
      await change(person, { timesheet_holiday_calc_interval_mode: 'entry_date' });
      const years = (await ledgerOf(place, person)).map(({ holiday_year }) => holiday_year);
      assert.deepEqual(
        [...new Set(years)],
        ['2024-01-01', '2025-01-01', '2026-01-01', '2025-07-01', '2026-07-01'],
      );
      // 184 of 366 days of 2024, 181 of 365 of the first half of 2025, and two whole years
      assert.equal(await daysIn(place, person), 10.05 + 9.92 + 20 + 20);
      const { current_period } = await summaryOf(place.machine, person);
      assert.deepEqual(
        [current_period.period_from, current_period.period_to, current_period.claim_from_last_period],
        ['2025-07-01', '2026-06-30', 19.97],
      );
      await assertSettled(place, person);
    });

    test('prorates by working days a week from the first day of a new schedule', async () => {
      const three = await scheduleOf(place.machine, 3);
      const person = await hireOne({ timesheet_holiday_calc_yearly_amount: 25 });
      const to = { timesheet_template_id: three, timesheet_template_id_valid_starting_from: '2026-07-01' };
      // 25 days for 181 of 365 days, 15 for the other 184: 19.96
      assert.deepEqual(await appending(person, () => change(person, to)), ['pro_rata 2026-01-01 -5.04']);
      const part = { timesheet_template_id: three, timesheet_holiday_calc_yearly_amount: 15 };
      const other = await hireOne(part);
      assert.equal(await daysIn(place, other), 30);
      await setSetting(place.machine, 'holiday_full_week_days', '5');
      const measured = await hireOne({ ...part, timesheet_holiday_calc_yearly_amount: 25 });
      assert.equal(await daysIn(place, measured), 30);
      await change(other, { timesheet_holiday_calc_interval_mode: 'entry_date' });
      assert.equal(await daysIn(place, other), 30, 'the amount was entered for three days');
      await setSetting(place.machine, 'holiday_full_week_days', '0');
    });

    test('corrects the initial value by new entries', async () => {
      const person = await hireOne({ payroll_accounting_initial_value_holiday: 4.5 });
      assert.equal((await entriesOf(person))[0], 'initial 2025-01-01 4.5');
      assert.deepEqual(
        await appending(person, () => change(person, { payroll_accounting_initial_value_holiday: 3 })),
        ['carry_over 2026-01-01 -1.5', 'carry_over 2026-01-01 1.5', 'initial 2025-01-01 -1.5'],
      );
    });

    test('drops everything before a later start date', async () => {
      const person = await hireOne();
      await grant(person, '2025-12-01');
      await change(person, { timesheet_holiday_calc_starting_from: '2026-01-01' });
      assert.equal(await daysIn(place, person), 20);
      await assertSettled(place, person);
    });

    test('prorates from the day on which working days of a schedule change', async () => {
      const three = await scheduleOf(place.machine, 3);
      const person = await hireOne({ timesheet_template_id: three });
      await grant(person, '2025-12-03', '2025-12-04');
      assert.equal(await daysIn(place, person), 39);
      const [thursday] = rowsOf(
        await place.machine.get('workScheduleDays/read', { timesheet_template_id: three, weekday_id: 4 }),
      );
      const edit = (workday: number) => async (): Promise<void> => {
        const edited = { workday, hours: 8 * workday };
        written(await place.machine.put(`workScheduleDays/update/${thursday?.['id']}`, edited));
      };
      // 20 days for 323 of 365 days, 4 thirds of them for 42: 20.77; then 26.67
      assert.deepEqual(await appending(person, edit(1)), [
        'carry_over 2026-01-01 -0.23',
        'carry_over 2026-01-01 0.23',
        'pro_rata 2025-01-01 0.77',
        'pro_rata 2026-01-01 6.67',
        'taken 2025-12-04 -1',
      ]);
      await edit(0)();
      assert.equal(await daysIn(place, person), 39);
    });

    test('applies a schedule without former users to the whole past', async () => {
      const person = await hireOne({ timesheet_template_id: await scheduleOf(place.machine, 4) });
      await change(person, {
        timesheet_template_id: 1,
        timesheet_template_id_valid_starting_from: '2026-01-01',
      });
      assert.equal(await daysIn(place, person), 20 + 25);
    });
  },
  { startsAt: '2025-11-20T12:00:00Z' },
);
