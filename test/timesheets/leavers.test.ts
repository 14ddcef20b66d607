// Days outside the employment, after an earlier exit or a later start, count in no balance. 2026-06-01 is a Monday.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { exportAccount } from '#accounts/export-account.ts';
import { rebuildPerson, verifyPerson } from '#domain/timesheets/rebuild.ts';
import { assertRefused, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { readCsv } from '../export/read-csv.ts';
import { inAccount } from '../support/account-view.ts';
import type { Envelope } from '../support/client.ts';
import { accountOf, assertRebuilt, dayOf, liftOvertimeLimits } from './timesheets.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';
import { summaryOf } from '../holidays/holidays.ts';

onEveryEngine(
  'days outside employment',
  (place) => {
    let anna = 0;
    let username = '';
    let serial = 0;
    const change = async (more: object): Promise<void> =>
      void written(await place.machine.put(`users/update/${anna}`, more));
    const write = async (date: string, more: object): Promise<void> => {
      const { id } = await dayOf(place.machine, anna, date);
      written(await place.machine.put(`timesheetAccountings/update/${id}`, more));
    };
    const approve = async (date: string): Promise<void> =>
      void written(await place.machine.put('timesheetAccountings/approve', { user_id: anna, date }));
    const days = (): Promise<readonly Envelope[]> =>
      accountOf(place.machine, anna, ['2026-05-01', '2026-06-30']);
    const dates = async (): Promise<readonly string[]> =>
      (await days()).map(({ date }) => String(date).slice(5));
    const june = async (): Promise<Envelope | undefined> => {
      const period = { date_from: '2026-06-01', date_to: '2026-06-30' };
      return rowsOf(await place.machine.get('overtimeReports/read', { user_id: anna, ...period }))[0];
    };
    /** The lines of June's timesheet: what a column says on days, and before and after them. */
    const exported = async (column: string): Promise<Readonly<Record<string, string>>> => {
      const out = new PassThrough();
      const { app, account } = place.installation;
      const month = { month: '2026-06', format: 'csv', username, account: account.name } as const;
      const [csv] = await Promise.all([
        text(out),
        exportAccount(app.engine, out, month).then(() => out.end()),
      ]);
      const [headings = [], ...rows] = readCsv(csv);
      const at = (name: string): number => headings.indexOf(name);
      return Object.fromEntries(
        rows.map((row) => [row[at('Date')] || row[at('Row')], row[at(column)] as string]),
      );
    };

    beforeEach(async () => {
      await liftOvertimeLimits(place.machine);
      username = `leaver.${(serial += 1)}`;
      anna = await hire(place.machine, username, {
        entry_date: '2026-06-01',
        payroll_accounting_initial_value_working_time_total_balance: 3,
      });
      for (const date of ['2026-06-01', '2026-06-02', '2026-06-03'])
        await place.machine.create(
          'timeTrackings',
          booking(anna, { start: `${date} 08:00`, end: `${date} 18:00` }),
        );
      await approve('2026-06-04');
      await approve('2026-06-10');
      await write('2026-06-11', { overtime_paid: 5 });
      await write('2026-06-12', { additions: 1.5 });
      await write('2026-06-15', { comment: 'garden leave' });
    });

    test('counts no day after an earlier exit in balances, reports and exports', async () => {
      await change({ exit_date: '2026-06-03' });
      assert.deepEqual(await dates(), [
        '06-01',
        '06-02',
        '06-03',
        '06-04',
        '06-10',
        '06-11',
        '06-12',
        '06-15',
      ]);
      assert.equal((await dayOf(place.machine, anna, '2026-06-03'))['working_time_total_balance'], 9);
      const report = (await june()) as Envelope;
      assert.deepEqual(
        [
          report['opening_balance'],
          report['working_time_total_balance'],
          report['working_time_daily_balance'],
          report['total_working_time'],
          report['target_working_hours'],
          report['overtime_paid'],
          report['additions'],
        ],
        [3, 9, 6, 30, 24, 0, 0],
      );
      const balances = await exported('Balance');
      assert.deepEqual(
        Object.keys(balances).filter((line) => line.startsWith('2026')),
        ['2026-06-01', '2026-06-02', '2026-06-03'],
      );
      assert.deepEqual([balances['carried over'], balances['total']], ['3:00:00', '9:00:00']);
      await assertRebuilt(place, anna);
      await change({ exit_date: '2026-06-30' });
      // Corpus Christi is the 4th: it has no target.
      assert.equal((await june())?.['working_time_total_balance'], 3 + 3 * 2 - 18 * 8 - 5 + 1.5);
      await assertRebuilt(place, anna);
    });

    test('counts no day before a later start date', async () => {
      for (const later of [{ payroll_accounting_starts_at: '2026-06-05' }, { entry_date: '2026-06-05' }]) {
        await change(later);
        assert.equal((await dates())[0], '06-04');
        const report = (await june()) as Envelope;
        assert.equal(report['opening_balance'], 3);
        assert.equal(
          report['working_time_total_balance'],
          (await days()).at(-1)?.['working_time_total_balance'],
        );
        assert.equal((await exported('Balance'))['carried over'], '3:00:00');
        await assertRebuilt(place, anna);
        await change({ payroll_accounting_starts_at: null, entry_date: '2026-06-01' });
      }
    });

    test('omits users without a counted day in the period from reports', async () => {
      const booked = { user_id: anna, _op__start_date: 'gteq', start_date: '2026-06-01' };
      for (const { id } of rowsOf(await place.machine.get('timeTrackings/read', booked)))
        await place.machine.delete(`timeTrackings/delete/${id}`);
      await change({ entry_date: '2026-05-04', exit_date: '2026-05-29' });
      assert.equal((await dates()).at(-1), '06-15');
      assert.equal(await june(), undefined);
      await assert.rejects(exported('Balance'), /has no day in 2026-06/);
    });

    test('deletes a day with the last approval, amount or remark on it', async () => {
      await change({ exit_date: '2026-06-03' });
      place.installation.clock.shift += 5_000;
      const { RequestStartTime } = (await place.machine.get('timesheetAccountings/read', { _limit: 0 })).json;
      const before = await days();
      place.installation.clock.shift += 5_000;
      const { administrator } = place.account;
      for (const date of ['2026-06-04', '2026-06-10'])
        assert.equal(
          (await administrator.put('timesheetAccountings/unapprove', { user_id: anna, date })).json[
            'NumResults'
          ],
          0,
        );
      const update = async (date: string, more: object): Promise<unknown> => {
        const { id } = before.find((day) => day['date'] === date) as Envelope;
        return (await place.machine.put(`timesheetAccountings/update/${id}`, more)).json['NumResults'];
      };
      assert.equal(await update('2026-06-11', { comment: 'x' }), 1);
      assert.equal(await update('2026-06-11', { comment: '', overtime_paid: 0 }), 0);
      assert.equal(await update('2026-06-12', { additions: 0 }), 0);
      assert.equal(await update('2026-06-15', { comment: null }), 0);
      assert.deepEqual(await dates(), ['06-01', '06-02', '06-03']);
      const { json } = await place.machine.get('timesheetAccountings/read', {
        user_id: anna,
        _since: RequestStartTime,
        _fetch_deleted: 1,
      });
      assert.deepEqual(
        json['Deleted'].map(({ id }: Envelope) => id).sort(),
        before
          .slice(3)
          .map(({ id }) => id)
          .sort(),
      );
      await assertRebuilt(place, anna);
    });

    test('refuses hours and approval', async () => {
      await change({ exit_date: '2026-06-03' });
      const refused = { status: 422, code: 'rule_broken', field: 'date' } as const;
      const { id } = await dayOf(place.machine, anna, '2026-06-15');
      for (const more of [{ overtime_paid: 1 }, { additions: -1 }])
        assertRefused(await place.machine.put(`timesheetAccountings/update/${id}`, more), refused);
      assertRefused(await place.machine.put('timesheetAccountings/approve', { id }), refused);
    });

    test('reports and removes rows without amounts on verify and rebuild', async () => {
      await change({ exit_date: '2026-06-03' });
      const extra = { user_id: anna, date: '2026-07-01', month: 7, working_time_daily_balance: -3600 };
      const id = await inAccount(place.installation, (view) => view.insert('timesheetAccountings', extra));
      assert.deepEqual(await inAccount(place.installation, (view) => verifyPerson(view, anna)), [
        { resource: 'timesheetAccountings', key: '2026-07-01', field: null, stored: id, expected: null },
      ]);
      assert.equal(await inAccount(place.installation, (view) => rebuildPerson(view, anna)), 1);
      await assertRebuilt(place, anna);
    });

    test('shows the final overtime in summaries after the exit', async () => {
      const overtime = async (start_date: string): Promise<Envelope | null> =>
        (await summaryOf(place.machine, anna, { start_date }))['overtime'];
      await change({ exit_date: '2026-06-03' });
      for (const date of ['2026-06-03', '2026-06-04', '2026-06-10', '2026-11-20', '2031-01-01'])
        assert.deepEqual((await overtime(date))?.['overtime_hours'], '9:00', date);
      assert.equal((await overtime('2026-06-02'))?.['overtime_saldo'], 7);
      assert.equal(await overtime('2026-05-31'), null);
      await change({ entry_date: '2026-06-02', exit_date: '2026-06-30' });
      assert.equal(await overtime('2026-06-01'), null);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z', timezone: 'Europe/Vienna' },
);
