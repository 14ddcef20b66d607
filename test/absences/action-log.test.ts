// The action log records each approved absence day and each correction. 2026-11-20 is a Friday.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { rebuildHolidays, verifyHolidays } from '#domain/absences/rebuild-holidays.ts';
import { rowsOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { inAccount } from '../support/account-view.ts';
import { absence, decide, enter, sickLeave, specialLeave, wednesdays } from './absence.ts';
import { foundDepartment, type LedPeople, type Person } from '../people/led-people.ts';

onEveryEngine(
  'action log of absences',
  (place) => {
    let people: LedPeople;
    let anna: Person;
    const next = wednesdays();
    before(async () => {
      people = await foundDepartment(place);
      anna = await people.hireNext({ entry_date: '2026-01-01' });
    });
    const logOf = async (request_id: number): Promise<readonly Shown[]> =>
      rowsOf(await anna.client.get('timesheetActionLogs/read', { request_id }));
    const short = (rows: readonly Shown[]): readonly string[] =>
      rows.map((row) => `${row['subtype']} ${row['date']} ${row['value']} ${row['status']} ${row['data']}`);

    test('logs a day when the absence is approved, not when it is requested', async () => {
      const date = next();
      const request = {
        ...specialLeave,
        request_comment: 'moving house',
        request_partial_begin_duration: 0.5,
      };
      const { id } = await enter(anna.client, absence(anna.id, date, date, request));
      assert.deepEqual(await logOf(id), []);
      await decide(people.boss.client, 'approve', id);
      const [{ id: _id, updated: _updated, ...row } = {} as Shown, ...others] = await logOf(id);
      assert.deepEqual(others, []);
      assert.deepEqual(row, {
        user_id: anna.id,
        user_department_id: people.north,
        user_role_id: null,
        date,
        type: 'other_paid_leave',
        other_paid_leave_id: 13,
        value: 0.5,
        value_unit: 'd',
        request_id: id,
        status: 1,
        comment: 'moving house',
        begin: null,
        subtype: 'absence',
        from_date: date,
        data: null,
        by_user_id: null,
      });
    });

    test('appends a counter-entry when an approved absence is cancelled or deleted', async () => {
      const date = next();
      const { id } = await enter(people.boss.client, absence(anna.id, date));
      const [first] = await logOf(id);
      await decide(people.boss.client, 'cancel', id);
      const entered = `absence ${date} 1 1 null`;
      assert.deepEqual(short(await logOf(id)), [entered, `absence_removed ${date} -1 3 ${first?.['id']}`]);
      const again = (await enter(people.boss.client, absence(anna.id, date)))['id'];
      const [second] = await logOf(again);
      assert.equal((await people.boss.client.delete(`absences/delete/${again}`)).status, 200);
      assert.deepEqual(short(await logOf(again)), [
        entered,
        `absence_removed ${date} -1 1 ${second?.['id']}`,
      ]);
    });

    test('logs a day anew when its value changes, and leaves unchanged days alone', async () => {
      const { id } = await enter(people.boss.client, absence(anna.id, '2027-11-15', '2027-11-17'));
      const ids = (await logOf(id)).map((row) => row['id']);
      await enter(people.boss.client, absence(anna.id, '2027-11-15', '2027-11-15', sickLeave));
      const festival = { template_id: 1, date: '2027-11-16', name: 'Festival', value: 0.5 };
      await place.machine.create('publicHolidays', festival);
      const log = await logOf(id);
      assert.deepEqual(short(log.slice(3)), [
        `absence_removed 2027-11-15 -1 1 ${ids[0]}`,
        `absence_removed 2027-11-16 -1 1 ${ids[1]}`,
        'absence 2027-11-16 0.5 1 null',
      ]);
      assert.deepEqual(
        log.map((row) => row['id']),
        log.map((row) => row['id'] as number).toSorted((a, b) => a - b),
      );
    });

    test('does not log days off within sick leave', async () => {
      const { id } = await enter(people.boss.client, absence(anna.id, '2027-12-03', '2027-12-06', sickLeave));
      assert.deepEqual(
        (await logOf(id)).map((row) => [row['date'], row['type'], row['other_paid_leave_id']]),
        [
          ['2027-12-03', 'sick_leave', null],
          ['2027-12-06', 'sick_leave', null],
        ],
      );
    });

    test('returns new entries in delta answers and never changes old entries', async () => {
      const all = async (): Promise<readonly Shown[]> =>
        rowsOf(await place.machine.get('timesheetActionLogs/read', { _limit: 1000 }));
      const old = await all();
      const since = (await anna.client.get('timesheetActionLogs/read')).json['RequestStartTime'];
      const date = next();
      const { id } = await enter(people.boss.client, absence(anna.id, date));
      await decide(people.boss.client, 'cancel', id);
      const { json } = await anna.client.get('deltaSync/read', { _since: since, _fetch_deleted: 1 });
      const part = json['Results'].timesheetActionLogs;
      const news = (part.Results as Shown[]).filter((row) => row['request_id'] === id);
      assert.deepEqual(
        news.map((row) => [row['date'], row['value']]),
        [
          [date, 1],
          [date, -1],
        ],
      );
      assert.deepEqual(part.Deleted, []);
      assert.deepEqual((await all()).slice(0, old.length), old);
    });

    test('deletes the log with the user once the absences are deleted', async () => {
      const bert = await people.hireNext({ entry_date: '2026-01-01' });
      const { id } = await enter(people.boss.client, absence(bert.id, next()));
      assert.equal((await place.machine.delete(`users/delete/${bert.id}`)).status, 422);
      await place.machine.delete(`absences/delete/${id}`);
      assert.equal((await place.machine.delete(`users/delete/${bert.id}`)).status, 200);
      assert.deepEqual(await logOf(id), []);
    });

    test('appends entries of unlogged days on rebuild, once', async () => {
      const { id } = await enter(people.boss.client, absence(anna.id, next()));
      await place.installation.app.engine.database.write(place.account.id, (tx) =>
        tx.run({
          sql: `delete from timesheet_action_logs where account_id = ${place.account.id} and request_id = ${id}`,
          parameters: [],
        }),
      );
      const said = await inAccount(place.installation, (view) => verifyHolidays(view, anna.id));
      assert.deepEqual(
        said.map(({ resource, field, expected }) => [resource, field, expected]),
        [['timesheetActionLogs', 'absence', 100]],
      );
      for (const written of [1, 0]) {
        const rows = await inAccount(place.installation, (view) => rebuildHolidays(view, anna.id));
        assert.equal(rows, written);
      }
      assert.equal((await logOf(id)).length, 1);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
