// People who come back: two employments, each with its own dates, account and entitlement to holiday.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { rebuildAccounts, verifyAccounts } from '#accounts/check-accounts.ts';
import { settleDue } from '#accounts/settle-due.ts';
import { absence } from '../absences/absence.ts';
import { run } from '../sql/scratch.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { assertRefused, readOne, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { summaryOf } from '../holidays/holidays.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';
import { hireWithTimer, setClock } from '../time-tracking/timer/timer.ts';
import { accountOf, assertRebuilt, dayOf, liftOvertimeLimits } from '../timesheets/timesheets.ts';

onEveryEngine(
  'people who come back',
  (place) => {
    const first = { entry_date: '2026-01-01', exit_date: '2026-03-31' };
    before(async () => {
      setClock(place.installation, '2026-06-12 12:00');
      await liftOvertimeLimits(place.machine);
    });
    const employmentsOf = async (person: number): Promise<readonly Envelope[]> =>
      rowsOf(await place.machine.get('employments/read', { user_id: person, _order_by: 'entry_date' }));
    const datesOf = async (person: number): Promise<readonly unknown[]> =>
      (await employmentsOf(person)).map(({ entry_date, exit_date, initial_balance }) => [
        entry_date,
        exit_date,
        initial_balance,
      ]);
    const comeBack = (person: number, more: object = {}): Promise<Answer> =>
      place.machine.post('employments/create', { user_id: person, entry_date: '2026-06-01', ...more });
    const book = (person: number, date: string, end = '18:00'): Promise<Answer> =>
      place.machine.post(
        'timeTrackings/create',
        booking(person, { start: `${date} 08:00`, end: `${date} ${end}` }),
      );
    const balanceOn = async (person: number, date: string): Promise<unknown> =>
      (await dayOf(place.machine, person, date))['working_time_total_balance'];

    test('show the last employment in their row and write it there', async () => {
      const anna = await hire(place.machine, 'anna.back', {
        ...first,
        payroll_accounting_initial_value_working_time_total_balance: 2.5,
      });
      assert.deepEqual(await datesOf(anna), [['2026-01-01', '2026-03-31', 2.5]]);
      written(await comeBack(anna, { initial_balance: 1.25 }));
      const row = await readOne(place.machine, 'users', anna);
      const shown = [
        'entry_date',
        'exit_date',
        'payroll_accounting_initial_value_working_time_total_balance',
      ];
      assert.deepEqual(
        shown.map((name) => row[name]),
        ['2026-06-01', null, 1.25],
      );
      written(
        await place.machine.put(`users/update/${anna}`, {
          exit_date: '2026-12-31',
          payroll_accounting_initial_value_working_time_total_balance: 3,
        }),
      );
      assert.deepEqual(await datesOf(anna), [
        ['2026-01-01', '2026-03-31', 2.5],
        ['2026-06-01', '2026-12-31', 3],
      ]);
      await assertRebuilt(place, anna);
      const [, second] = await employmentsOf(anna);
      assert.equal((await place.machine.delete(`employments/delete/${second?.['id']}`)).status, 200);
      assert.equal((await readOne(place.machine, 'users', anna))['exit_date'], '2026-03-31');
      await assertRebuilt(place, anna);
    });

    test('have no day of the account between and begin it anew', async () => {
      const ben = await hire(place.machine, 'ben.back', first);
      written(await book(ben, '2026-03-31'));
      const atExit = await balanceOn(ben, '2026-03-31');
      written(await comeBack(ben));
      const days = await accountOf(place.machine, ben, ['2026-03-30', '2026-06-03']);
      assert.deepEqual(
        days.map(({ date }) => date),
        ['2026-03-30', '2026-03-31', '2026-06-01', '2026-06-02', '2026-06-03'],
      );
      assert.equal(await balanceOn(ben, '2026-03-31'), atExit);
      assert.equal(await balanceOn(ben, '2026-06-01'), -8);
      written(await book(ben, '2026-06-01'));
      written(await book(ben, '2026-02-02'));
      assert.equal(await balanceOn(ben, '2026-06-01'), 2);
      assert.equal(await balanceOn(ben, '2026-03-31'), Number(atExit) + 10);
      await assertRebuilt(place, ben);
      const [former] = await employmentsOf(ben);
      written(await place.machine.put(`employments/update/${former?.['id']}`, { initial_balance: 5 }));
      assert.equal(await balanceOn(ben, '2026-03-31'), Number(atExit) + 15);
      assert.equal(await balanceOn(ben, '2026-06-01'), 2);
      await assertRebuilt(place, ben);
      const report = async (date_from: string): Promise<unknown> => {
        const query = { user_id: ben, date_from, date_to: '2026-06-01' };
        const [row] = rowsOf(await place.machine.get('overtimeReports/read', query));
        return [row?.['opening_balance'], row?.['working_time_total_balance']];
      };
      assert.deepEqual(await report('2026-01-01'), [5, 2]);
      assert.deepEqual(await report('2026-06-01'), [0, 2]);
    });

    test('come back within the month in which they left', async () => {
      const cleo = await hire(place.machine, 'cleo.back', {
        entry_date: '2026-05-01',
        exit_date: '2026-05-08',
      });
      written(await book(cleo, '2026-05-05'));
      written(await comeBack(cleo, { entry_date: '2026-05-18', initial_balance: 4 }));
      assert.equal(await balanceOn(cleo, '2026-05-18'), -4);
      written(await book(cleo, '2026-05-07'));
      assert.equal(await balanceOn(cleo, '2026-05-18'), -4);
      assert.equal(await balanceOn(cleo, '2026-06-01'), -4 - 8 * 9);
      await assertRebuilt(place, cleo);
    });

    test('have nothing booked between two employments', async () => {
      const dora = await hire(place.machine, 'dora.back', first);
      written(await comeBack(dora));
      for (const date of ['2026-04-01', '2026-05-29']) {
        const refusal = { status: 422, code: 'rule_broken', field: 'start_time' } as const;
        const { ErrorMessage } = assertRefused(await book(dora, date), refusal);
        assert.match(String(ErrorMessage), /from 2026-01-01 to 2026-03-31 and from 2026-06-01 on/);
      }
      written(await book(dora, '2026-03-31'));
      const [former] = await employmentsOf(dora);
      assertRefused(
        await place.machine.put(`employments/update/${former?.['id']}`, { exit_date: '2026-03-30' }),
        {
          status: 422,
          code: 'rule_broken',
          field: 'exit_date',
        },
      );
      const away = await place.machine.post('absences/create', absence(dora, '2026-04-07', '2026-04-07'));
      assertRefused(away, { status: 422, code: 'rule_broken', field: 'from_date' });
    });

    test('refuse employments that overlap or do not end', async () => {
      const emil = await hire(place.machine, 'emil.back', { entry_date: '2026-01-01' });
      const refused = (field: string) => ({ status: 422, code: 'rule_broken', field }) as const;
      assertRefused(await comeBack(emil), refused('entry_date'));
      written(await place.machine.put(`users/update/${emil}`, { exit_date: '2026-03-31' }));
      assertRefused(await comeBack(emil, { entry_date: '2026-03-31' }), refused('entry_date'));
      const start = 'payroll_accounting_starts_at';
      for (const day of ['2026-03-01', '2026-03-31'])
        assertRefused(await comeBack(emil, { [start]: day }), refused(start));
      assertRefused(await comeBack(emil, { exit_date: '2026-05-31' }), refused('exit_date'));
      written(await comeBack(emil));
      assertRefused(
        await place.machine.put(`users/update/${emil}`, { entry_date: '2026-03-15' }),
        refused('entry_date'),
      );
    });

    test('keep others than administrators and HR managers from writing employments', async () => {
      const frida = await hire(place.machine, 'frida.back', { entry_date: '2026-01-01' });
      const hr = await hire(place.machine, 'hr.back', { entry_date: '2026-01-01', hr_manager: 1 });
      const clientOf = (name: string): Promise<Client> => place.account.login(name);
      const [own] = await employmentsOf(frida);
      const other = await employmentsOf(hr);
      const path = `employments/update/${own?.['id']}`;
      const change = { initial_balance: 9 };
      assert.equal((await (await clientOf('frida.back')).put(path, change)).status, 401);
      written(await (await clientOf('hr.back')).put(path, change));
      const self = `employments/update/${other[0]?.['id']}`;
      assert.equal((await (await clientOf('hr.back')).put(self, change)).status, 401);
    });

    test('never take the last administrator who stays along', async () => {
      const other = await place.installation.addAccount('alone');
      await other.machine.put('users/update/1', { entry_date: '2026-01-01' });
      const [own] = rowsOf(await other.machine.get('employments/read', { user_id: 1 }));
      const path = `employments/update/${own?.['id']}`;
      assertRefused(await other.machine.put(path, { exit_date: '2026-12-31' }), {
        status: 422,
        code: 'rule_broken',
        field: 'exit_date',
      });
      await hire(other.machine, 'second.chief', { internal_user_group: 1 });
      written(await other.machine.put(path, { exit_date: '2026-12-31' }));
    });

    test('have a last row that accounts verify compares with their own', async () => {
      const ines = await hire(place.machine, 'ines.back', first);
      written(await comeBack(ines));
      const { engine } = place.installation.app;
      const { id, name: account } = place.account;
      const accounts = { account, username: 'ines.back', onPerson: () => {} };
      const found = async (): Promise<readonly unknown[]> =>
        (await verifyAccounts(engine, accounts)).flatMap((one) =>
          one.found.map(({ resource, field, stored, expected }) => [resource, field, stored, expected]),
        );
      assert.deepEqual(await found(), []);
      await engine.database.write(id, (tx) =>
        run(
          tx,
          "update employments set entry_date = '2026-06-05' where account_id = ? and user_id = ? and entry_date = '2026-06-01'",
          id,
          ines,
        ),
      );
      assert.deepEqual(await found(), [['employments', 'entry_date', '2026-06-05', '2026-06-01']]);
      await rebuildAccounts(engine, accounts);
      assert.deepEqual(await found(), []);
      assert.deepEqual((await datesOf(ines))[1], ['2026-06-01', null, 0]);
    });

    test('count as administrators only while they are employed', async () => {
      const { machine, administrator } = await place.installation.addAccount('returning');
      await machine.put('users/update/1', { entry_date: '2026-01-01' });
      const chief = await hire(machine, 'chief.back', { ...first, internal_user_group: 1 });
      const setOwn = (): Promise<Answer> =>
        administrator.put('users/update/1', { payroll_accounting_initial_value_holiday: 1 });
      written(await machine.post('employments/create', { user_id: chief, entry_date: '2026-09-01' }));
      written(await setOwn());
      const [, second] = rowsOf(await machine.get('employments/read', { user_id: chief, _order_by: 'id' }));
      written(await machine.put(`employments/update/${second?.['id']}`, { entry_date: '2026-06-01' }));
      const other = { payroll_accounting_initial_value_holiday: 2 };
      assert.equal((await administrator.put('users/update/1', other)).status, 401);
    });

    test('have holiday adjusted in each employment and not between', async () => {
      const jana = await hire(place.machine, 'jana.back', {
        ...first,
        timesheet_holiday_calc_yearly_amount: 25,
      });
      written(await comeBack(jana));
      const adjust = (date: string): Promise<Answer> =>
        place.machine.put('holidayAdjustment/add', { user_id: jana, date, value: 2, comment: 'by hand' });
      for (const date of ['2026-02-02', '2026-06-02']) assert.equal((await adjust(date)).status, 200);
      assertRefused(await adjust('2026-04-02'), { status: 422, code: 'rule_broken', field: 'date' });
      const left = async (date: string): Promise<unknown> =>
        (await dayOf(place.machine, jana, date))['holiday_balance'];
      assert.deepEqual(
        [await left('2026-03-31'), await left('2026-06-01'), await left('2026-06-02')],
        [8.16, 14.66, 16.66],
      );
      await assertRebuilt(place, jana);
    });

    test('are entitled to holiday for the days of each employment', async () => {
      const gina = await hire(place.machine, 'gina.back', {
        ...first,
        timesheet_holiday_calc_yearly_amount: 25,
      });
      written(await comeBack(gina));
      const left = async (date: string): Promise<unknown> =>
        (await dayOf(place.machine, gina, date))['holiday_balance'];
      // 90 and 214 of 365 days.
      assert.equal(await left('2026-03-31'), 6.16);
      assert.equal(await left('2026-06-01'), 14.66);
      const { current_period } = await summaryOf(place.machine, gina, { start_date: '2026-06-12' });
      assert.equal(current_period['claim_holiday'], 14.66);
      await assertRebuilt(place, gina);
    });

    test('log in until the first exit and again from the day of the return', async () => {
      setClock(place.installation, '2026-07-01 08:00');
      const { person, client, start } = await hireWithTimer(place, 'hugo.back', {
        entry_date: '2026-07-01',
        timezone: 'UTC',
      });
      await place.machine.put(`users/update/${person}`, { exit_date: '2026-07-01' });
      written(await comeBack(person, { entry_date: '2026-07-04' }));
      const running = (await start({ task_id: 4 })).json['Results'][0];
      assert.equal((await client.get('users/me')).status, 200);
      setClock(place.installation, '2026-07-02 00:00');
      assert.equal((await client.get('users/me')).status, 401);
      await assert.rejects(place.account.login('hugo.back'), /invalid_grant/);
      await settleDue(place.installation.app.engine);
      const ended = await readOne(place.machine, 'timeTrackings', running['id']);
      assert.equal(ended['end_time_timezone'], 'UTC');
      assert.equal(ended['end_time'], '2026-07-02 00:00:00');
      setClock(place.installation, '2026-07-04 00:00');
      const again = await place.account.login('hugo.back');
      assert.equal((await again.get('users/me')).status, 200);
      await assertRebuilt(place, person);
    });

    test('begin the second account at its midnight', async () => {
      setClock(place.installation, '2026-07-08 12:00');
      const ida = await hire(place.machine, 'ida.back', {
        entry_date: '2026-07-01',
        exit_date: '2026-07-07',
      });
      written(await comeBack(ida, { entry_date: '2026-07-10', initial_balance: 6 }));
      assert.equal(await balanceOn(ida, '2026-07-10'), null);
      setClock(place.installation, '2026-07-10 12:00');
      assert.equal(await balanceOn(ida, '2026-07-10'), -2);
      await assertRebuilt(place, ida);
    });
  },
  { startsAt: '2026-06-12T12:00:00Z', flags: { 'access-token-lifetime': '30d' } },
);
