// Holiday as years pass. Each block starts its own installation, because its clock never goes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extendDayAccounts } from '#accounts/extend-day-accounts.ts';
import { findShortAccounts } from '#sql/accounts.ts';
import { rowsOf } from '../support/expectations.ts';
import { onEveryEngine, type Place } from '../support/on-every-engine.ts';
import { setClock } from '../support/installation.ts';
import { absence, enter } from '../absences/absence.ts';
import { hire, written } from '../time-tracking/booking.ts';
import { assertSettled, daysIn, ledgerOf, setSetting, shownEntries, summaryOf } from './holidays.ts';

const options = { startsAt: '2025-11-20T12:00:00Z', flags: { 'access-token-lifetime': '30d' } };
const usual = { entry_date: '2025-01-01', timesheet_holiday_calc_yearly_amount: 20 };

/** The same place at noon of another date, with a token that is not that old. */
async function at(place: Place, date: string): Promise<Place> {
  const { installation, account } = place;
  setClock(installation.clock, `${date}T12:00:00Z`);
  return { installation, account, machine: await account.login('admin') };
}

onEveryEngine(
  'expiring holiday',
  (place) => {
    test('expires 10, 2, 0, 0 of 10 carried days when 0, 8, 10, 12 are taken in time', async () => {
      await setSetting(place.machine, 'holiday_carry_over_expires', '03-31');
      const people: { id: number; taken: number; expired: number; left: number }[] = [];
      for (const [last, taken, expired, left] of [
        [null, 0, 10, 20],
        ['2026-02-11', 8, 2, 20],
        ['2026-02-13', 10, 0, 20],
        ['2026-02-17', 12, 0, 18],
      ] as const) {
        const id = await hire(place.machine, `carries ${taken}`, usual);
        await enter(place.machine, absence(id, '2025-11-24', '2025-12-05'));
        if (last !== null) await enter(place.machine, absence(id, '2026-02-02', last));
        people.push({ id, taken, expired, left });
      }
      for (const { id, taken, expired, left } of people) {
        await assertSettled(place, id);
        const of = (kind: string): Promise<number> => daysIn(place, id, (entry) => entry['kind'] === kind);
        assert.equal(await of('taken'), -10 - taken);
        assert.equal(await of('expiry'), 0 - expired);
        const days = await place.machine.get('timesheetAccountings/read', {
          user_id: id,
          date: '2026-03-30|2026-03-31',
          _op__date: 'betw',
          _order_by: 'date',
        });
        assert.deepEqual(
          rowsOf(days).map(({ holiday_balance }) => holiday_balance),
          [left + expired, left],
        );
      }
      for (const { id, taken, expired, left } of people) {
        const on = async (start_date: string): Promise<readonly unknown[]> => {
          const { current_period: year } = await summaryOf(place.machine, id, { start_date });
          return ['expired_from_last_period', 'claim_holiday', 'holiday_granted', 'holiday_available'].map(
            (name) => year[name],
          );
        };
        assert.deepEqual(await on('2026-03-31'), [0, 30, taken, 30 - taken]);
        assert.deepEqual(await on('2026-04-01'), [expired, 30 - expired, taken, left]);
      }
      const { machine: inTime } = await at(place, '2026-03-31');
      for (const { id, expired, left } of people) {
        const { current_period: year } = await summaryOf(inTime, id);
        assert.deepEqual([year.claim_from_last_period, year.expired_from_last_period], [10, 0]);
        assert.equal(year.claim_holiday, left + expired);
        assert.equal(
          year.expiration_tooltip,
          `${expired} days carried over expire after 2026-03-31 unless taken.`,
        );
      }
      const { machine: tooLate } = await at(place, '2026-04-01');
      for (const { id, taken, expired, left } of people) {
        const { current_period: year } = await summaryOf(tooLate, id);
        assert.deepEqual([year.expired_from_last_period, year.consumption_period], [expired, taken]);
        assert.deepEqual([year.claim_holiday, year.holiday_available], [left, left]);
        assert.equal(
          year.expiration_tooltip,
          expired > 0
            ? `${expired} days carried over have expired.`
            : 'Days left over expire after 2027-03-31 unless taken.',
        );
      }
      const leaves = people.at(-1)?.id as number;
      written(await tooLate.put(`users/update/${leaves}`, { exit_date: '2026-12-31' }));
      const { current_period: lastYear } = await summaryOf(tooLate, leaves);
      assert.equal(lastYear.expiration_tooltip, 'Days left over do not expire.');
    });

    test('keeps expired days when the rule changes later', async () => {
      const later = await at(place, '2026-04-01');
      const [{ id } = { id: 0 }] = rowsOf(await later.machine.get('users/read', { username: 'carries 0' }));
      const expired = (year: string): Promise<number> =>
        daysIn(place, id, (entry) => entry['kind'] === 'expiry' && entry['holiday_year'] === `${year}-01-01`);
      assert.deepEqual([await expired('2026'), await expired('2027')], [-10, 0]);
      await extendDayAccounts(place.installation.app.engine);
      assert.deepEqual([await expired('2026'), await expired('2027')], [-10, -20]);
      await setSetting(later.machine, 'holiday_carry_over_expires', '');
      assert.deepEqual([await expired('2026'), await expired('2027')], [-10, 0]);
      await setSetting(later.machine, 'holiday_carry_over_expires', '04-01');
      assert.deepEqual([await expired('2026'), await expired('2027')], [-10, -20]);
      await assertSettled(later, id);
    });
  },
  options,
);

