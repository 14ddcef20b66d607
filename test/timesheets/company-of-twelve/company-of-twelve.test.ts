// A year of twelve people: an independent calculation agrees with the server on every column of every day.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { rebuildAccounts } from '#accounts/check-accounts.ts';
import type { Envelope } from '../../support/client.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { countOf, seed } from '../../support/property.ts';
import { accountOf } from '../timesheets.ts';
import { enterCompany, type Entered } from './enter-company.ts';
import { expectedDays, expectedLedger, type ExpectedDay } from './oracle/expected-days.ts';
import { piecesByDate, type Piece } from './oracle/painted-day.ts';
import { ledgerOf } from './settled-terms.ts';
import { companyFrom } from './working-year.ts';

/** Columns that are the same on all days: no person approves their own, and no late stop contradicts a start. */
const constant = ['approved_by_user', 'approved_by_user_1', 'plausibility_conflict_violation'];
/** Days to come are compared until then. */
const last = '2027-12-31';
const mostShown = 40;

for (let year = 0; year < countOf({ test: 1, long: 1, soak: 10 }); year += 1)
  onEveryEngine(
    `a company of twelve, year ${year + 1}`,
    (place) => {
      const company = companyFrom(seed + year);
      let entered: Entered;

      before(async () => {
        entered = await enterCompany(place, company);
      });

      for (const person of company.people)
        test(`shows every column of every day as calculated independently: ${person.name}`, async () => {
          const id = entered.people.get(person.name) as number;
          const rows = await accountOf(entered.machine, id, ['2025-01-01', last]);
          const expected = expectedDays(company, person, last);
          assert.deepEqual(
            rows.map(({ date }) => date),
            expected.map(({ date }) => date),
          );
          assert.deepEqual(
            expected
              .flatMap((day, index) => differences(rows[index] as Envelope, day, entered))
              .slice(0, mostShown),
            [],
          );
        });

      test('settles overtime as calculated independently', async () => {
        for (const person of company.people) {
          const id = entered.people.get(person.name) as number;
          assert.deepEqual(await ledgerOf(entered.machine, id), expectedLedger(company, person), person.name);
        }
      });

      test('has each violation and each kind of amount on some day', () => {
        const days = company.people.flatMap((person) => expectedDays(company, person, last));
        const columns = Object.keys(days[0] as ExpectedDay).filter((name) => !constant.includes(name));
        const unchanging = columns.filter((name) => new Set(days.map((day) => day[name])).size < 2);
        assert.deepEqual(unchanging, []);
        const nights = new Map(
          company.people.flatMap(({ bookings }) => [...piecesByDate(bookings)]).filter(isOverClockChange),
        );
        assert.deepEqual([...nights.keys()].toSorted(), ['2026-03-29', '2026-10-25']);
      });

      test('changes nothing by a rebuild from scratch', async () => {
        const { app, account } = place.installation;
        const rebuilt = await rebuildAccounts(app.engine, {
          account: account.name,
          username: null,
          onPerson: () => {},
        });
        assert.equal(rebuilt.length >= company.people.length, true);
        assert.deepEqual(
          rebuilt.filter(({ found }) => found > 0),
          [],
        );
      });
    },
    { startsAt: '2026-01-02T09:00:00Z', timezone: 'Europe/Vienna' },
  );

/** Whether the clocks of Vienna change while a person works. */
function isOverClockChange([date, pieces]: readonly [string, readonly Piece[]]): boolean {
  const change = Temporal.PlainDate.from(date)
    .toZonedDateTime('Europe/Vienna')
    .getTimeZoneTransition('next')?.epochMilliseconds;
  return pieces.some(({ from, to }) => change !== undefined && from * 1000 < change && change < to * 1000);
}

/** The columns of a row that are not as expected. */
function differences(
  row: Envelope,
  { department, ...day }: ExpectedDay,
  { departments }: Entered,
): readonly string[] {
  const columns = {
    ...day,
    department_id: departments.get(department as string),
  };
  return Object.entries(columns)
    .filter(([name, value]) => row[name] !== value)
    .map(([name, value]) => `${row['date']} ${name}: server ${row[name]}, calculation ${String(value)}`);
}
