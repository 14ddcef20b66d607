// What people decide about days stands in timesheetActionLogs: who, at which level, why, and the values before and after.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { rowsOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { written } from '../time-tracking/booking.ts';
import { liftOvertimeLimits } from './timesheets.ts';
import { approve, foundDepartment, unapprove, type LedPeople, type Person } from '../people/led-people.ts';

const date = '2026-11-02';

onEveryEngine(
  'the log of decisions about days',
  (place) => {
    let people: LedPeople;
    let anna: Person;
    let administratorId = 0;
    before(async () => {
      people = await foundDepartment(place);
      const [self] = rowsOf(await place.account.administrator.get('users/read', { username: 'admin' }));
      administratorId = self?.['id'] as number;
    });
    beforeEach(async () => {
      await liftOvertimeLimits(place.machine);
      anna = await people.hireNext({ entry_date: '2026-11-01' });
    });
    const logged = async (type: string): Promise<readonly Shown[]> =>
      rowsOf(await anna.client.get('timesheetActionLogs/read', { user_id: anna.id, type, _order_by: 'id' }));
    const short = (row: Shown): readonly unknown[] => [row['subtype'], row['by_user_id'], row['comment']];

    test('names who approved or reopened a day, at which level, and why', async () => {
      const { id } = written(await approve(anna.client, { date }));
      written(await approve(people.boss.client, { id, approved_by_user_1: 1 }));
      written(await approve(people.boss.client, { id, approved_by_admin: 1, comment: 'As agreed' }));
      written(await unapprove(place.account.administrator, { id, comment: 'A booking is missing' }));
      const rows = await logged('approval');
      assert.deepEqual(rows.map(short), [
        ['approved_by_user', anna.id, null],
        ['approved_by_user_1', people.boss.id, null],
        ['approved_by_admin', people.boss.id, 'As agreed'],
        ['approved_by_user_removed', administratorId, 'A booking is missing'],
        ['approved_by_admin_removed', administratorId, 'A booking is missing'],
        ['approved_by_user_1_removed', administratorId, 'A booking is missing'],
      ]);
      assert.deepEqual(new Set(rows.map((row) => row['date'])), new Set([date]));
    });

    test('does not log an approval that was given, or taken back, before', async () => {
      const { id } = written(await approve(anna.client, { date }));
      written(await approve(anna.client, { id }));
      written(await unapprove(anna.client, { id }));
      written(await unapprove(anna.client, { id }));
      assert.deepEqual(
        (await logged('approval')).map((row) => row['subtype']),
        ['approved_by_user', 'approved_by_user_removed'],
      );
    });

    test('keeps hours added, hours paid out and remarks with their values before and after', async () => {
      const [day] = rowsOf(await anna.client.get('timesheetAccountings/read', { user_id: anna.id, date }));
      const path = `timesheetAccountings/update/${day?.['id']}`;
      written(await people.boss.client.put(path, { additions: 20, comment: 'Trade fair' }));
      written(await people.boss.client.put(path, { additions: 17.5 }));
      written(await people.hanna.client.put(path, { overtime_paid: 1.25, comment: null }));
      const said = (row: Shown): readonly unknown[] => [
        row['by_user_id'],
        row['value'],
        row['value_unit'],
        JSON.parse(row['data'] as string),
      ];
      assert.deepEqual((await logged('additions')).map(said), [
        [people.boss.id, 20, 'hs', { before: 0, after: 20 }],
        [people.boss.id, -2.5, 'hs', { before: 20, after: 17.5 }],
      ]);
      assert.deepEqual((await logged('overtime_paid')).map(said), [
        [people.hanna.id, 1.25, 'hs', { before: 0, after: 1.25 }],
      ]);
      assert.deepEqual((await logged('comment')).map(said), [
        [people.boss.id, null, null, { before: null, after: 'Trade fair' }],
        [people.hanna.id, null, null, { before: 'Trade fair', after: null }],
      ]);
    });

    test('goes with the person when the person is deleted', async () => {
      written(await approve(anna.client, { date }));
      assert.equal((await place.machine.delete(`users/delete/${anna.id}`)).status, 200);
      const left = await place.machine.get('timesheetActionLogs/read', { user_id: anna.id });
      assert.deepEqual(rowsOf(left), []);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
