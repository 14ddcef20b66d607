// At its start a server adds to accounts of an older version the rows that new accounts have, once.
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { completeAccounts } from '#accounts/complete-accounts.ts';
import { setEdition } from '#sql/accounts.ts';
import type { Comparison } from '#resource/rule.ts';
import { scheduleOn } from '#domain/schedules/person-days.ts';
import { idsOf, readOne, rowsOf } from '../support/expectations.ts';
import { inAccount } from '../support/account-view.ts';
import { createClient } from '../support/client.ts';
import { storageEngines } from '../support/engines.ts';
import { startInstallation, type Installation, type TestAccount } from '../support/installation.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';
import { assertRebuilt, dayOf } from '../timesheets/timesheets.ts';

const newTables = [
  'person_history',
  'schedule_versions',
  'work_schedule_day_definitions',
  'work_schedule_days',
  'work_schedules',
  'public_holidays',
  'public_holiday_templates',
  'absence_types',
];

/** Has the account completed once more, as if a newer version had started. */
async function forgetEdition({ app, account }: Installation): Promise<void> {
  const edition = 'of before';
  await app.engine.database.write(account.id, (tx) => setEdition(tx, { accountId: account.id, edition }));
}

/** Makes the first account as a version without schedules would have left it. */
async function age(place: Installation): Promise<void> {
  const { app, account } = place;
  await forgetEdition(place);
  await app.engine.database.write(account.id, async (tx) => {
    const { builder } = tx.dialect;
    const emptied = { timesheet_template_id: null, public_holiday_template_id: null };
    await tx.run(builder.updateTable('users').set(emptied).where('account_id', '=', account.id).compile());
    for (const table of newTables) {
      await tx.run(builder.deleteFrom(table).where('account_id', '=', account.id).compile());
      const counter = builder.deleteFrom('row_counters').where('account_id', '=', account.id);
      await tx.run(counter.where('sequence', '=', table).compile());
    }
  });
}

const mondayOf = (schedule: number): readonly Comparison[] => [
  { column: 'timesheet_template_id', is: '=', value: schedule },
  { column: 'weekday_id', is: '=', value: 1 },
];

