// An approved day refuses changes of its time, amounts and remarks until it is reopened.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { assertRefused, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Client } from '../support/client.ts';
import { dayOf, liftOvertimeLimits } from './timesheets.ts';
import { booking, written, type Times } from '../time-tracking/booking.ts';
import { approve, foundDepartment, unapprove, type LedPeople } from '../people/led-people.ts';

const facts = 'start_time,start_time_timezone,start_date,duration';
const locked = { status: 422, code: 'locked' } as const;

onEveryEngine(
  'approved days',
  (place) => {
    let people: LedPeople;
    /** A new person of the boss's department for each test. */
    let anna = 0;
    let annas: Client;
    before(async () => {
      people = await foundDepartment(place);
      await liftOvertimeLimits(place.machine);
    });
    beforeEach(async () => {
      ({ id: anna, client: annas } = await people.hireNext({ entry_date: '2026-01-01' }));
    });
    const book = (client: Client, times: Times): Promise<Answer> =>
      client.post('timeTrackings/create', booking(anna, times));

    test('refuses to book, change, move or delete time until the day is reopened', async () => {
      const inside = written(await book(annas, { start: '2026-11-02 08:00', end: '2026-11-02 12:00' }))['id'];
      const outside = written(await book(annas, { start: '2026-11-03 08:00', end: '2026-11-03 12:00' }))[
        'id'
      ];
      const day = { user_id: anna, date: '2026-11-02' };
      const moved = (date: string) => ({ start_time: `${date} 14:00:00`, end_time: `${date} 15:00:00` });
      const assertLocked = async (client: Client): Promise<void> => {
        const update = (id: number, change: object): Promise<Answer> =>
          client.put(`timeTrackings/update/${id}`, change);
        const refused = [
          await book(client, { start: '2026-11-02 14:00', end: '2026-11-02 15:00' }),
          await book(client, { start: '2026-11-01 22:00', end: '2026-11-02 00:30' }),
          await update(inside, { notes: 'x' }),
          await update(inside, moved('2026-11-04')),
          await update(outside, moved('2026-11-02')),
          await client.delete(`timeTrackings/delete/${inside}`),
          await client.post('timeTrackings/create', {
            ...booking(anna, { start: '2026-11-02 09:00', end: '2026-11-02 10:00' }),
            _insert_into_conflicting: 1,
          }),
        ];
        for (const answer of refused) {
          const { ErrorExtended } = assertRefused(answer, { ...locked, field: 'start_time' });
          assert.deepEqual(
            [ErrorExtended.data.resource, ErrorExtended.data.date, ErrorExtended.data.user_id],
            ['timesheetAccountings', '2026-11-02', anna],
          );
        }
        written(await update(inside, { notes: null, start_time: '2026-11-02 08:00:00' }));
      };
      for (const approver of [annas, place.account.administrator]) {
        written(await approve(approver, day));
        for (const client of [annas, people.boss.client, place.account.administrator, place.machine])
          await assertLocked(client);
        assert.equal(rowsOf(await annas.get('timeTrackings/read', { user_id: anna })).length, 2);
        written(await unapprove(approver, day));
      }
      written(
        await annas.put(`timeTrackings/update/${inside}`, { notes: 'x', end_time: '2026-11-02 11:00:00' }),
      );
      assert.equal((await dayOf(annas, anna, '2026-11-02'))['working_time'], 3);
    });

    test('accepts approval and reopening of single trackings', async () => {
      const { id } = written(await book(annas, { start: '2026-11-02 08:00', end: '2026-11-02 12:00' }));
      written(await approve(annas, { date: '2026-11-02' }));
      for (const approved_by_admin of [1, 0]) {
        written(await place.account.administrator.put(`timeTrackings/update/${id}`, { approved_by_admin }));
      }
    });

    test('locks a night tracking by both its days, not one that ends at midnight', async () => {
      const night = written(await book(annas, { start: '2026-11-03 22:00', end: '2026-11-04 02:00' }))['id'];
      const evening = written(await book(annas, { start: '2026-11-02 22:00', end: '2026-11-03 00:00' }))[
        'id'
      ];
      written(await approve(annas, { date: '2026-11-04' }));
      assertRefused(await annas.put(`timeTrackings/update/${night}`, { notes: 'x' }), locked);
      assertRefused(
        await annas.put(`timeTrackings/update/${night}`, { end_time: '2026-11-04 00:00:00' }),
        locked,
      );
      written(await unapprove(annas, { date: '2026-11-04' }));
      written(await approve(annas, { date: '2026-11-03' }));
      assertRefused(await annas.delete(`timeTrackings/delete/${night}`), locked);
      written(await annas.put(`timeTrackings/update/${evening}`, { notes: 'x' }));
      assertRefused(
        await annas.put(`timeTrackings/update/${evening}`, { end_time: '2026-11-03 00:00:01' }),
        locked,
      );
    });

    test('uses the date in the start time zone of a tracking', async () => {
      written(await approve(annas, { date: '2026-11-02' }));
      // 23:30 on the 1st in New York is 05:30 on the 2nd in Vienna.
      const zone = 'America/New_York';
      written(await book(annas, { start: '2026-11-01 23:00', end: '2026-11-01 23:30', zone }));
      assertRefused(await book(annas, { start: '2026-11-01 05:30', end: '2026-11-02 00:30', zone }), locked);
      const tokyo = { start: '2026-11-02 00:30', end: '2026-11-02 01:00', zone: 'Asia/Tokyo' };
      assertRefused(await book(annas, tokyo), locked);
    });

    test('refuses a tracking that would cut one on an approved day', async () => {
      written(await book(annas, { start: '2026-11-02 22:00', end: '2026-11-03 06:00' }));
      written(await approve(annas, { date: '2026-11-02' }));
      const insert = { ...booking(anna, { start: '2026-11-03 04:00', end: '2026-11-03 08:00' }) };
      const answer = await annas.post('timeTrackings/create', { ...insert, _insert_into_conflicting: 1 });
      assertRefused(answer, locked);
    });

    test('accepts a cut whose remainder ends on an approved date of another zone', async () => {
      const journey = { start: '2026-11-01 18:00', end: '2026-11-02 09:00' };
      const [zone, endZone] = ['America/New_York', 'Asia/Tokyo'];
      written(await book(annas, { ...journey, zone, endZone }));
      written(await approve(annas, { date: '2026-11-02' }));
      const insert = booking(anna, { start: '2026-11-01 18:00', end: '2026-11-01 18:30', zone });
      written(await annas.post('timeTrackings/create', { ...insert, _insert_into_conflicting: 1 }));
      const rows = rowsOf(
        await annas.get('timeTrackings/read', { user_id: anna, _order_by: 'start_time', _fields: facts }),
      );
      assert.deepEqual(rows.map(Object.values), [
        ['2026-11-01 18:00:00', zone, '2026-11-01', 1800],
        ['2026-11-01 18:30:00', zone, '2026-11-01', 1800],
      ]);
    });

    test('refuses to record, change or delete checkpoint events', async () => {
      const checkpoint_id = (await place.machine.create('checkpoints', { name: 'Gate' }))['id'];
      const inside = written(await book(annas, { start: '2026-11-02 08:00', end: '2026-11-02 12:00' }))['id'];
      const passing = { checkpoint_id, timestamp: '2026-11-02 09:00:00', timezone: 'Europe/Vienna' };
      const record = (time_tracking_id: number): Promise<Answer> =>
        annas.post('checkpointTrackings/create', { ...passing, time_tracking_id });
      const { id } = written(await record(inside));
      const outside = written(await book(annas, { start: '2026-11-03 08:00', end: '2026-11-03 12:00' }))[
        'id'
      ];
      const { id: other } = written(await record(outside));
      written(await approve(annas, { date: '2026-11-02' }));
      assertRefused(await record(inside), locked);
      assertRefused(await annas.put(`checkpointTrackings/update/${id}`, { notes: 'x' }), locked);
      const move = { time_tracking_id: inside };
      assertRefused(await annas.put(`checkpointTrackings/update/${other}`, move), locked);
      assertRefused(await annas.delete(`checkpointTrackings/delete/${id}`), locked);
      written(await annas.put(`checkpointTrackings/update/${other}`, { notes: 'x' }));
      written(await unapprove(annas, { date: '2026-11-02' }));
      written(await annas.put(`checkpointTrackings/update/${id}`, { notes: 'x' }));
    });

    test('refuses approval of a day with running time', async () => {
      written(await book(annas, { start: '2026-11-19 23:00', end: null }));
      for (const date of ['2026-11-19', '2026-11-20']) {
        const answer = await approve(annas, { date });
        assertRefused(answer, { status: 422, code: 'rule_broken', field: 'date' });
      }
      written(await approve(annas, { date: '2026-11-18' }));
    });

    test('refuses running time on an approved day or before it', async () => {
      written(await approve(annas, { date: '2026-11-20' }));
      for (const start of ['2026-11-20 09:00', '2026-11-18 09:00'])
        assertRefused(await book(annas, { start, end: null }), locked);
      written(await book(annas, { start: '2026-11-18 09:00', end: '2026-11-18 10:00' }));
    });

    test('accepts amounts and remarks from supervisors until the day is approved', async () => {
      const { id } = written(await approve(annas, { date: '2026-11-02' }));
      const path = `timesheetAccountings/update/${id}`;
      const boss = people.boss.client;
      assertRefused(await boss.put(path, { comment: 'c' }), { ...locked, field: 'id' });
      written(await unapprove(annas, { id }));
      const row = written(await boss.put(path, { comment: 'c', overtime_paid: '1.25' }));
      assert.deepEqual([row['comment'], row['overtime_paid']], ['c', 1.25]);
      assertRefused(await boss.put(path, { overtime_paid: -0.01 }), {
        status: 422,
        code: 'invalid_value',
        field: 'overtime_paid',
      });
      const added = written(await boss.put(path, { additions: -0.75 }));
      assert.deepEqual([added['additions'], added['working_time_daily_balance']], [-0.75, -8]);
      assert.equal(added['working_time_total_balance'], row['working_time_total_balance'] - 0.75);
      for (const name of ['overtime_paid', 'additions'])
        assertRefused(await annas.put(path, { [name]: 9 }), { status: 401, code: 'not_allowed' });
      assertRefused(await boss.put(path, { working_time: 9 }), { status: 422, code: 'read_only_field' });
      written(await approve(boss, { id }));
      written(await boss.put(path, { comment: 'c', overtime_paid: 1.25 }));
      for (const name of ['overtime_paid', 'additions'])
        assertRefused(await place.machine.put(path, { [name]: 2 }), { ...locked, field: 'id' });
    });

    test('locks no days of other users', async () => {
      written(await approve(people.other.client, { date: '2026-11-02' }));
      written(await book(annas, { start: '2026-11-02 14:00', end: '2026-11-02 15:00' }));
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
