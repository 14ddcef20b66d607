// Holiday adjustments: the users who add and remove them, the fields they need, and their entries in the action log.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { assertRefused, rowOf, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Client } from '../support/client.ts';
import { written } from '../time-tracking/booking.ts';
import { foundDepartment, type LedPeople } from '../people/led-people.ts';

onEveryEngine(
  'holiday adjustments',
  (place) => {
    let people: LedPeople;
    let anna = 0;
    let annas: Client;
    before(async () => {
      people = await foundDepartment(place);
    });
    beforeEach(async () => {
      const more = { entry_date: '2026-07-01', timesheet_holiday_calc_yearly_amount: 25 };
      ({ id: anna, client: annas } = await people.hireNext(more));
    });
    const adjust = (client: Client, more: object): Promise<Answer> =>
      client.put('holidayAdjustment/add', { user_id: anna, date: '2026-11-02', value: 2, ...more });
    const takeBack = (client: Client, more: object): Promise<Answer> =>
      client.put('holidayAdjustment/remove', { user_id: anna, date: '2026-11-02', value: 2, ...more });

    test('logs an adjustment with department and role of the person, and who made it', async () => {
      await place.machine.put(`users/update/${anna}`, { role_id: 3 });
      const answer = await adjust(people.boss.client, { value: '-0.5', comment: 'moved house' });
      const { id, ...shown } = rowOf(answer);
      assert.deepEqual(shown, { user_id: anna, date: '2026-11-02', value: -0.5, comment: 'moved house' });
      assert.equal(answer.json['ResourceName'], 'holidayAdjustment');
      const { updated, ...entry } = rowOf(await annas.get('timesheetActionLogs/read', { user_id: anna }));
      assert.match(updated, /^2026-11-20 /);
      assert.deepEqual(entry, {
        id,
        user_id: anna,
        user_department_id: people.north,
        user_role_id: 3,
        date: '2026-11-02',
        type: 'holiday',
        other_paid_leave_id: null,
        value: -0.5,
        value_unit: 'd',
        request_id: null,
        status: 1,
        comment: 'moved house',
        begin: null,
        subtype: 'adjustment',
        from_date: '2026-11-02',
        data: null,
        by_user_id: people.boss.id,
      });
    });

    test('removes an adjustment once by an entry of its own', async () => {
      const client = people.hanna.client;
      const first = rowOf(await adjust(client, {}))['id'];
      const second = rowOf(await adjust(client, {}))['id'];
      await adjust(client, { value: 3 });
      await adjust(client, { date: '2026-11-03' });
      assert.equal(rowOf(await takeBack(client, {}))['value'], -2);
      rowOf(await takeBack(client, { comment: 'twice' }));
      assertRefused(await takeBack(client, {}), { status: 422, code: 'unknown_reference', field: 'value' });
      assertRefused(await takeBack(client, { value: -2 }), {
        status: 422,
        code: 'unknown_reference',
        field: 'value',
      });
      const log = rowsOf(await annas.get('timesheetActionLogs/read'));
      assert.deepEqual(
        log.map((row) => [row['value'], row['subtype'], row['data']]),
        [
          [2, 'adjustment', null],
          [2, 'adjustment', null],
          [3, 'adjustment', null],
          [2, 'adjustment', null],
          [-2, 'adjustment_removed', String(second)],
          [-2, 'adjustment_removed', String(first)],
        ],
      );
      rowOf(await adjust(client, {}));
      rowOf(await takeBack(client, {}));
    });

    test('refuses adjustments by the person, colleagues and supervisors for themselves', async () => {
      for (const client of [
        place.machine,
        place.account.administrator,
        people.hanna.client,
        people.boss.client,
      ])
        rowOf(await adjust(client, {}));
      for (const [client, more] of [
        [annas, {}],
        [people.other.client, {}],
        [people.boss.client, { user_id: people.boss.id }],
      ] as const) {
        for (const act of [adjust, takeBack])
          assertRefused(await act(client, more), { status: 401, code: 'not_allowed' });
      }
    });

    test('requires user, date within employment and a valid number of days', async () => {
      for (const [more, status, code, field] of [
        [{ user_id: null }, 400, 'missing_parameter', 'user_id'],
        [{ date: '' }, 400, 'missing_parameter', 'date'],
        [{ value: null }, 400, 'missing_parameter', 'value'],
        [{ value: 0 }, 422, 'invalid_value', 'value'],
        [{ value: 1.234 }, 422, 'invalid_value', 'value'],
        [{ value: 367 }, 422, 'invalid_value', 'value'],
        [{ user_id: 99_999 }, 422, 'unknown_reference', 'user_id'],
        [{ date: '2026-06-30' }, 422, 'rule_broken', 'date'],
        [{ days: 1 }, 422, 'unknown_parameter', 'days'],
      ] as const) {
        assertRefused(await adjust(place.machine, more), { status, code, field });
      }
      assert.deepEqual(rowsOf(await annas.get('timesheetActionLogs/read')), []);
      const none = await place.machine.get('holidayAdjustment/read');
      assertRefused(none, { status: 404, code: 'unknown_address' });
    });

    test('refuses adding and removing on an approved day', async () => {
      rowOf(await adjust(place.machine, {}));
      written(await annas.put('timesheetAccountings/approve', { date: '2026-11-02' }));
      for (const act of [adjust, takeBack])
        assertRefused(await act(place.machine, {}), { status: 422, code: 'locked', field: 'date' });
    });

    test('refuses to delete a user with log entries', async () => {
      rowOf(await adjust(place.machine, {}));
      assertRefused(await place.machine.delete(`users/delete/${anna}`), { status: 422, code: 'in_use' });
    });
  },
  { startsAt: '2026-11-20T12:00:00Z' },
);
