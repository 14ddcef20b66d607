// Random histories of holiday: the ledger and the daily balances match a model that walks over the stored facts, and a
// rebuild changes nothing.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import type { Row } from '#resource/rule.ts';
import { readHolidayAccount } from '#domain/holidays/read-holiday-account.ts';
import { rebuildHolidays, verifyHolidays } from '#domain/absences/rebuild-holidays.ts';
import { dateAfter } from '#values/date-range.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { walk } from './rules/holiday-model.ts';
import { inAccount } from '../support/account-view.ts';
import type { Answer } from '../support/client.ts';
import { runs } from '../support/property.ts';
import { absence, decide, sickLeave } from '../absences/absence.ts';
import { hire, written } from '../time-tracking/booking.ts';
import { assertSettled, ledgerOf, scheduleOf, setSetting } from './holidays.ts';

const counts = runs({ test: 25, long: 45, soak: 2_500 });
const date = fc.integer({ min: 0, max: 900 }).map((days) => dateAfter('2024-07-01', days));
const amount = fc.constantFrom(0, 10, 20, 25.5, 30);

const fields = fc.oneof(
  fc.record({ entry_date: fc.option(date) }),
  fc.record({ exit_date: fc.option(date) }),
  fc.record({ payroll_accounting_starts_at: fc.option(date) }),
  fc.record({ timesheet_holiday_calc_starting_from: fc.option(date) }),
  fc.record({ timesheet_holiday_calc_yearly_amount: fc.option(amount) }),
  fc.record({ timesheet_holiday_calc_interval_mode: fc.constantFrom('calendar_year', 'entry_date') }),
  fc.record({ payroll_accounting_initial_value_holiday: fc.constantFrom(-2, 0, 3.5) }),
);

/** One change; `pick` chooses among the absences that were entered. */
const deed = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('person' as const), fields }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('absence' as const),
      from: date,
      length: fc.integer({ min: 0, max: 6 }),
      sick: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('cancel' as const, 'delete' as const),
      pick: fc.nat({ max: 9 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('add' as const, 'remove' as const),
      date,
      value: fc.constantFrom(-2, -0.5, 1, 4),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('schedule' as const), from: date, three: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rule' as const),
      expires: fc.constantFrom('', '12-31', '03-31'),
    }),
  },
);
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

onEveryEngine(
  'random histories of holiday',
  (place) => {
    let threeDays = 0;
    let serial = 0;
    before(async () => {
      threeDays = await scheduleOf(place.machine, 3);
      await setSetting(place.machine, 'holiday_negative_balance', '1');
    });

    async function perform(person: number, absences: number[], one: Deed): Promise<Answer | void> {
      const { machine } = place;
      const pick = (number: number): number => absences[number % absences.length] ?? 999_999;
      switch (one.kind) {
        case 'person':
          return machine.put(`users/update/${person}`, one.fields);
        case 'absence': {
          const body = absence(person, one.from, dateAfter(one.from, one.length), one.sick ? sickLeave : {});
          const answer = await machine.post('absences/create', body);
          if (answer.status === 200) absences.push(answer.json['Results'][0].id);
          return answer;
        }
        case 'cancel':
          return decide(machine, 'cancel', pick(one.pick));
        case 'delete':
          return machine.delete(`absences/delete/${pick(one.pick)}`);
        case 'schedule':
          return machine.put(`users/update/${person}`, {
            timesheet_template_id: one.three ? threeDays : 1,
            timesheet_template_id_valid_starting_from: one.from,
          });
        case 'rule':
          return setSetting(machine, 'holiday_carry_over_expires', one.expires);
        default:
          return machine.put(`holidayAdjustment/${one.kind}`, {
            user_id: person,
            date: one.date,
            value: one.value,
          });
      }
    }

    /** Asserts that the balance at the end of each day matches a walk over the stored facts. */
    async function assertWalked(person: number, entries: readonly Row[]): Promise<void> {
      const [account, until] = await inAccount(place.installation, (view) => {
        const user = view.get('users', person) as Row<'users'>;
        return [readHolidayAccount(view, user), user.accounted_until as string] as const;
      });
      const walked = account === null ? new Map<string, number>() : walk(account, until);
      const moved = Map.groupBy(entries, (entry) => entry['date'] as string);
      let balance = 0;
      for (const at of [...new Set([...moved.keys(), ...walked.keys()])].sort()) {
        for (const entry of moved.get(at) ?? []) balance += entry['days'] as number;
        assert.equal(balance, walked.get(at) ?? balance, `at the end of ${at}`);
        if (!walked.has(at)) assert.equal(sumOn(moved.get(at) ?? []), 0, `outside of the account, on ${at}`);
      }
    }

    test('matches the facts after every step and never changes an entry', async () => {
      let entered = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 20, size: 'max' }), async (deeds) => {
          const usual = { entry_date: '2025-02-10', timesheet_holiday_calc_yearly_amount: 20 };
          const person = await hire(place.machine, `holiday history ${(serial += 1)}`, usual);
          const absences: number[] = [];
          let old = await ledgerOf(place, person);
          for (const one of deeds) {
            const answer = await perform(person, absences, one);
            assert.ok(answer === undefined || [200, 422].includes(answer.status), `${answer?.text}`);
            const entries = await ledgerOf(place, person);
            assert.deepEqual(entries.slice(0, old.length), old);
            await assertWalked(person, entries);
            old = entries;
          }
          await assertSettled(place, person);
          await inAccount(place.installation, (view) => {
            assert.deepEqual(verifyHolidays(view, person), []);
            rebuildHolidays(view, person);
          });
          assert.deepEqual(await ledgerOf(place, person), old);
          entered += old.length;
          // The settings of later histories need not count this person.
          const oneDay = { entry_date: '2024-07-01', exit_date: '2024-07-01' };
          written(await place.machine.put(`users/update/${person}`, oneDay));
        }),
        counts,
      );
      assert.ok(entered > counts.numRuns, `only ${entered} entries were written`);
    });

    test('reports a missing entry and appends it on rebuild', async () => {
      const usual = { entry_date: '2025-01-01', timesheet_holiday_calc_yearly_amount: 20 };
      const person = await hire(place.machine, 'tampered', usual);
      const [first] = await ledgerOf(place, person);
      await place.installation.app.engine.database.write(place.account.id, (tx) =>
        tx.run({
          sql: `update holiday_entries set days = 1500 where account_id = ${place.account.id} and id = ${first?.['id']}`,
          parameters: [],
        }),
      );
      const said = await inAccount(place.installation, (view) => verifyHolidays(view, person));
      assert.deepEqual(said, [
        {
          resource: 'holidayEntries',
          key: '2025-01-01',
          field: 'entitlement',
          stored: null,
          expected: 500,
        },
      ]);
      const old = await ledgerOf(place, person);
      assert.equal(await inAccount(place.installation, (view) => rebuildHolidays(view, person)), 1);
      assert.equal(await inAccount(place.installation, (view) => rebuildHolidays(view, person)), 0);
      const after = await ledgerOf(place, person);
      assert.deepEqual(after.slice(0, old.length), old);
      assert.deepEqual(
        after.slice(old.length).map(({ kind, days }) => [kind, days]),
        [['entitlement', 500]],
      );
    });
  },
  { startsAt: '2025-11-20T12:00:00Z' },
);

function sumOn(entries: readonly Row[]): number {
  return entries.reduce((sum, entry) => sum + (entry['days'] as number), 0);
}
