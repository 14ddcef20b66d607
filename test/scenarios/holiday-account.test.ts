import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { assertRefused, rowOf, rowsOf, type Shown } from '../contract/expectations.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Answer, Client } from '../support/client.ts';
import { hire, written } from './booking.ts';
import { foundDepartment, type LedPeople } from './led-people.ts';

onEveryEngine(
  'the holiday account',
  (place) => {
    let people: LedPeople;
    let anna = 0;
    let annas: Client;
    before(async () => {
      people = await foundDepartment(place);
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

    test('an adjustment is an entry of the log, with who it is about as they are', async () => {
      await place.machine.put(`users/update/${anna}`, { role_id: 3 });
      const answer = await adjust(people.boss.client, { value: '-0.5', comment: 'moved house' });
      const { id, ...shown } = rowOf(answer);
      assert.deepEqual(shown, { user_id: anna, date: '2026-11-02', value: -0.5, comment: 'moved house' });
      assert.equal(answer.json['ResourceName'], 'holidayAdjustment');
      const { updated, ...entry } = rowOf(await annas.get('timesheetActionLogs/read', { user_id: anna }));
      assert.match(updated, /^2026-11-20 /);
      assert.deepEqual(entry, {
        id,
        user_id: anna,
        user_department_id: people.north,
        user_role_id: 3,
        date: '2026-11-02',
        type: 'holiday',
        other_paid_leave_id: null,
        value: -0.5,
        value_unit: 'd',
        request_id: null,
        status: 1,
        comment: 'moved house',
        begin: null,
        subtype: 'adjustment',
        from_date: '2026-11-02',
        data: null,
      });
    });

    test('an adjustment is taken back by an entry of its own, once', async () => {
      const client = people.hanna.client;
      const first = rowOf(await adjust(client, {}))['id'];
      const second = rowOf(await adjust(client, {}))['id'];
      await adjust(client, { value: 3 });
      await adjust(client, { date: '2026-11-03' });
      assert.equal(rowOf(await takeBack(client, {}))['value'], -2);
      rowOf(await takeBack(client, { comment: 'twice' }));
      assertRefused(await takeBack(client, {}), { status: 422, code: 'unknown_reference', field: 'value' });
      assertRefused(await takeBack(client, { value: -2 }), {
        status: 422,
        code: 'unknown_reference',
        field: 'value',
      });
      const log = rowsOf(await annas.get('timesheetActionLogs/read'));
      assert.deepEqual(
        log.map((row) => [row['value'], row['subtype'], row['data']]),
        [
          [2, 'adjustment', null],
          [2, 'adjustment', null],
          [3, 'adjustment', null],
          [2, 'adjustment', null],
          [-2, 'adjustment_removed', String(second)],
          [-2, 'adjustment_removed', String(first)],
        ],
      );
      rowOf(await adjust(client, {}));
      rowOf(await takeBack(client, {}));
    });

    test('adjustments are made by administrators, HR managers and who leads the person, never by oneself', async () => {
      for (const client of [
        place.machine,
        place.account.administrator,
        people.hanna.client,
        people.boss.client,
      ])
        rowOf(await adjust(client, {}));
      for (const [client, more] of [
        [annas, {}],
        [people.other.client, {}],
        [people.boss.client, { user_id: people.boss.id }],
      ] as const) {
        for (const act of [adjust, takeBack])
          assertRefused(await act(client, more), { status: 401, code: 'not_allowed' });
      }
    });

    test('an adjustment says whose, when and how much, within the employment', async () => {
      for (const [more, status, code, field] of [
        [{ user_id: null }, 400, 'missing_parameter', 'user_id'],
        [{ date: '' }, 400, 'missing_parameter', 'date'],
        [{ value: null }, 400, 'missing_parameter', 'value'],
        [{ value: 0 }, 422, 'invalid_value', 'value'],
        [{ value: 1.234 }, 422, 'invalid_value', 'value'],
        [{ value: 367 }, 422, 'invalid_value', 'value'],
        [{ user_id: 99_999 }, 422, 'unknown_reference', 'user_id'],
        [{ date: '2026-06-30' }, 422, 'rule_broken', 'date'],
        [{ days: 1 }, 422, 'unknown_parameter', 'days'],
      ] as const) {
        assertRefused(await adjust(place.machine, more), { status, code, field });
      }
      assert.deepEqual(rowsOf(await annas.get('timesheetActionLogs/read')), []);
      const none = await place.machine.get('holidayAdjustment/read');
      assertRefused(none, { status: 404, code: 'unknown_address' });
    });

    test('an approved day takes no adjustment and gives none back', async () => {
      rowOf(await adjust(place.machine, {}));
      written(await annas.put('timesheetAccountings/approve', { date: '2026-11-02' }));
      for (const act of [adjust, takeBack])
        assertRefused(await act(place.machine, {}), { status: 422, code: 'locked', field: 'date' });
    });

    test('who has entries in the log is kept: they are deactivated, not deleted', async () => {
      rowOf(await adjust(place.machine, {}));
      assertRefused(await place.machine.delete(`users/delete/${anna}`), { status: 422, code: 'in_use' });
    });

    test('the summary of the first year is the share that counts, and adjustments change it at once', async () => {
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

    test('a day of another year shows that year; what the account began with is carried', async () => {
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

    test('the holiday year may begin with the day of entry', async () => {
      await place.machine.put(`users/update/${anna}`, { timesheet_holiday_calc_interval_mode: 'entry_date' });
      const { current_period } = await summary(annas);
      assert.deepEqual(
        [current_period.period_from, current_period.period_to, current_period.claim_period],
        ['2026-07-01', '2027-06-30', 25],
      );
    });

    test('today is where the person is', async () => {
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

    test('the account’s own texts in the person’s language stand in the summary', async () => {
      const text = { translation_key: 'CLAM_HOLIDAY', value: 'Urlaubsanspruch', language_id: 2 };
      await place.machine.create('translations', text);
      assert.equal((await summary(annas))['translations'].CLAM_HOLIDAY, 'Holiday entitlement');
      await place.machine.put(`users/update/${anna}`, { language_id: 2 });
      assert.equal((await summary(annas))['translations'].CLAM_HOLIDAY, 'Urlaubsanspruch');
    });

    test('a summary is of one person, of whom the caller may read the accounts', async () => {
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
      assertRefused(included, { status: 422, code: 'invalid_value', field: '_include' });
    });

    test('a summary is written as XML too', async () => {
      const xml = await annas.get(
        'timesheetAccountingSummaries/read',
        { user_id: anna },
        { accept: 'application/xml' },
      );
      assert.match(xml.text, /<current_period>.*<claim_period>12[.]6<\/claim_period>.*<\/current_period>/s);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
