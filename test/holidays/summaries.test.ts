// Holiday in `timesheetAccountingSummaries`: entitlement, adjustments and absences of the current and the next year.
// 2026-11-20 is a Friday; people work from Monday to Friday.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { assertRefused, rowOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Client } from '../support/client.ts';
import { absence, decide, enter, sickLeave } from '../absences/absence.ts';
import { hire } from '../time-tracking/booking.ts';
import { foundDepartment, type LedPeople, type Person } from '../people/led-people.ts';

onEveryEngine(
  'holiday summaries',
  (place) => {
    let people: LedPeople;
    let anna = 0;
    let annas: Client;
    /** A person whose absences the last tests enter. */
    let dora: Person;
    before(async () => {
      people = await foundDepartment(place);
      dora = await people.hireNext({ entry_date: '2026-01-01', timesheet_holiday_calc_yearly_amount: 25 });
    });
    beforeEach(async () => {
      const more = { entry_date: '2026-07-01', timesheet_holiday_calc_yearly_amount: 25 };
      ({ id: anna, client: annas } = await people.hireNext(more));
    });
    const adjust = (client: Client, more: object): Promise<Answer> =>
      client.put('holidayAdjustment/add', { user_id: anna, date: '2026-11-02', value: 2, ...more });
    const takeBack = (client: Client, more: object): Promise<Answer> =>
      client.put('holidayAdjustment/remove', { user_id: anna, date: '2026-11-02', value: 2, ...more });
    const summary = async (client: Client, query = {}): Promise<Shown> =>
      rowOf(await client.get('timesheetAccountingSummaries/read', { user_id: anna, ...query }));
    const numbers = async (): Promise<Shown> => {
      const path = 'timesheetAccountingSummaries/read';
      const { current_period, next_period } = rowOf(await dora.client.get(path, { user_id: dora.id }));
      return {
        taken: current_period.consumption_period,
        left: current_period.claim_holiday,
        granted: current_period.holiday_granted,
        requested: current_period.holiday_requested,
        available: current_period.holiday_available,
        next: [
          next_period.claim_from_last_period,
          next_period.holiday_requested,
          next_period.holiday_available,
        ],
      };
    };

    test('shows the pro rata first year and changes with adjustments at once', async () => {
      const { overtime: _overtime, ...first } = await summary(annas);
      assert.deepEqual(first, {
        user: { id: anna },
        translations: {
          CLAM_HOLIDAY: 'Holiday entitlement',
          HOLIDAY_OVERTIME_CLAIM: 'Overtime',
          HOLIDAY_OVERTIME_ALLOWANCE: 'Overtime allowance',
          HOLIDAY_OVERTIME_HEADER: 'Holiday and overtime',
        },
        current_period: {
          header_from_to_text: '2026-01-01 – 2026-12-31',
          expiration_tooltip: 'Days left over do not expire.',
          claim_from_last_period: 0,
          expired_from_last_period: 0,
          claim_period: 12.6,
          consumption_period: 0,
          claim_holiday: 12.6,
          holiday_requested: 0,
          holiday_granted: 0,
          holiday_available: 12.6,
          period_from: '2026-01-01',
          period_tooltip: '12.6 days from 2026-01-01 to 2026-12-31.',
          next_period_tooltip: '25 days from 2027-01-01 to 2027-12-31.',
          period_to: '2026-12-31',
        },
        next_period: {
          show_period: 1,
          header_from_to_text: '2027-01-01 – 2027-12-31',
          expiration_tooltip: 'Days left over do not expire.',
          claim_from_last_period: 12.6,
          expired_from_last_period: 0,
          claim_period: 25,
          consumption_period: 0,
          claim_holiday: 37.6,
          holiday_requested: 0,
          holiday_granted: 0,
          holiday_available: 37.6,
          period_from: '2027-01-01',
          period_to: '2027-12-31',
        },
        limited_absences: [],
        other_absences_with_limits: [],
      });
      rowOf(await adjust(place.machine, { value: 2 }));
      rowOf(await adjust(place.machine, { value: -0.25 }));
      rowOf(await adjust(place.machine, { value: 10, date: '2027-03-01' }));
      const changed = await summary(people.boss.client);
      assert.equal(changed['current_period'].claim_period, 14.35);
      assert.equal(changed['next_period'].holiday_available, 49.35);
      rowOf(await takeBack(place.machine, { value: 2 }));
      assert.equal((await summary(annas))['current_period'].holiday_available, 12.35);
    });

    test('shows the year of another start date and carries the initial value over', async () => {
      await place.machine.put(`users/update/${anna}`, {
        payroll_accounting_initial_value_holiday: 4.5,
        exit_date: '2028-06-30',
      });
      const { current_period, next_period } = await summary(annas, { start_date: '2027-05-05' });
      assert.equal(current_period.period_from, '2027-01-01');
      assert.equal(current_period.claim_from_last_period, 17.1);
      // 182 of 366 days
      assert.deepEqual([next_period.claim_period, next_period.show_period], [12.43, 1]);
      assert.equal((await summary(annas, { start_date: '2028-05-05' }))['next_period'].show_period, 0);
    });

    test('starts the holiday year on the day of entry in mode entry_date', async () => {
      await place.machine.put(`users/update/${anna}`, { timesheet_holiday_calc_interval_mode: 'entry_date' });
      const { current_period } = await summary(annas);
      assert.deepEqual(
        [current_period.period_from, current_period.period_to, current_period.claim_period],
        ['2026-07-01', '2027-06-30', 25],
      );
    });

    test('takes today from the time zone of the person', async () => {
      // It is 12:00 UTC on 20 November: the 21st has begun in Kiritimati.
      for (const [timezone, from] of [
        ['Pacific/Kiritimati', '2026-11-21'],
        ['Europe/Vienna', '2025-11-21'],
      ] as const) {
        const years = { entry_date: '2020-11-21', timesheet_holiday_calc_interval_mode: 'entry_date' };
        const user_id = await hire(place.machine, timezone, { timezone, ...years });
        assert.equal((await summary(place.machine, { user_id }))['current_period'].period_from, from);
      }
    });

    test('shows translations of the account in the language of the person', async () => {
      const text = { translation_key: 'CLAM_HOLIDAY', value: 'Urlaubsanspruch', language_id: 2 };
      await place.machine.create('translations', text);
      assert.equal((await summary(annas))['translations'].CLAM_HOLIDAY, 'Holiday entitlement');
      await place.machine.put(`users/update/${anna}`, { language_id: 2 });
      assert.equal((await summary(annas))['translations'].CLAM_HOLIDAY, 'Urlaubsanspruch');
    });

    test('refuses a missing, unknown or hidden user and unknown parameters', async () => {
      const path = 'timesheetAccountingSummaries/read';
      assertRefused(await annas.get(path), { status: 400, code: 'missing_parameter', field: 'user_id' });
      const other = people.other.client;
      const [theirs, nobodys] = [
        await other.get(path, { user_id: anna }),
        await other.get(path, { user_id: 99_999 }),
      ];
      const unknown = await place.machine.get(path, { user_id: 99_999 });
      for (const answer of [theirs, nobodys, unknown])
        assertRefused(answer, { status: 422, code: 'unknown_reference', field: 'user_id' });
      assert.equal(theirs.json['ErrorMessage'], nobodys.json['ErrorMessage'].replace('99999', String(anna)));
      for (const [query, code, field] of [
        [{ user_id: 'me' }, 'invalid_value', 'user_id'],
        [{ user_id: anna, start_date: '2026-02-30' }, 'invalid_value', 'start_date'],
        [{ user_id: anna, end_date: '2026-02-01' }, 'unknown_parameter', 'end_date'],
      ] as const) {
        assertRefused(await annas.get(path, query), { status: 422, code, field });
      }
      assertRefused(await annas.get(`${path}/1`, { user_id: anna }), {
        status: 422,
        code: 'unknown_parameter',
        field: 'id',
      });
      const included = await annas.get('fetchData/read', { _include: 'timesheetAccountingSummaries' });
      assert.equal(included.json['Results'].timesheetAccountingSummaries.NumResults, 1, included.text);
    });

    test('writes a summary as XML', async () => {
      const xml = await annas.get(
        'timesheetAccountingSummaries/read',
        { user_id: anna },
        { accept: 'application/xml' },
      );
      assert.match(xml.text, /<current_period>.*<claim_period>12[.]6<\/claim_period>.*<\/current_period>/s);
    });

    test('moves days from requested to granted and taken as requests are decided', async () => {
      const none = { taken: 0, left: 25, granted: 0, requested: 0, available: 25, next: [25, 0, 50] };
      assert.deepEqual(await numbers(), none);
      const { id } = await enter(dora.client, absence(dora.id, '2026-11-19', '2026-11-24'));
      const asked = { ...none, requested: 4, available: 21, next: [21, 0, 46] };
      assert.deepEqual(await numbers(), asked);
      await decide(people.boss.client, 'approve', id);
      assert.deepEqual(await numbers(), {
        ...none,
        taken: 2,
        left: 23,
        granted: 2,
        available: 21,
        next: [21, 0, 46],
      });
      const declined = await enter(dora.client, absence(dora.id, '2026-12-01'));
      await decide(people.boss.client, 'reject', declined['id']);
      assert.equal((await numbers())['available'], 21);
    });

    test('counts days in the year they lie in, and sick leave not as holiday', async () => {
      await enter(dora.client, absence(dora.id, '2026-12-31', '2027-01-04'));
      const { requested, available, next } = await numbers();
      // The 1st of January is a public holiday.
      assert.deepEqual([requested, available, next], [1, 20, [20, 1, 44]]);
      await enter(people.boss.client, absence(dora.id, '2026-12-09', '2026-12-10', sickLeave));
      assert.equal((await numbers())['available'], 20);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
