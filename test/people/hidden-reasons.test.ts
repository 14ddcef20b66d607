// What colleagues may not know of a day of absence is not told by filters, orders, sums, reports, children or the delta.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { setClock } from '../support/installation.ts';
import type { Client, Envelope } from '../support/client.ts';
import { assertRefused, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { hire, written } from '../time-tracking/booking.ts';

const monday = '2026-11-23';
const ill = { type_id: 3, subtype_id: 11 };
const leave = { type_id: 1, subtype_id: 0 };

/** Fields of `absenceDays` that say more than that a person is away, and what they are on a day of sick leave. */
const hidden = {
  type: 'sick_leave',
  type_id: 3,
  subtype_id: 11,
  subtype: 'Sick leave',
  comment: 'Flu',
  request_id: null,
  user_role_id: null,
  begin: null,
  updated: null,
} as const;

/** Values of those that are empty. */
const examples = { request_id: 1, user_role_id: 1, begin: '08:00', updated: '2026-11-01 00:00:00' };

onEveryEngine(
  'reasons of absences that colleagues do not see',
  (place) => {
    /** Anna asks; Bert is ill, Cleo on leave, all of one department. */
    let anna: Client;
    let bert: number;
    let cleo: number;
    let illness: Envelope;
    let kind: number;
    let day = Date.parse('2026-11-20T12:00:00Z');
    before(async () => {
      const { machine, account } = place;
      await hire(machine, 'anna');
      [bert, cleo] = [await hire(machine, 'bert'), await hire(machine, 'cleo')];
      anna = await account.login('anna');
      const typeOf = async (absence_type_id: number, absence_subtype_id: number): Promise<number> => {
        const types = { absence_type_id, absence_subtype_id };
        return rowsOf(await machine.get('absenceTypes/read', types))[0]?.['id'] as number;
      };
      kind = await typeOf(ill.type_id, ill.subtype_id);
      const secret = { id: await typeOf(leave.type_id, leave.subtype_id), public_leave_type: 0 };
      written(await machine.put('absenceTypes/update', secret));
    });
    beforeEach(async () => {
      const { machine } = place;
      for (const { id } of rowsOf(await machine.get('absences/read')))
        await machine.delete(`absences/delete/${id}`);
      await show(0);
      const dates = { from_date: monday, to_date: monday };
      illness = await machine.create('absences', { user_id: bert, ...ill, ...dates, request_comment: 'Flu' });
      await machine.create('absences', { user_id: cleo, ...leave, ...dates });
    });
    const show = async (public_leave_type: number): Promise<void> => {
      written(await place.machine.put(`absenceTypes/update/${kind}`, { public_leave_type }));
    };
    const read = async (query: object): Promise<readonly Envelope[]> =>
      rowsOf(await anna.get('absenceDays/read', { date: monday, ...query })) as readonly Envelope[];
    const people = async (query: object): Promise<readonly unknown[]> =>
      (await read(query)).map((row) => row['user_id']);
    /** Waits for the next second, and reads the days that changed since a moment. */
    const since = async (_since: string): Promise<Envelope> =>
      (await anna.get('absenceDays/read', { _since, _fetch_deleted: 1 })).json;
    const now = async (): Promise<string> => {
      setClock(place.installation.clock, new Date((day += 10_000)).toISOString());
      const { json } = await anna.get('absenceDays/read', { _limit: 0 });
      setClock(place.installation.clock, new Date((day += 10_000)).toISOString());
      return json['RequestStartTime'] as string;
    };

    for (const [field, value] of Object.entries(hidden))
      test(`are not told by ${field} in filters, orders and sums`, async () => {
        const everybody = [bert, cleo];
        assert.deepEqual(await people({}), everybody);
        const example = value ?? examples[field as keyof typeof examples];
        for (const operator of ['notnull', 'null', 'neq', 'nin'])
          assert.deepEqual(await people({ [field]: example, [`_op__${field}`]: operator }), [], operator);
        if (value !== null) assert.deepEqual(await people({ [field]: value }), []);
        for (const descending of [0, 1])
          assert.deepEqual(await people({ _order_by: field, _order_desc: descending }), everybody);
        const groups = await read({ _aggregate__value: 'sum', _group_by: field });
        assert.deepEqual(groups, [], JSON.stringify(groups));
        const [most] = await read({ [`_aggregate__${field}`]: 'max' });
        assert.equal(most?.[field] ?? null, null);
      });

    test('are not told by reports, requests and their children', async () => {
      const asked = { date: `${monday}|${monday}`, _op__date: 'betw' };
      assert.deepEqual(rowsOf(await anna.get('absenceReports/read', asked)), []);
      const groups = { ...asked, _group_by: 'subtype', _aggregate__days: 'sum' };
      assert.deepEqual(rowsOf(await anna.get('absenceReports/read', groups)), []);
      assert.deepEqual(rowsOf(await anna.get('absences/read')), []);
      const nested = { nestedEntities: JSON.stringify({ absenceDays: [{}] }) };
      for (const parent of ['absences', 'users'])
        assertRefused(await anna.get(`${parent}/read`, nested), { status: 422, code: 'unknown_parameter' });
      const [row] = await read({ user_id: bert, _resolve: 'user_id' });
      assert.equal(row?.['request'] ?? null, null);
    });

    test('are not told by the delta when the type is public no more', async () => {
      await show(1);
      assert.deepEqual(await people({ type: 'sick_leave' }), [bert]);
      const start = await now();
      await show(0);
      const { Results, Deleted } = await since(start);
      const told = (Results as Envelope[]).filter(({ user_id }) => user_id === bert);
      assert.equal(told.length + Deleted.length, 1, JSON.stringify([Results, Deleted]));
      for (const row of told) for (const field of Object.keys(hidden)) assert.equal(row[field] ?? null, null);
      assert.deepEqual(await people({ type: 'sick_leave' }), []);
    });

    test('are not told by the delta of a cancelled day', async () => {
      const [row] = await read({ user_id: bert });
      let start = await now();
      written(await place.machine.put('absences/cancel', { id: illness['id'] }));
      assert.deepEqual(await people({}), [cleo]);
      const { Results, Deleted } = await since(start);
      assert.deepEqual(Results, []);
      assert.deepEqual(
        Deleted.map((one: Envelope) => one['id']),
        [row?.['id']],
      );
      assert.doesNotMatch(JSON.stringify(Deleted), /sick|Flu|"type/);
      start = await now();
      await place.machine.delete(`absences/delete/${illness['id']}`);
      assert.deepEqual((await since(start))['Deleted'], []);
    });

    test('are not told by the delta of requests and of days off', async () => {
      const berts = await place.account.login('bert');
      const start = await now();
      const asked = { user_id: bert, ...leave, from_date: '2026-12-01', to_date: '2026-12-01' };
      const { id } = await berts.create('absences', asked);
      // From Saturday to Sunday: sick leave has rows on days off too.
      const off = { user_id: bert, ...ill, from_date: '2026-12-05', to_date: '2026-12-06' };
      const second = await place.machine.create('absences', off);
      const told = await since(start);
      assert.deepEqual([told['Results'], told['Deleted']], [[], []]);
      await place.machine.delete(`absences/delete/${id}`);
      await place.machine.delete(`absences/delete/${second['id']}`);
      const later = await since(start);
      assert.deepEqual([later['Results'], later['Deleted']], [[], []]);
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