for (const engine of storageEngines) {
  describe(`accounts of an older version (${engine.name})`, () => {
    const start = async (t: TestContext): Promise<Installation> => {
      const place = await startInstallation({ engine, startsAt: '2026-03-02T12:00:00Z' });
      t.after(() => place.close());
      return place;
    };

    test('adds models of breaks, and counts the gaps of days that were counted without', async (t) => {
      const place = await start(t);
      const { app, account } = place;
      const person = await hire(account.machine, 'pausing', { entry_date: '2026-02-01' });
      for (const [from, to] of [
        ['08:00', '12:00'],
        ['12:30', '16:30'],
      ])
        await account.machine.create(
          'timeTrackings',
          booking(person, { start: `2026-02-26 ${from}`, end: `2026-02-26 ${to}` }),
        );
      await forgetEdition(place);
      await app.engine.database.write(account.id, async (tx) => {
        const { builder } = tx.dialect;
        for (const table of ['automatic_break_template_steps', 'automatic_break_templates']) {
          await tx.run(builder.deleteFrom(table).where('account_id', '=', account.id).compile());
          const counter = builder.deleteFrom('row_counters').where('account_id', '=', account.id);
          await tx.run(counter.where('sequence', '=', table).compile());
        }
        const former = { frame: '{"paid":0,"breaks":null}', unbooked_time: null, break: 0 };
        const days = builder.updateTable('timesheet_accountings').set(former);
        await tx.run(days.where('account_id', '=', account.id).compile());
      });
      await completeAccounts(app.engine);
      const { break: pause, unbooked_time } = await dayOf(account.machine, person, '2026-02-26');
      assert.deepEqual([pause, unbooked_time], [0.5, 0]);
      assert.equal(rowsOf(await account.machine.get('automaticBreakTemplateSteps/read')).length, 8);
      const own = await account.machine.create('automaticBreakTemplates', { templateName: 'Own' });
      assert.equal(own['id'], 6);
    });

    test('adds types, schedules and a calendar, and gives them to people for all dates', async (t) => {
      const place = await start(t);
      const { machine } = place.account;
      const person = await hire(machine, 'old');
      await age(place);
      assert.deepEqual(idsOf(await machine.get('workSchedules/read')), []);
      // Several servers start at once.
      await Promise.all([1, 2, 3].map(() => completeAccounts(place.app.engine)));
      assert.deepEqual(idsOf(await machine.get('absenceTypes/read')), [1, 2, 3, 4, 5, 6]);
      assert.deepEqual(idsOf(await machine.get('workSchedules/read')), [1, 2]);
      assert.equal(rowsOf(await machine.get('publicHolidays/read', { _limit: 100 })).length, 52);
      const row = await readOne(machine, 'users', person);
      assert.deepEqual([row['timesheet_template_id'], row['public_holiday_template_id']], [1, 1]);
      const day = await inAccount(place, (view) => scheduleOn(view, person, '2020-01-01'));
      assert.deepEqual([day?.scheduleId, day?.holidayTemplateId, day?.departmentId], [1, 1, 1]);
      const { assigned_users } = await readOne(machine, 'workSchedules', 1);
      assert.equal(
        assigned_users,
        rowsOf(await machine.get('users/read'))
          .map(({ id }) => id)
          .join(),
      );
    });

    test('restores nothing that an administrator deleted', async (t) => {
      const place = await start(t);
      const { machine } = place.account;
      for (const { id } of rowsOf(await machine.get('absenceTypes/read')))
        await machine.delete(`absenceTypes/delete/${id}`);
      await machine.delete('workSchedules/delete/2');
      written(await machine.put('workSchedules/update/1', { name: 'Ours' }));
      await forgetEdition(place);
      await completeAccounts(place.app.engine);
      assert.deepEqual(idsOf(await machine.get('absenceTypes/read')), []);
      const schedules = rowsOf(await machine.get('workSchedules/read'));
      assert.deepEqual(
        schedules.map(({ id, name }) => [id, name]),
        [[1, 'Ours']],
      );
    });

    test('stores the schedule at server start as the version of all earlier dates', async (t) => {
      const database = await engine.create();
      t.after(() => database.remove());
      const same = { name: engine.name, create: async () => ({ ...database, remove: async () => {} }) };
      const startsAt = '2026-03-02T12:00:00Z';
      const older = await startInstallation({ engine: same, startsAt });
      const person = await hire(older.account.machine, 'steady', { timesheet_template_id: 2 });
      const rival = await older.addAccount('rival');
      const monday = await inAccount(older, (view) => view.find('workScheduleDays', mondayOf(2)));
      const path = `workScheduleDays/update/${monday[0]?.['id']}`;
      written(await older.account.machine.put(path, { hours: 6 }));
      const emptied = 'delete from schedule_versions where account_id =';
      for (const id of [older.account.id, rival.id])
        await older.app.engine.database.write(id, async (tx) => {
          await tx.run({ sql: `${emptied} ${id}`, parameters: [] });
          await setEdition(tx, { accountId: id, edition: 'of before' });
        });
      await older.close();
      const newer = await startInstallation({ engine: same, startsAt, account: 'third' });
      t.after(() => newer.close());
      const place = { ...newer, account: older.account };
      const keptOf = (account: TestAccount): Promise<readonly unknown[]> =>
        inAccount({ ...newer, account }, (view) => {
          const rows = view.find('scheduleVersions', []);
          return rows.map((row) => [row['timesheet_template_id'], row['valid_from']]);
        });
      const first = [
        [1, '0001-01-01'],
        [2, '0001-01-01'],
      ];
      for (const account of [older.account, rival]) assert.deepEqual(await keptOf(account), first);
      const hoursOn = async (date: string): Promise<number | undefined> =>
        (await inAccount(place, (view) => scheduleOn(view, person, date)))?.hours;
      assert.deepEqual([await hoursOn('2020-01-06'), await hoursOn('2020-01-07')], [600, 400]);
      const where = { address: newer.address, account: older.account.name };
      written(await createClient(where, older.account.machine.token).put(path, { hours: 5 }));
      await forgetEdition(place);
      await completeAccounts(newer.app.engine);
      assert.deepEqual(await keptOf(older.account), [...first, [2, '2026-03-02']]);
      assert.deepEqual([await hoursOn('2026-02-23'), await hoursOn('2026-03-02')], [600, 500]);
    });

    test('adds employments and settles months, but for days that are approved', async (t) => {
      const place = await start(t);
      const { app, account } = place;
      const { machine } = account;
      const rule = await machine.create('workingTimeBalanceRules', {
        name: 'Expiry',
        expires_at_cycle_end: 1,
      });
      const cycle = await machine.create('workingTimeCycles', { name: 'Month', length: 'month' });
      const person = await hire(machine, 'ruled', {
        entry_date: '2026-01-01',
        payroll_accounting_initial_value_working_time_total_balance: 500,
        working_time_balance_rule: rule['id'],
        working_time_balance_rule_cycle_id: cycle['id'],
      });
      const settledOn = async (date: string): Promise<number> =>
        (await dayOf(machine, person, date))['overtime_settled'];
      const before = await settledOn('2026-01-31');
      assert.ok(before > 0);
      await app.engine.database.write(account.id, async (tx) => {
        const { builder } = tx.dialect;
        for (const table of ['employments', 'overtime_ledger'])
          await tx.run(builder.deleteFrom(table).where('account_id', '=', account.id).compile());
        const unsettled = builder.updateTable('timesheet_accountings').set({ overtime_settled: 0 });
        await tx.run(unsettled.where('account_id', '=', account.id).compile());
      });
      written(await machine.put('timesheetAccountings/approve', { user_id: person, date: '2026-01-31' }));
      await forgetEdition(place);
      await completeAccounts(app.engine);
      assert.equal(await settledOn('2026-01-31'), 0);
      // 20 working days of February ask for 160 hours.
      assert.equal(await settledOn('2026-02-28'), before - 160);
      const [row, ...more] = rowsOf(await machine.get('employments/read', { user_id: person }));
      assert.deepEqual([row?.['entry_date'], row?.['initial_balance'], more], ['2026-01-01', 500, []]);
      await assertRebuilt({ installation: place }, person);
    });

    test('reports added rows and changed users in delta sync', async (t) => {
      const place = await start(t);
      await age(place);
      const { RequestStartTime } = (await place.account.machine.get('deltaSync/read')).json;
      await completeAccounts(place.app.engine);
      const { json } = await place.account.machine.get('deltaSync/read', { _since: RequestStartTime });
      assert.equal(json['Results'].users.NumResults, 1);
      assert.equal(json['Results'].absenceTypes.NumResults, 6);
      assert.equal(json['Results'].workScheduleDays.NumResults, 14);
    });
  });
}
