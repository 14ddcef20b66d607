// The balance over days: exact sums, paid hours, start and end, approved days, and its format.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Client, Envelope } from '../support/client.ts';
import { absence, holiday, reduction, sickLeave } from '../absences/absence.ts';
import { accountOf, assertRebuilt, dayOf, liftOvertimeLimits } from './timesheets.ts';
import { assertPart, booking, hire, written } from '../time-tracking/booking.ts';
import { setSetting } from '../holidays/holidays.ts';

// 2026-06-01 is a Monday; the server's clock stands on Friday 2026-11-20.
onEveryEngine(
  'timesheet balance',
  (place) => {
    let anna = 0;
    let annas: Client;
    let serial = 0;
    const join = async (more: object): Promise<void> => {
      const username = `balanced.${(serial += 1)}`;
      anna = await hire(place.machine, username, more);
      annas = await place.account.login(username);
    };
    beforeEach(async () => {
      await liftOvertimeLimits(place.machine);
      await join({ entry_date: '2026-06-01' });
    });
    const book = (start: string, end: string): Promise<Envelope> =>
      place.machine.create('timeTrackings', booking(anna, { start, end }));
    const on = (date: string): Promise<Envelope> => dayOf(place.machine, anna, date);
    const totalOn = async (date: string): Promise<number> => (await on(date))['working_time_total_balance'];
    const change = async (more: object): Promise<void> =>
      void written(await place.machine.put(`users/update/${anna}`, more));
    const approve = (client: Client, date: string) =>
      client.put('timesheetAccountings/approve', { user_id: anna, date });
    const unapprove = (client: Client, date: string) =>
      client.put('timesheetAccountings/unapprove', { user_id: anna, date });

    test('has a row for each day from entry to the end of next year', async () => {
      const rows = await accountOf(place.machine, anna, ['2026-01-01', '2030-12-31']);
      assert.deepEqual(
        [rows[0]?.['date'], rows.at(-1)?.['date'], rows.length],
        ['2026-06-01', '2027-12-31', 579],
      );
      assertPart(rows[0] as Envelope, {
        date: '2026-06-01',
        target_working_hours: 8,
        working_time: 0,
        working_time_daily_balance: -8,
        workday: 1,
        weekday: 1,
      });
      await assertRebuilt(place, anna);
    });

    test('moves every later balance when a past booking changes', async () => {
      const before = (await on('2026-11-20'))['working_time_total_balance'];
      const { id } = await book('2026-06-02 08:00', '2026-06-02 18:30');
      assertPart(await on('2026-06-02'), { working_time: 10.5, working_time_daily_balance: 2.5 });
      assert.equal((await on('2026-11-20'))['working_time_total_balance'], before + 10.5);
      await place.machine.put('timeTrackings/update', { id, end_time: '2026-06-02 08:20:00' });
      assert.equal((await on('2026-11-20'))['working_time_total_balance'], before + 0.33);
      await assertRebuilt(place, anna);
      await place.machine.delete(`timeTrackings/delete/${id}`);
      assert.equal((await on('2026-11-20'))['working_time_total_balance'], before);
      await assertRebuilt(place, anna);
    });

    test('sums exact seconds: three times 20 s are 0.01 h each and 0.02 h together', async () => {
      await change({ timesheet_template_id: 2, timesheet_template_id_valid_starting_from: '2026-06-01' });
      for (const date of ['2026-06-06', '2026-06-07', '2026-06-13'])
        await book(`${date} 10:00:00`, `${date} 10:00:20`);
      const days = await accountOf(place.machine, anna, ['2026-06-01', '2026-06-14']);
      const weekend = days.filter(({ working_time }) => working_time !== 0);
      assert.deepEqual(
        weekend.map((day) => [day['working_time'], day['working_time_daily_balance']]),
        [
          [0.01, 0.01],
          [0.01, 0.01],
          [0.01, 0.01],
        ],
      );
      // Nine days of four hours are owed: Corpus Christi is the 4th.
      assert.deepEqual([await totalOn('2026-06-07'), await totalOn('2026-06-14')], [-15.99, -35.98]);
      await assertRebuilt(place, anna);
    });

    test('sums initial value and daily balances less paid overtime and time off', async () => {
      await change({ payroll_accounting_initial_value_working_time_total_balance: 12.5 });
      await book('2026-06-01 08:00', '2026-06-01 18:00');
      await book('2026-06-02 08:00', '2026-06-02 16:00');
      await place.machine.create('absences', absence(anna, '2026-06-03', '2026-06-03', reduction));
      written(
        await place.machine.put('timesheetAccountings/update', {
          id: (await on('2026-06-02'))['id'],
          overtime_paid: 5.25,
        }),
      );
      const totals: Record<string, number> = {
        '06-01': 14.5,
        '06-02': 9.25,
        '06-03': 1.25,
        '06-04': 1.25,
        '06-05': -6.75,
      };
      for (const [date, total] of Object.entries(totals))
        assert.equal(await totalOn(`2026-${date}`), total, date);
      await change({ payroll_accounting_initial_value_working_time_total_balance: -1 });
      assert.deepEqual(
        [await totalOn('2026-06-03'), await totalOn('2026-11-20')],
        [-12.25, (await totalOn('2026-11-19')) - 8],
      );
      const days = await accountOf(place.machine, anna, ['2026-06-01', '2026-11-20']);
      const sum = days.reduce(
        (total, day) =>
          total + day['working_time_daily_balance'] - day['overtime_paid'] - day['overtime_reduction'],
        -1,
      );
      assert.equal(days.at(-1)?.['working_time_total_balance'], sum);
      await assertRebuilt(place, anna);
    });

    test('starts with the payroll start date and ignores earlier days', async () => {
      await book('2026-06-02 08:00', '2026-06-02 20:00');
      written(await approve(annas, '2026-06-02'));
      await change({
        payroll_accounting_starts_at: '2026-06-08',
        payroll_accounting_initial_value_working_time_total_balance: 3,
      });
      const rows = await accountOf(place.machine, anna, ['2026-01-01', '2026-06-08']);
      // The approved day stays, with its amounts.
      assert.deepEqual(
        rows.map((row) => [
          row['date'],
          row['working_time_daily_balance'],
          row['working_time_total_balance'],
        ]),
        [
          ['2026-06-02', 4, 3],
          ['2026-06-08', -8, -5],
        ],
      );
      await assertRebuilt(place, anna);
      await change({ payroll_accounting_starts_at: null });
      assert.equal(await totalOn('2026-06-08'), 3 - 8 + 4 - 16 - 8);
      await assertRebuilt(place, anna);
    });

    test('ends with the exit date and continues when it is removed', async () => {
      await change({ exit_date: '2026-06-10' });
      const days = (): Promise<readonly Envelope[]> =>
        accountOf(place.machine, anna, ['2026-01-01', '2030-12-31']);
      assert.deepEqual([(await days()).length, (await days()).at(-1)?.['date']], [10, '2026-06-10']);
      await change({ exit_date: null });
      assert.deepEqual([(await days()).length, (await days()).at(-1)?.['date']], [579, '2027-12-31']);
      await change({ entry_date: '2026-06-09' });
      assert.deepEqual([(await days())[0]?.['date'], await totalOn('2026-06-10')], ['2026-06-09', -16]);
      await change({ entry_date: null });
      assert.deepEqual(await days(), []);
      await assertRebuilt(place, anna);
    });

    test('applies a schedule from its date on and keeps earlier days', async () => {
      await change({ timesheet_template_id: 2, timesheet_template_id_valid_starting_from: '2026-06-10' });
      assert.deepEqual([await totalOn('2026-06-09'), await totalOn('2026-06-12')], [-8 * 6, -8 * 6 - 12]);
      await change({ timesheet_template_id: 1, timesheet_template_id_valid_starting_from: '2026-07-01' });
      assert.deepEqual(
        [await totalOn('2026-06-12'), (await on('2026-07-01'))['target_working_hours']],
        [-8 * 6 - 12, 8],
      );
      await assertRebuilt(place, anna);
    });

    test('keeps the amounts of an approved day and carries the balance through it', async () => {
      await book('2026-06-03 08:00', '2026-06-03 17:00');
      await approve(annas, '2026-06-03');
      const frozen = await on('2026-06-03');
      assertPart(frozen, { approved_by_user: 1, working_time: 9, target_working_hours: 8, break: 0 });
      await setSetting(place.machine, 'automatic_break_rule', 'german');
      await change({ timesheet_template_id: 2, timesheet_template_id_valid_starting_from: '2026-06-01' });
      const late = { template_id: 1, date: '2026-06-03', name: 'Late' };
      const { id: festival } = await place.machine.create('publicHolidays', late);
      await place.machine.create('absences', absence(anna, '2026-06-01', '2026-06-05', sickLeave));
      const kept = await on('2026-06-03');
      const { data_changed: _changed, working_time_total_balance: total, ...amounts } = kept;
      const { data_changed: _before, working_time_total_balance: _total, ...former } = frozen;
      assert.deepEqual(amounts, former);
      assert.equal(total, 1, 'two days of sick leave, and the hour of the approved day');
      await assertRebuilt(place, anna);
      // Once it is open again, it is what everything says by now: nine hours, a holiday, and no target.
      written(await unapprove(annas, '2026-06-03'));
      assertPart(await on('2026-06-03'), {
        working_time: 8.5,
        break: 0.5,
        target_working_hours: 0,
        public_holiday: 1,
      });
      assert.equal(await totalOn('2026-06-05'), 8.5);
      await assertRebuilt(place, anna);
      await setSetting(place.machine, 'automatic_break_rule', 'off');
      await place.machine.delete(`publicHolidays/delete/${festival}`);
      assertPart(await on('2026-06-03'), {
        working_time: 9,
        target_working_hours: 0,
        sick_leave: 1,
        public_holiday: 0,
      });
      await assertRebuilt(place, anna);
    });

    test('writes equal days in JSON and XML and aggregates exact amounts', async () => {
      for (const minute of [0, 1, 2])
        await book(`2026-06-06 10:0${minute}:00`, `2026-06-06 10:0${minute}:20`);
      await book('2026-06-07 10:00:00', '2026-06-07 10:00:20');
      await place.machine.create('absences', absence(anna, '2026-06-08', '2026-06-08', holiday));
      const range = { user_id: anna, date: '2026-06-06|2026-06-08', _op__date: 'betw' };
      const query = { ...range, _order_by: 'date' };
      const fields = [
        'date',
        'working_time',
        'working_time_daily_balance',
        'working_time_total_balance',
        'holiday',
        'begin_time',
        'end_time',
      ];
      const days = rowsOf(await annas.get('timesheetAccountings/read', { ...query, _fields: fields.join() }));
      assert.deepEqual(
        days.map((day) => fields.map((name) => day[name])),
        [
          ['2026-06-06', 0.02, 0.02, -31.98, 0, '10:00:00', '10:02:20'],
          ['2026-06-07', 0.01, 0.01, -31.98, 0, '10:00:00', '10:00:20'],
          ['2026-06-08', 0, 0, -31.98, 1, null, null],
        ],
      );
      const xml = await annas.get(
        'timesheetAccountings/read',
        { ...query, _fields: fields.join() },
        { accept: 'application/xml' },
      );
      const inXml = [...xml.text.matchAll(/<Results>(.*?)<\/Results>/gs)].map(([, row = '']) =>
        fields.map((name) => new RegExp(`<${name}>(.*?)</${name}>`).exec(row)?.[1] ?? ''),
      );
      assert.deepEqual(
        inXml,
        days.map((day) => fields.map((name) => String(day[name] ?? ''))),
      );
      const [sums] = rowsOf(
        await annas.get('timesheetAccountings/read', { ...range, _aggregate__working_time: 'sum' }),
      );
      assert.equal(sums?.['working_time'], 0.02, '80 seconds');
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
