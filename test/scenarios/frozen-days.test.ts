import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { assertRefused, rowsOf } from '../contract/expectations.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Answer, Client } from '../support/client.ts';
import { booking, written, type Times } from './booking.ts';
import { approve, foundDepartment, unapprove, type LedPeople } from './led-people.ts';

const facts = 'start_time,start_time_timezone,start_date,duration';
const locked = { status: 422, code: 'locked' } as const;

onEveryEngine(
  'time on approved days is frozen',
  (place) => {
    let people: LedPeople;
    /** A new person of the boss's department for each test. */
    let anna = 0;
    let annas: Client;
    before(async () => {
      people = await foundDepartment(place);
    });
    beforeEach(async () => {
      ({ id: anna, client: annas } = await people.hireNext({ entry_date: '2026-01-01' }));
    });
    const book = (client: Client, times: Times): Promise<Answer> =>
      client.post('timeTrackings/create', booking(anna, times));

    test('nothing is booked, changed, moved in, moved out or deleted on an approved day, by nobody', async () => {
      const inside = written(await book(annas, { start: '2026-11-02 08:00', end: '2026-11-02 12:00' }))['id'];
      const outside = written(await book(annas, { start: '2026-11-03 08:00', end: '2026-11-03 12:00' }))[
        'id'
      ];
      written(await approve(annas, { date: '2026-11-02' }));
      for (const client of [annas, people.boss.client, place.account.administrator, place.machine]) {
        const update = (id: number, change: object): Promise<Answer> =>
          client.put(`timeTrackings/update/${id}`, change);
        const moved = (day: string) => ({ start_time: `${day} 14:00:00`, end_time: `${day} 15:00:00` });
        const refused = [
          await book(client, { start: '2026-11-02 14:00', end: '2026-11-02 15:00' }),
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
      }
      assert.equal(rowsOf(await annas.get('timeTrackings/read', { user_id: anna })).length, 2);
      written(await unapprove(annas, { date: '2026-11-02' }));
      written(await annas.put(`timeTrackings/update/${inside}`, { notes: 'x' }));
    });

    test('the trackings of an approved day may still be approved one by one, and reopened', async () => {
      const { id } = written(await book(annas, { start: '2026-11-02 08:00', end: '2026-11-02 12:00' }));
      written(await approve(annas, { date: '2026-11-02' }));
      for (const approved_by_admin of [1, 0]) {
        written(await place.account.administrator.put(`timeTrackings/update/${id}`, { approved_by_admin }));
      }
    });

    test('a night belongs to both its days; one that ends at midnight does not touch the next', async () => {
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

    test('days are those on the clocks where a tracking starts', async () => {
      written(await approve(annas, { date: '2026-11-02' }));
      // 23:30 on the 1st in New York is 05:30 on the 2nd in Vienna.
      const zone = 'America/New_York';
      written(await book(annas, { start: '2026-11-01 23:00', end: '2026-11-01 23:30', zone }));
      assertRefused(await book(annas, { start: '2026-11-01 05:30', end: '2026-11-02 00:30', zone }), locked);
      const tokyo = { start: '2026-11-02 00:30', end: '2026-11-02 01:00', zone: 'Asia/Tokyo' };
      assertRefused(await book(annas, tokyo), locked);
    });

    test('a tracking that would be cut is refused when it lies on an approved day', async () => {
      written(await book(annas, { start: '2026-11-02 22:00', end: '2026-11-03 06:00' }));
      written(await approve(annas, { date: '2026-11-02' }));
      const insert = { ...booking(anna, { start: '2026-11-03 04:00', end: '2026-11-03 08:00' }) };
      const answer = await annas.post('timeTrackings/create', { ...insert, _insert_into_conflicting: 1 });
      assertRefused(answer, locked);
    });

    test('what is left of a tracking that gives way stays on its days, though it ends on the clocks of an approved one', async () => {
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

    test('no checkpoint is recorded, changed or deleted on an approved day', async () => {
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

    test('a day on which somebody works is not approved, so that they can always stop', async () => {
      written(await book(annas, { start: '2026-11-19 23:00', end: null }));
      for (const date of ['2026-11-19', '2026-11-20']) {
        const answer = await approve(annas, { date });
        assertRefused(answer, { status: 422, code: 'rule_broken', field: 'date' });
      }
      written(await approve(annas, { date: '2026-11-18' }));
    });

    test('no work begins on a day that is approved, nor before it without an end', async () => {
      written(await approve(annas, { date: '2026-11-20' }));
      for (const start of ['2026-11-20 09:00', '2026-11-18 09:00'])
        assertRefused(await book(annas, { start, end: null }), locked);
      written(await book(annas, { start: '2026-11-18 09:00', end: '2026-11-18 10:00' }));
    });

    test('another person’s approved day locks nobody else', async () => {
      written(await approve(people.other.client, { date: '2026-11-02' }));
      written(await book(annas, { start: '2026-11-02 14:00', end: '2026-11-02 15:00' }));
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
