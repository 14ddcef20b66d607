// Approving and reopening timesheet days: by the person, and by supervisors, HR managers and administrators for the
// company.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { assertRefused, rowsOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Client } from '../support/client.ts';
import { assertRebuilt } from './timesheets.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';
import { approve, foundDepartment, unapprove, type LedPeople } from '../people/led-people.ts';

const locked = { status: 422, code: 'locked' } as const;

// 2026-11-20 is a Friday.
onEveryEngine(
  'approving days',
  (place) => {
    let people: LedPeople;
    /** A new person of the boss's department for each test. */
    let anna = 0;
    let annas: Client;
    before(async () => {
      people = await foundDepartment(place);
    });
    beforeEach(async () => {
      ({ id: anna, client: annas } = await people.hireNext());
    });
    const flags = (row: Shown) => [row['approved_by_user'], row['approved_by_admin']];

    test('creates the row of a day with its calendar fields on approval', async () => {
      const row = written(await approve(annas, { date: '2026-11-01' }));
      assert.deepEqual(
        [
          row['user_id'],
          row['department_id'],
          row['date'],
          row['weekday'],
          row['week'],
          row['month'],
          row['year'],
        ],
        [anna, people.north, '2026-11-01', 7, 44, 11, 2026],
      );
      assert.deepEqual([row['working_time'], row['overtime_paid'], row['workday']], [0, 0, 0]);
      assert.deepEqual(flags(row), [1, 0]);
      place.installation.clock.shift += 5_000;
      const again = written(await approve(annas, { user_id: anna, date: '2026-11-01' }));
      assert.deepEqual([again['id'], again['data_changed']], [row['id'], row['data_changed']]);
    });

    test('records approval by the person and by supervisors separately', async () => {
      const { id } = written(await approve(annas, { date: '2026-11-02' }));
      assert.deepEqual(flags(written(await approve(people.boss.client, { id }))), [1, 1]);
      for (const [client, date] of [
        [people.boss.client, '2026-11-03'],
        [people.hanna.client, '2026-11-04'],
        [place.account.administrator, '2026-11-05'],
        [place.machine, '2026-11-06'],
      ] as const) {
        const row = written(await approve(client, { user_id: anna, date }));
        assert.deepEqual(flags(row), [0, 1], date);
        assert.deepEqual(
          flags(written(await annas.put(`timesheetAccountings/approve/${row['id']}`, {}))),
          [1, 1],
        );
      }
    });

    test('records the own approval of supervisors and HR managers as of the person', async () => {
      const north = people.north;
      const { id: leader, client: leaders } = await people.hireNext();
      await place.machine.put(`departments/update/${north}`, { supervisor_assistant_id: leader });
      assert.deepEqual(flags(written(await approve(leaders, { date: '2026-11-02' }))), [1, 0]);
      assert.deepEqual(flags(written(await approve(people.hanna.client, { date: '2026-11-02' }))), [1, 0]);
    });

    test('refuses colleagues and hides the day from them', async () => {
      const { id } = written(await approve(annas, { date: '2026-11-02' }));
      const other = people.other.client;
      for (const act of [approve, unapprove]) {
        assertRefused(await act(other, { user_id: anna, date: '2026-11-02' }), {
          status: 401,
          code: 'not_allowed',
        });
        assertRefused(await act(other, { id }), { status: 422, code: 'unknown_reference' });
      }
      assert.deepEqual(rowsOf(await other.get('timesheetAccountings/read', { id })), []);
    });

    test('lets the person revoke until the company approves, then who did so', async () => {
      await place.machine.put(`users/update/${anna}`, { entry_date: '2026-11-01' });
      const { id } = written(await approve(annas, { date: '2026-11-02' }));
      assert.deepEqual(flags(written(await unapprove(annas, { date: '2026-11-02' }))), [0, 0]);
      written(await approve(annas, { id }));
      written(await approve(people.boss.client, { id }));
      assertRefused(await unapprove(annas, { id }), { ...locked, field: 'id' });
      assertRefused(await unapprove(people.hanna.client, { id }), { status: 401, code: 'not_allowed' });
      assert.deepEqual(flags(written(await unapprove(people.boss.client, { id }))), [1, 0]);
      written(await approve(people.boss.client, { id }));
      assert.deepEqual(flags(written(await unapprove(place.account.administrator, { id }))), [0, 0]);
      assert.deepEqual(rowsOf(await unapprove(annas, { date: '2026-10-31' })), []);
    });

    test('keeps a confirmed day frozen until the person or an administrator reopens it', async () => {
      await place.machine.put(`users/update/${anna}`, { entry_date: '2026-11-01' });
      const { boss, hanna } = people;
      const day = { user_id: anna, date: '2026-11-02' };
      const book = booking(anna, { start: '2026-11-02 08:00', end: '2026-11-02 12:00' });
      const tracking = written(await boss.client.post('timeTrackings/create', book))['id'];
      const { id } = written(await approve(annas, { date: '2026-11-02' }));
      const refusal = { status: 401, code: 'not_allowed' } as const;
      for (const client of [boss.client, hanna.client]) {
        for (const level of [{}, { approved_by_user: 1 }])
          assertRefused(await unapprove(client, { ...day, ...level }), refusal);
        for (const change of [{ additions: 1 }, { overtime_paid: 1 }, { comment: 'x' }])
          assertRefused(await client.put(`timesheetAccountings/update/${id}`, change), locked);
        assertRefused(await client.put(`timeTrackings/update/${tracking}`, { notes: 'x' }), locked);
        assertRefused(await client.put('holidayAdjustment/add', { ...day, value: 1 }), locked);
        const home = { user_id: anna, type_id: 1, subtype_id: 0, from_date: day.date, to_date: day.date };
        assertRefused(await client.post('absences/create', home), locked);
      }
      const reopened = { ...day, approved_by_user: 1 };
      assert.deepEqual(flags(written(await unapprove(place.account.administrator, reopened))), [0, 0]);
      written(await hanna.client.put(`timeTrackings/update/${tracking}`, { notes: 'corrected' }));
    });

    test('freezes nothing by the first approval, and reopens every level without one', async () => {
      await place.machine.put(`users/update/${anna}`, { entry_date: '2026-11-01' });
      const first = { user_id: anna, date: '2026-11-02', approved_by_user_1: 1 };
      const { id } = written(await approve(people.boss.client, first));
      const book = booking(anna, { start: '2026-11-02 08:00', end: '2026-11-02 12:00' });
      written(await annas.post('timeTrackings/create', book));
      written(await people.boss.client.put(`timesheetAccountings/update/${id}`, { additions: 1 }));
      written(await approve(annas, { id }));
      const row = written(await approve(people.hanna.client, { id }));
      assert.deepEqual([...flags(row), row['approved_by_user_1']], [1, 1, 1]);
      const none = written(await unapprove(place.account.administrator, { id }));
      assert.deepEqual([...flags(none), none['approved_by_user_1']], [0, 0, 0]);
    });

    test('keeps a day of a user without entry date while approved or commented', async () => {
      const times = { start: '2026-11-02 08:00', end: '2026-11-02 12:00' };
      written(await place.machine.post('timeTrackings/create', booking(anna, times)));
      const days = async (): Promise<readonly unknown[]> =>
        rowsOf(await annas.get('timesheetAccountings/read')).map(({ working_time }) => working_time);
      const { id } = written(await approve(annas, { date: '2026-11-02' }));
      assert.deepEqual(await days(), [4]);
      assert.deepEqual(rowsOf(await unapprove(annas, { id })), []);
      assert.deepEqual(await days(), []);

      const person = `users/update/${anna}`;
      written(await place.machine.put(person, { entry_date: '2026-11-01' }));
      const [day] = rowsOf(await annas.get('timesheetAccountings/read', { date: '2026-11-02' }));
      const path = `timesheetAccountings/update/${day?.['id']}`;
      written(await people.boss.client.put(path, { comment: 'c' }));
      written(await place.machine.put(person, { entry_date: null }));
      assert.deepEqual(await days(), [4]);
      written(await approve(annas, { date: '2026-11-02' }));
      assert.deepEqual(flags(written(await unapprove(annas, { date: '2026-11-02' }))), [0, 0]);
      await assertRebuilt(place, anna);
      assert.equal((await people.boss.client.put(path, { comment: null })).status, 200);
      assert.deepEqual(await days(), []);
      await assertRebuilt(place, anna);
    });

    test('approves a batch day by day', async () => {
      const { json } = await approve(people.boss.client, [
        { user_id: anna, date: '2026-11-02' },
        { user_id: people.other.id, date: '2026-11-02' },
        { user_id: anna, date: '2026-11-21' },
        { user_id: anna, date: '2026-11-03' },
      ]);
      assert.deepEqual(
        json['Results'].map((item: Shown) => item['Error'] ?? flags(item['Results'][0])),
        [[0, 1], 401, 422, [0, 1]],
      );
    });

    test('accepts id, or user and date, and refuses contradictions', async () => {
      const { id } = written(await approve(annas, { date: '2026-11-02' }));
      assertRefused(await approve(annas, {}), { status: 400, code: 'missing_parameter', field: 'date' });
      assertRefused(await approve(place.machine, { date: '2026-11-02' }), {
        status: 400,
        code: 'missing_parameter',
        field: 'user_id',
      });
      assertRefused(await approve(annas, { id, date: '2026-11-03' }), {
        status: 422,
        code: 'contradiction',
        field: 'date',
      });
      written(await approve(annas, { id, date: '2026-11-02', user_id: anna }));
      assertRefused(await approve(annas, { id: 99_999 }), {
        status: 422,
        code: 'unknown_reference',
        field: 'id',
      });
    });

    test('refuses days in the future or outside employment', async () => {
      // It is 12:00 UTC on 20 November: midnight has passed in Kiritimati.
      const far = await hire(place.machine, 'far', { timezone: 'Pacific/Kiritimati' });
      written(await approve(place.machine, { user_id: far, date: '2026-11-21' }));
      const tomorrow = await approve(annas, { date: '2026-11-21' });
      assertRefused(tomorrow, { status: 422, code: 'rule_broken', field: 'date' });
      await place.machine.put(`users/update/${anna}`, { entry_date: '2026-10-05', exit_date: '2026-11-10' });
      for (const date of ['2026-10-04', '2026-11-11']) {
        assertRefused(await approve(people.boss.client, { user_id: anna, date }), {
          status: 422,
          code: 'rule_broken',
          field: 'date',
        });
      }
      for (const date of ['2026-10-05', '2026-11-10'])
        written(await approve(people.boss.client, { user_id: anna, date }));
      await place.machine.put(`users/update/${anna}`, { payroll_accounting_starts_at: '2026-10-12' });
      assertRefused(await approve(people.boss.client, { user_id: anna, date: '2026-10-11' }), {
        status: 422,
        code: 'rule_broken',
        field: 'date',
      });
    });

    test('accepts approval by a user with permission', async () => {
      const other = people.other.client;
      const granted = await place.machine.create('permissions', {
        user_id: people.other.id,
        resource_name: 'timesheetAccountings',
        permission_name: 'approve',
        permission_scope_id: 6,
        permission_scope_data_1: anna,
      });
      await approve(other, { user_id: anna, date: '2026-11-02' });
      const [row] = rowsOf(await annas.get('timesheetAccountings/read', { date: '2026-11-02' }));
      assert.deepEqual(flags(row as Shown), [0, 1]);
      await place.machine.delete(`permissions/delete/${granted['id']}`);
    });

    test('deletes days with their user', async () => {
      const { id } = written(await approve(annas, { date: '2026-11-02' }));
      assert.equal((await place.machine.delete(`users/delete/${anna}`)).status, 200);
      assert.deepEqual(rowsOf(await place.machine.get('timesheetAccountings/read', { id })), []);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
