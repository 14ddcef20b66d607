// Absences, calendars and adjustments append entries to the holiday ledger. 2025-11-20 is a Thursday; people work from
// Monday to Friday.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, rowOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { absence, decide, enter, sickLeave } from '../absences/absence.ts';
import { hire, written } from '../time-tracking/booking.ts';
import { appendedBy, assertSettled, ledgerOf, setSetting, shownEntries, summaryOf } from './holidays.ts';

onEveryEngine(
  'holiday ledger',
  (place) => {
    let serial = 0;
    const hireOne = (more: object = {}): Promise<number> => {
      const usual = { entry_date: '2025-01-01', timesheet_holiday_calc_yearly_amount: 20 };
      return hire(place.machine, `ledger.${(serial += 1)}`, { ...usual, ...more });
    };
    const grant = (person: number, from: string, to = from, more: object = {}): Promise<Envelope> =>
      enter(place.machine, absence(person, from, to, more));
    const change = async (person: number, more: object): Promise<void> =>
      void written(await place.machine.put(`users/update/${person}`, more));
    const appending = (person: number, act: () => Promise<unknown>): Promise<readonly string[]> =>
      appendedBy(place, person, act);

    test('carries at most the configured days over from the next holiday year on', async () => {
      const person = await hireOne();
      assert.deepEqual(
        await appending(person, () => setSetting(place.machine, 'holiday_carry_over_maximum', '5')),
        ['expiry 2026-01-01 -15'],
      );
      assert.equal((await summaryOf(place.machine, person))['next_period'].claim_holiday, 25);
      assert.deepEqual(
        await appending(person, () => setSetting(place.machine, 'holiday_carry_over_maximum', '366')),
        ['expiry 2026-01-01 15'],
      );
    });

    test('takes days on approval and returns them on cancellation or deletion', async () => {
      const person = await hireOne();
      const taken = ['taken 2025-12-01 -1', 'taken 2025-12-02 -0.5'];
      const carried = ['carry_over 2026-01-01 -1.5', 'carry_over 2026-01-01 1.5'];
      const half = { request_partial_end_duration: 0.5 };
      let id = 0;
      assert.deepEqual(
        await appending(person, async () => {
          id = (await grant(person, '2025-12-01', '2025-12-02', half))['id'];
        }),
        [...carried, ...taken],
      );
      const back = [...carried, 'returned 2025-12-01 1', 'returned 2025-12-02 0.5'];
      assert.deepEqual(await appending(person, () => decide(place.machine, 'cancel', id)), back);
      assert.deepEqual(await appending(person, () => place.machine.delete(`absences/delete/${id}`)), []);
      const again = await grant(person, '2025-12-01', '2025-12-02', half);
      const remove = () => place.machine.delete(`absences/delete/${again['id']}`);
      assert.deepEqual(await appending(person, remove), back);
    });

    test('charges days to the holiday year they lie in', async () => {
      const person = await hireOne();
      await grant(person, '2025-12-29', '2026-01-02');
      const years = (await ledgerOf(place, person))
        .filter(({ kind }) => kind === 'taken')
        .map(({ date, holiday_year }) => `${date} in ${holiday_year}`);
      // The 1st of January is a public holiday.
      assert.deepEqual(years, [
        '2025-12-29 in 2025-01-01',
        '2025-12-30 in 2025-01-01',
        '2025-12-31 in 2025-01-01',
        '2026-01-02 in 2026-01-01',
      ]);
    });

    test('returns days under sick leave and takes them again when it is cancelled', async () => {
      const person = await hireOne();
      await grant(person, '2025-12-01', '2025-12-03');
      const carried = ['carry_over 2026-01-01 -1', 'carry_over 2026-01-01 1'];
      let id = 0;
      assert.deepEqual(
        await appending(person, async () => {
          id = (await grant(person, '2025-12-02', '2025-12-02', sickLeave))['id'];
        }),
        [...carried, 'returned 2025-12-02 1'],
      );
      assert.deepEqual(await appending(person, () => decide(place.machine, 'cancel', id)), [
        ...carried,
        'taken 2025-12-02 -1',
      ]);
    });

    test('returns days on a new public holiday and takes them when it is deleted', async () => {
      const person = await hireOne();
      await grant(person, '2025-12-10', '2025-12-11');
      const festival = { template_id: 1, date: '2025-12-10', name: 'Festival', value: 0.5 };
      let id = 0;
      assert.deepEqual(
        await appending(person, async () => {
          id = (await place.machine.create('publicHolidays', festival))['id'];
        }),
        ['carry_over 2026-01-01 -0.5', 'carry_over 2026-01-01 0.5', 'returned 2025-12-10 0.5'],
      );
      assert.deepEqual(await appending(person, () => place.machine.delete(`publicHolidays/delete/${id}`)), [
        'carry_over 2026-01-01 -0.5',
        'carry_over 2026-01-01 0.5',
        'taken 2025-12-10 -0.5',
      ]);
    });

    test('takes days that are no public holidays in a new calendar', async () => {
      const person = await hireOne();
      // The 8th of December is a public holiday in Austria, not in Germany.
      await grant(person, '2025-12-08', '2025-12-09');
      const { id } = await place.machine.create('publicHolidayTemplates', { country_id: 276 });
      const to = { public_holiday_template_id: id, public_holiday_template_id_valid_from: '2025-12-01' };
      assert.deepEqual(await appending(person, () => change(person, to)), [
        'carry_over 2026-01-01 -1',
        'carry_over 2026-01-01 1',
        'taken 2025-12-08 -1',
      ]);
    });

    test('takes the worked part of a day for holiday in hours', async () => {
      const type = await place.machine.create('absenceTypes', {
        absence_type_id: 1,
        name_const: 'Hours of holiday',
        abbreviation_const: 'HH',
        duration_unit: 'hs',
      });
      const person = await hireOne();
      const hours = { type_id: 1, subtype_id: type['absence_subtype_id'] };
      await grant(person, '2025-12-01', '2025-12-01', { ...hours, duration: 2 });
      await grant(person, '2025-12-02', '2025-12-03', hours);
      const taken = (await ledgerOf(place, person)).filter(({ kind }) => kind === 'taken');
      assert.deepEqual(shownEntries(taken), [
        'taken 2025-12-01 -0.25',
        'taken 2025-12-02 -1',
        'taken 2025-12-03 -1',
      ]);
      assert.equal((await summaryOf(place.machine, person))['current_period'].holiday_granted, 2.25);
      await assertSettled(place, person);
    });

    test('appends entries for added and removed adjustments and shows their sum', async () => {
      const person = await hireOne();
      const adjust = (verb: string, value: number) =>
        place.machine.put(`holidayAdjustment/${verb}`, { user_id: person, date: '2025-12-01', value });
      const shown = async (): Promise<unknown> =>
        rowOf(await place.machine.get('timesheetAccountings/read', { user_id: person, date: '2025-12-01' }))[
          'holiday_adjustments'
        ];
      const added = ['adjustment 2025-12-01 1.5', 'carry_over 2026-01-01 -1.5', 'carry_over 2026-01-01 1.5'];
      assert.deepEqual(await appending(person, () => adjust('add', 1.5)), added);
      rowOf(await adjust('add', -0.5));
      assert.equal(await shown(), 1);
      assert.deepEqual(await appending(person, () => adjust('remove', 1.5)), [
        'adjustment 2025-12-01 -1.5',
        ...added.slice(1),
      ]);
      assert.equal(await shown(), -0.5);
    });

    test('refuses an adjustment before the start of the ledger', async () => {
      const person = await hireOne({ timesheet_holiday_calc_starting_from: '2025-07-01' });
      const adjustment = { user_id: person, date: '2025-06-30', value: 1 };
      const refused = assertRefused(await place.machine.put('holidayAdjustment/add', adjustment), {
        status: 422,
        code: 'rule_broken',
        field: 'date',
      });
      assert.match(refused['ErrorMessage'], /begins on 2025-07-01/);
    });

    test('deletes the ledger with its user', async () => {
      const person = await hireOne();
      assert.equal((await place.machine.delete(`users/delete/${person}`)).status, 200);
      assert.deepEqual(await ledgerOf(place, person), []);
    });
  },
  { startsAt: '2025-11-20T12:00:00Z' },
);
