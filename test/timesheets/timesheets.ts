// Short ways to read timesheets and to compare them with a rebuild from scratch.
import assert from 'node:assert/strict';
import type { Row } from '#resource/rule.ts';
import { rebuildDays, verifyDays } from '#domain/absences/rebuild-days.ts';
import { isAccounted } from '#domain/days/employment.ts';
import { rebuildPerson, verifyPerson } from '#domain/timesheets/rebuild.ts';
import { inAccount } from '../support/account-view.ts';
import type { Client, Envelope } from '../support/client.ts';
import type { Place } from '../support/on-every-engine.ts';
import { setSetting } from '../holidays/holidays.ts';

/** Lets the account pay out and grant time off whatever the balance: for stories of people who have hardly booked. */
export async function liftOvertimeLimits(machine: Client): Promise<void> {
  await setSetting(machine, 'allow_negative_overtime', '1');
  await setSetting(machine, 'overtime_minimum_balance', '-10000');
}

/** The rows of a person by date, of the range. */
export async function accountOf(
  client: Client,
  person: number,
  [from, to]: readonly [string, string],
): Promise<readonly Envelope[]> {
  const { json, status, text } = await client.get('timesheetAccountings/read', {
    user_id: person,
    date: `${from}|${to}`,
    _op__date: 'betw',
    _order_by: 'date',
    _limit: 10_000,
  });
  assert.equal(status, 200, text);
  return json['Results'];
}

/** The row of a person and date. */
export async function dayOf(client: Client, person: number, date: string): Promise<Envelope> {
  const [row] = await accountOf(client, person, [date, date]);
  assert.ok(row !== undefined, `${date} has no row`);
  return row;
}

/** The row of a person and date as it is kept: amounts in whole seconds. */
export async function storedDayOf({ installation }: Place, person: number, date: string): Promise<Row> {
  const [row] = await inAccount(installation, (view) =>
    view.find('timesheetAccountings', [
      { column: 'user_id', is: '=', value: person },
      { column: 'date', is: '=', value: date },
    ]),
  );
  assert.ok(row !== undefined, `${date} has no row`);
  return row;
}

/** Asserts that absence days and timesheet equal a rebuild, and that two rebuilds change nothing. */
export async function assertRebuilt(
  { installation }: Pick<Place, 'installation'>,
  person: number,
): Promise<void> {
  const differences = await inAccount(installation, (view) => [
    ...verifyDays(view, person).found,
    ...verifyPerson(view, person),
  ]);
  assert.deepEqual(differences.slice(0, 20), []);
  assert.equal(await inAccount(installation, (view) => rebuildDays(view, person)), 0);
  for (let time = 0; time < 2; time += 1)
    assert.equal(await inAccount(installation, (view) => rebuildPerson(view, person)), 0);
}

/**
 * Every day of the account, approved or not, has the holiday and sick leave that was granted on its date, and the holiday
 * ledger takes as much. Only of people whose holiday account is as long as the other, and who are absent in days.
 */
export async function assertAgreed({ installation }: Place, person: number): Promise<void> {
  await inAccount(installation, (view) => {
    const ofPerson = { column: 'user_id', is: '=', value: person } as const;
    const user = view.get('users', person) as Row<'users'>;
    const absent = view.find('absenceDays', [ofPerson, { column: 'status', is: '=', value: 1 }]);
    const ledger = view.find('holidayEntries', [
      ofPerson,
      { column: 'kind', is: 'in', value: ['taken', 'returned'] },
    ]);
    const sum = (rows: readonly Row[], date: unknown, column: string): number =>
      rows.reduce((total, row) => (row['date'] === date ? total + Number(row[column]) : total), 0);
    for (const day of view.find('timesheetAccountings', [ofPerson])) {
      const date = day['date'] as string;
      for (const kind of ['holiday', 'sick_leave'] as const)
        assert.equal(
          day[kind],
          sum(
            absent.filter(({ type }) => type === kind),
            date,
            'value',
          ),
          `${kind} of ${date}`,
        );
      const taken = 0 - sum(ledger, date, 'days');
      assert.equal(isAccounted(user, date) ? day['holiday'] : 0, taken, `ledger of ${date}`);
    }
  });
}
