// What people's terms were by date: kept when their record changes, and limits of their own.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { absence } from '../absences/absence.ts';
import type { Envelope } from '../support/client.ts';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { hire, written } from '../time-tracking/booking.ts';
import { setClock } from '../time-tracking/timer/timer.ts';

onEveryEngine(
  'terms of people',
  (place) => {
    let anna = 0;
    before(async () => {
      setClock(place.installation, '2026-11-20 08:00');
      anna = await hire(place.machine, 'anna.terms', {
        entry_date: '2026-01-01',
        annual_hours_per_year: 2000,
        annual_hours_valid_from: '2026-01-01',
      });
    });
    const change = async (more: object): Promise<void> =>
      void written(await place.machine.put(`users/update/${anna}`, more));
    const rowsOf = async (resource: string): Promise<readonly Envelope[]> => {
      const { json, status, text } = await place.machine.get(`${resource}/read`, { user_id: anna });
      assert.equal(status, 200, text);
      return json['Results'];
    };
    const quotas = async (resource: string): Promise<readonly unknown[]> =>
      (await rowsOf(resource)).map(({ quota_value, valid_from }) => [quota_value, valid_from]);

    test('keeps agreed hours a year by date, from today without one', async () => {
      assert.deepEqual(await quotas('annualHoursHistory'), [[2000, '2026-01-01']]);
      await change({ annual_hours_per_year: 1500.5 });
      await change({ notes: 'nothing about hours' });
      await change({ annual_hours_per_year: 1000, annual_hours_valid_from: '2027-01-01' });
      assert.deepEqual(await quotas('annualHoursHistory'), [
        [2000, '2026-01-01'],
        [1500.5, '2026-11-20'],
        [1000, '2027-01-01'],
      ]);
    });

    test('replaces what was to hold from the same day or later on', async () => {
      await change({ annual_hours_per_year: 1200, annual_hours_valid_from: '2026-11-20' });
      assert.deepEqual(await quotas('annualHoursHistory'), [
        [2000, '2026-01-01'],
        [1200, '2026-11-20'],
      ]);
    });

    test('keeps minutes of paid break, and that there are none any more', async () => {
      assert.deepEqual(await quotas('paidBreaksHistory'), []);
      await change({ paid_break_day_quota_in_minutes: 15, paid_break_day_quota_valid_from: '2026-05-01' });
      await change({ paid_break_day_quota_in_minutes: '' });
      assert.deepEqual(await quotas('paidBreaksHistory'), [
        [15, '2026-05-01'],
        [null, '2026-11-20'],
      ]);
    });

    test('notes when a person was archived and came back', async () => {
      const stretches = async (): Promise<readonly unknown[]> =>
        (await rowsOf('usersArchiveHistory')).map(({ active, valid_from, valid_to }) => [
          active,
          valid_from,
          valid_to,
        ]);
      assert.deepEqual(await stretches(), [[1, '2026-11-20', null]]);
      setClock(place.installation, '2026-11-25 08:00');
      await change({ active: 0 });
      setClock(place.installation, '2026-11-27 08:00');
      await change({ active: 1 });
      assert.deepEqual(await stretches(), [
        [1, '2026-11-20', '2026-11-25'],
        [0, '2026-11-25', '2026-11-27'],
        [1, '2026-11-27', null],
      ]);
    });

    test('lists the work schedules of a person with their weekly hours', async () => {
      await change({ timesheet_template_id: 2, timesheet_template_id_valid_starting_from: '2026-12-01' });
      const rows = await rowsOf('userTemplateHistory');
      assert.deepEqual(
        rows.map(({ template_id, template_hours, valid_from, change_type }) => [
          template_id,
          template_hours,
          valid_from,
          change_type,
        ]),
        [
          [1, 40, null, 'assigned'],
          [2, 20, '2026-12-01', 'assigned'],
        ],
      );
    });

    test('shows all terms side by side from each day on which one changes', async () => {
      setClock(place.installation, '2026-11-28 08:00');
      const ben = await hire(place.machine, 'ben.terms', { overtime_allowance_is_all_in: 1 });
      const rule = await place.machine.create('workingTimeBalanceRules', { name: 'At most 40 h' });
      const cycle = await place.machine.create('workingTimeCycles', { name: 'Quarter' });
      const put = async (more: object): Promise<void> =>
        void written(await place.machine.put(`users/update/${ben}`, more));
      const first = {
        all_in: 1,
        overtime_allowance_hours: 0,
        cycle_name: null,
        rule_name: null,
        clear_working_time_saldo: 0,
      };
      const terms = async (path = 'userTemplateHistory/view'): Promise<readonly Envelope[]> => {
        const { json, status, text } = await place.machine.get(path, { user_id: ben });
        assert.equal(status, 200, text);
        return (json['Results'] as readonly Envelope[]).map(
          ({ id, user_id, timesheet_template_name, public_holiday_template_name, ...row }) => {
            assert.deepEqual([typeof id, user_id], ['number', ben]);
            assert.ok(timesheet_template_name !== null && public_holiday_template_name !== null);
            return row;
          },
        );
      };
      await put({
        overtime_allowance_is_all_in: 0,
        overtime_allowance_is_all_in_valid_starting_from: '2027-01-01',
        overtime_allowance_included_overtime_hours_per_cycle: 12.5,
        overtime__all_inc_ov_hours_per_cycle_valid_starting_from: '2027-01-01',
      });
      await put({
        working_time_balance_rule: rule['id'],
        working_time_balance_rule_cycle_id: cycle['id'],
        working_time_balance_rule_valid_from: '2027-03-01',
        overtime_allowance_clear_working_time_saldo_valid_starting_from: '2027-03-01',
      });
      await put({
        working_time_balance_rule_cycle_id: null,
        working_time_balance_rule_valid_from: '2027-06-01',
      });
      const created_at = '2026-11-28 08:00:00';
      const second = { ...first, all_in: 0, overtime_allowance_hours: 12.5, created_at };
      const ruled = { rule_name: 'At most 40 h', clear_working_time_saldo: 1 };
      const expected = [
        { ...first, valid_from: null, created_at },
        { ...second, valid_from: '2027-01-01' },
        { ...second, ...ruled, cycle_name: 'Quarter', valid_from: '2027-03-01' },
        { ...second, ...ruled, valid_from: '2027-06-01' },
      ];
      assert.deepEqual(await terms(), expected);
      assert.deepEqual(await terms('employmentTerms/read'), expected);
    });

    test('gives terms of overtime without a date from today on', async () => {
      setClock(place.installation, '2026-11-29 08:00');
      const eve = await hire(place.machine, 'eve.terms', {});
      written(
        await place.machine.put(`users/update/${eve}`, {
          overtime_allowance_included_overtime_hours_per_cycle: 10,
        }),
      );
      const { json } = await place.machine.get('userTemplateHistory/view', { user_id: eve });
      assert.deepEqual(
        (json['Results'] as readonly Envelope[]).map((row) => [
          row['valid_from'],
          row['overtime_allowance_hours'],
        ]),
        [
          [null, 0],
          ['2026-11-29', 10],
        ],
      );
      const { json: person } = await place.machine.get(`users/read/${eve}`);
      const date = 'overtime__all_inc_ov_hours_per_cycle_valid_starting_from';
      assert.equal(person['Results'][0][date], '2026-11-29');
      assertRefused(await place.machine.get('userTemplateHistory/view'), {
        status: 400,
        code: 'missing_parameter',
        field: 'user_id',
      });
    });

    test('holds the limit of a person in place of that of the type', async () => {
      const training = await place.machine.create('absenceTypes', {
        name_const: 'Training',
        abbreviation_const: 'T',
        cycle_max_days: 5,
      });
      const { absence_type_id, absence_subtype_id } = training;
      const type = { type_id: absence_type_id, subtype_id: absence_subtype_id };
      const pair = { absence_type_id, absence_subtype_id };
      const ask = () =>
        place.machine.post('absences/create', absence(anna, '2026-12-09', '2026-12-10', type));
      const limit = { user_id: anna, ...pair, cycle_id: 3, cycle_max_days: 1 };
      const { id } = await place.machine.create('otherPaidLeaveLimitations', limit);
      assertRefused(await ask(), { status: 422, code: 'rule_broken', field: 'duration' });
      written(await place.machine.put(`otherPaidLeaveLimitations/update/${id}`, { cycle_max_days: 2 }));
      written(await ask());
      const { json } = await place.machine.get('timesheetAccountingSummaries/read', {
        user_id: anna,
        start_date: '2026-12-07',
      });
      const shown = (json['Results'][0].limited_absences as Envelope[]).find(
        ({ subtype_id }) => subtype_id === absence_subtype_id,
      );
      assert.deepEqual([shown?.['limit'], shown?.['available'], shown?.['period_to']], [2, 0, '2026-12-13']);
      const unknown = { ...limit, absence_subtype_id: 999 };
      assertRefused(await place.machine.post('otherPaidLeaveLimitations/create', unknown), {
        status: 422,
        code: 'unknown_reference',
        field: 'absence_subtype_id',
      });
    });
  },
  { startsAt: '2026-11-20T08:00:00Z', timezone: 'Europe/Vienna', flags: { 'access-token-lifetime': '30d' } },
);