onEveryEngine(
  'holiday of future years',
  (place) => {
    test('writes missing ledgers of older users when a server starts', async () => {
      const person = await hire(place.machine, 'before', { ...usual, exit_date: '2026-06-30' });
      await enter(place.machine, absence(person, '2025-12-01', '2025-12-02'));
      const { app, account } = place.installation;
      const [old, { engine }] = [await ledgerOf(place, person), app];
      await engine.database.write(account.id, async (tx) => {
        const ofPerson = (column: string): string => `account_id = ${account.id} and ${column} = ${person}`;
        for (const sql of [
          `delete from holiday_entries where ${ofPerson('user_id')}`,
          `delete from holiday_terms where ${ofPerson('user_id')}`,
          `update users set accounted_until = null where ${ofPerson('id')}`,
        ])
          await tx.run({ sql, parameters: [] });
      });
      await Promise.all([1, 2].map(() => extendDayAccounts(engine)));
      const added = await ledgerOf(place, person);
      assert.deepEqual(shownEntries(added), [
        'entitlement 2025-01-01 20',
        'taken 2025-12-01 -1',
        'taken 2025-12-02 -1',
        'carry_over 2026-01-01 -18',
        'carry_over 2026-01-01 18',
        'entitlement 2026-01-01 20',
        'pro_rata 2026-01-01 -10.08',
      ]);
      assert.ok(added.every(({ id }) => (id as number) > (old.at(-1)?.['id'] as number)));
      await assertSettled(place, person);
    });

    test('adds the next year once when a new year begins', async () => {
      const person = await hire(place.machine, 'stays', usual);
      await enter(place.machine, absence(person, '2025-12-01', '2025-12-02'));
      // Two years ahead: charged once that year is there.
      await enter(place.machine, absence(person, '2027-05-03', '2027-05-04'));
      const before = await ledgerOf(place, person);
      const later = await at(place, '2026-01-01');
      const { engine } = place.installation.app;
      await Promise.all([1, 2, 3].map(() => extendDayAccounts(engine)));
      const after = await ledgerOf(place, person);
      assert.deepEqual(after.slice(0, before.length), before);
      assert.deepEqual(shownEntries(after.slice(before.length)), [
        'carry_over 2027-01-01 -38',
        'carry_over 2027-01-01 38',
        'entitlement 2027-01-01 20',
        'taken 2027-05-03 -1',
        'taken 2027-05-04 -1',
      ]);
      await assertSettled(later, person);
    });

    test('applies a new amount to later years, and ends the ledger without an amount', async () => {
      let here = await at(place, '2026-01-01');
      const person = await hire(here.machine, 'raised', usual);
      const entitled = (year: string): Promise<number> =>
        daysIn(
          place,
          person,
          ({ kind, holiday_year }) => kind === 'entitlement' && holiday_year === `${year}-01-01`,
        );
      const change = async (amount: number | null): Promise<void> => {
        const timesheet_holiday_calc_yearly_amount = amount;
        written(await here.machine.put(`users/update/${person}`, { timesheet_holiday_calc_yearly_amount }));
        await assertSettled(here, person);
      };
      await change(25);
      assert.deepEqual(
        [await entitled('2025'), await entitled('2026'), await entitled('2027')],
        [20, 25, 25],
      );
      here = await at(place, '2027-03-01');
      await extendDayAccounts(place.installation.app.engine);
      await change(30);
      assert.deepEqual(
        [await entitled('2025'), await entitled('2026'), await entitled('2027')],
        [20, 25, 30],
      );
      assert.equal(await entitled('2028'), 30);
      await change(null);
      assert.deepEqual([await entitled('2026'), await entitled('2027'), await entitled('2028')], [25, 0, 0]);
      assert.equal(await daysIn(place, person), 45);
      // Without an amount there is no limit, and nothing is charged.
      await enter(here.machine, absence(person, '2027-05-03', '2027-08-27'));
      assert.equal(await daysIn(place, person), 45);
    });
  },
  options,
);

onEveryEngine(
  'the new year',
  (place) => {
    test('adds the following year once New Year begins in the first time zone', async () => {
      const person = await hire(place.machine, 'new-year', { ...usual, timezone: 'Europe/Vienna' });
      const { installation, account } = place;
      const { engine } = installation.app;
      const years = async (moment: string): Promise<string> => {
        setClock(installation.clock, moment);
        await extendDayAccounts(engine);
        const query = { user_id: person, _aggregate__date: 'max' };
        const { json } = await (await account.login('admin')).get('timesheetAccountings/read', query);
        return json['Results'][0]['date'];
      };
      assert.equal(await years('2025-12-31T09:59:00Z'), '2026-12-31');
      // It is midnight on Kiritimati.
      assert.equal(await years('2025-12-31T10:00:00Z'), '2027-12-31');
    });

    test('extends users in portions and stops in between on request', async () => {
      const { installation, account } = place;
      const { engine } = installation.app;
      setClock(installation.clock, '2025-12-31T10:00:00Z');
      await extendDayAccounts(engine);
      const machine = await account.login('admin');
      const from = { entry_date: '2025-12-01', timezone: 'Europe/Vienna' };
      for (let number = 1; number <= 25; number += 1) await hire(machine, `many-${number}`, from);
      const lacking = async (): Promise<number> =>
        (
          await engine.database.read(account.id, (tx) =>
            findShortAccounts({ tx, accountId: account.id }, { date: '2027-12-31', most: 100 }),
          )
        ).length;
      assert.equal(await lacking(), 25);
      let turns = 0;
      await extendDayAccounts(engine, async () => (turns += 1) <= 1);
      assert.equal(await lacking(), 5);
      await extendDayAccounts(engine);
      assert.equal(await lacking(), 0);
    });
  },
  options,
);
