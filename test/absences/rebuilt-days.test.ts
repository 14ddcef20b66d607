// Verify and rebuild find and correct absence days that were changed directly in the database. 2026-11-20 is a Friday.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { rebuildAccounts, verifyAccounts } from '#accounts/check-accounts.ts';
import type { Row, View } from '#resource/rule.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { inAccount } from '../support/account-view.ts';
import { absence, certifiedSickLeave, decide, enter, homeOffice } from './absence.ts';
import { assertRebuilt } from '../timesheets/timesheets.ts';
import { hire } from '../time-tracking/booking.ts';
import { appendedBy } from '../holidays/holidays.ts';

onEveryEngine(
  'rebuilt absence days',
  (place) => {
    let serial = 0;
    let username = '';
    let person = 0;
    beforeEach(async () => {
      username = `rebuilt.${(serial += 1)}`;
      const more = { entry_date: '2026-01-01', timesheet_holiday_calc_yearly_amount: 25 };
      person = await hire(place.machine, username, more);
    });
    const grant = async (from: string, to = from, more: object = {}): Promise<number> =>
      (await enter(place.machine, absence(person, from, to, more)))['id'];
    const asked = () => ({ account: 'acme', username, onPerson: () => {} });
    const differences = async (): Promise<readonly string[]> => {
      const [one] = await verifyAccounts(place.installation.app.engine, asked());
      return (one?.found ?? []).map(({ resource, key, field, stored, expected }) =>
        [resource, key, field, field === null && expected === null ? 'needless' : stored, expected].join(' '),
      );
    };
    const rows = (view: Pick<View, 'find'>, resource: string): readonly Row[] =>
      view.find(resource, [{ column: 'user_id', is: '=', value: person }]);
    /** All rows of absence days with what they say, but for their ids, stamps and what is left `unsaid`. */
    const daysOf = (unsaid?: string): Promise<readonly string[]> =>
      inAccount(place.installation, (view) =>
        rows(view, 'absenceDays')
          .map(({ id: _id, updated: _updated, row_revision: _revision, ...row }) =>
            JSON.stringify({ ...row, ...(unsaid === undefined ? {} : { [unsaid]: null }) }),
          )
          .toSorted(),
      );
    /** Changes a day of an absence (all that it has of the date), or a row that the test finds. */
    const spoil = (date: string, work: (view: View, row: Row) => void): Promise<void> =>
      inAccount(place.installation, (view) => {
        const found = rows(view, 'absenceDays').filter((row) => row['date'] === date);
        assert.equal(found.length, 1, date);
        work(view, found[0] as Row);
      });
    const remove = (view: View, { id }: Row): void => view.remove('absenceDays', id as number);

    /** Asserts that verify reports the change as `said`, and that rebuild corrects it without new ledger entries. */
    async function assertMended(
      act: () => Promise<unknown>,
      said: readonly string[],
      unsaid?: string,
    ): Promise<void> {
      assert.deepEqual(await differences(), []);
      const right = await daysOf(unsaid);
      await act();
      assert.deepEqual(await differences(), said);
      const appended = await appendedBy(place, person, () =>
        rebuildAccounts(place.installation.app.engine, asked()),
      );
      assert.deepEqual(appended, []);
      assert.deepEqual(await daysOf(unsaid), right);
      assert.deepEqual(await differences(), []);
      await assertRebuilt(place, person);
    }

    test('reports and restores a lost day without holiday entries', async () => {
      await grant('2026-11-23', '2026-11-25');
      await assertMended(() => spoil('2026-11-24', remove), ['absenceDays 2026-11-24   2026-11-24']);
    });

    test('corrects value, seconds, status and department of a day', async () => {
      await grant('2026-11-23', '2026-11-25', { request_partial_end_duration: 0.5 });
      const otherwise = { value: 30, seconds: 7, user_department_id: null, status: 0 } as const;
      await assertMended(
        () => spoil('2026-11-25', (view, { id }) => view.update('absenceDays', id as number, otherwise)),
        [
          'absenceDays 2026-11-25 status 0 1',
          'absenceDays 2026-11-25 value 30 50',
          'absenceDays 2026-11-25 seconds 7 14400',
          'absenceDays 2026-11-25 user_department_id  1',
        ],
      );
    });

    test('removes a day off and a day outside its absence', async () => {
      await grant('2026-11-20', '2026-11-23');
      for (const date of ['2026-11-21', '2026-11-24'])
        await assertMended(
          () =>
            spoil('2026-11-20', (view, { id: _id, ...row }) => {
              view.insert('absenceDays', { ...row, date });
            }),
          [`absenceDays ${date}  needless `],
        );
    });

    test('corrects the duration of an absence', async () => {
      const id = await grant('2026-11-23', '2026-11-25');
      await assertMended(
        () => inAccount(place.installation, (view) => view.update('absences', id, { duration: 900 })),
        ['absences 2026-11-23 duration 900 300'],
      );
    });

    test('restores a day by its former schedule and beside sick leave', async () => {
      await grant('2026-11-23', '2026-11-27');
      await grant('2026-11-26', '2026-11-26', certifiedSickLeave);
      const part = { timesheet_template_id: 2, timesheet_template_id_valid_starting_from: '2026-11-25' };
      await place.machine.put(`users/update/${person}`, part);
      await assertMended(() => spoil('2026-11-24', remove), ['absenceDays 2026-11-24   2026-11-24']);
    });

    test('restores a lost public holiday', async () => {
      await assertMended(() => spoil('2026-12-08', remove), ['absenceDays 2026-12-08   2026-12-08']);
    });

    test('restores days of requests and of cancelled absences', async () => {
      const client = await place.account.login(username);
      await enter(client, absence(person, '2026-11-23', '2026-11-24'));
      await assertMended(() => spoil('2026-11-23', remove), ['absenceDays 2026-11-23   2026-11-23']);
      const { id } = await enter(client, absence(person, '2026-11-30', '2026-12-01'));
      await decide(client, 'cancel', id);
      await assertMended(() => spoil('2026-12-01', remove), ['absenceDays 2026-12-01   2026-12-01']);
    });

    test('restores an approved day as approved when the calendar has changed since', async () => {
      await grant('2026-11-18', '2026-11-19');
      const approved = { user_id: person, date: '2026-11-18' };
      assert.equal((await place.machine.put('timesheetAccountings/approve', approved)).status, 200);
      const festival = { template_id: 1, date: '2026-11-18', name: `Festival ${person}`, value: 1 };
      const { id } = await place.machine.create('publicHolidays', festival);
      // By the calendar of now its exact seconds are not known any more.
      const said = ['absenceDays 2026-11-18   2026-11-18'];
      await assertMended(() => spoil('2026-11-18', remove), said, 'seconds');
      await place.machine.delete(`publicHolidays/delete/${id}`);
      assert.deepEqual(await differences(), []);
    });

    test('restores days by what their type allowed when they were entered', async () => {
      const { id: type, ...numbers } = await place.machine.create('absenceTypes', {
        name_const: `Course ${person}`,
        abbreviation_const: 'C',
        duration_unit: 'hs',
        allow_entry_on_non_working_days: 1,
        add_to_working_hours: 1,
      });
      const hours = { type_id: numbers['absence_type_id'], subtype_id: numbers['absence_subtype_id'] };
      await grant('2026-11-22', '2026-11-22', { ...hours, duration: 4 });
      await grant('2026-11-23', '2026-11-23', { ...hours, duration: 4 });
      await grant('2026-11-24', '2026-11-24', homeOffice);
      const otherwise = { add_to_working_hours: 0, allow_entry_on_non_working_days: 0 };
      await place.machine.put(`absenceTypes/update/${type}`, {
        ...otherwise,
        name_const: `Seminar ${person}`,
      });
      await assertMended(
        () => spoil('2026-11-23', (view, { id }) => view.update('absenceDays', id as number, { value: 1 })),
        ['absenceDays 2026-11-23 value 1 400'],
      );
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
