// Work schedules, their weekdays and slots: fields, limits, users, archiving and the default schedule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, idsOf, readOne, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answer, Envelope } from '../support/client.ts';
import { hire, written } from '../time-tracking/booking.ts';

onEveryEngine(
  'work schedules',
  (place) => {
    const make = async (name: string, more: object = {}): Promise<Envelope> =>
      written(await place.machine.post('workSchedules/create', { name, ...more }));
    const weekOf = async (schedule: number): Promise<readonly Envelope[]> =>
      rowsOf(
        await place.machine.get('workScheduleDays/read', {
          timesheet_template_id: schedule,
          _order_by: 'weekday_id',
        }),
      );
    const dayOf = async (schedule: number, weekday: number): Promise<number> =>
      (await weekOf(schedule))[weekday - 1]?.['id'];
    const set = (id: number, entity: object): Promise<Answer> =>
      place.machine.put(`workScheduleDays/update/${id}`, entity);

    test('creates a full time and a part time schedule in a new account', async () => {
      const rows = rowsOf(await place.machine.get('workSchedules/read/', { active: 'true' }));
      assert.deepEqual(
        rows.map(({ id, name, is_default }) => [id, name, is_default]),
        [
          [1, 'Full time', 1],
          [2, 'Part time', 0],
        ],
      );
      const hours = async (schedule: number): Promise<readonly number[]> =>
        (await weekOf(schedule)).map((day) => day['hours']);
      assert.deepEqual(await hours(1), [8, 8, 8, 8, 8, 0, 0]);
      assert.deepEqual(await hours(2), [4, 4, 4, 4, 4, 0, 0]);
    });

    test('creates seven days with a schedule and deletes them with it', async () => {
      const { id } = await make('Shop');
      const week = await weekOf(id);
      assert.deepEqual(
        week.map((day) => [day['weekday_id'], day['weekday'], day['workday'], day['hours']]),
        [
          [1, 'Monday', 1, 8],
          [2, 'Tuesday', 1, 8],
          [3, 'Wednesday', 1, 8],
          [4, 'Thursday', 1, 8],
          [5, 'Friday', 1, 8],
          [6, 'Saturday', 0, 0],
          [7, 'Sunday', 0, 0],
        ],
      );
      for (const [action, method] of [
        ['create', 'POST'],
        ['delete', 'DELETE'],
      ] as const)
        assert.equal((await place.machine.request(method, `workScheduleDays/${action}`)).status, 404);
      await place.machine.delete(`workSchedules/delete/${id}`);
      assert.deepEqual(await weekOf(id), []);
    });

    test('sets the legal limits of Austria and Germany by default', async () => {
      const row = await make('Law');
      const names = ['law_limit_daily_hours', 'law_limit_weekly_hours', 'law_rest_period_minimum_hours'];
      assert.deepEqual(
        names.map((name) => row[name]),
        [10, 48, 11],
      );
      for (const [index, above] of [24.01, 168.01, 24.01].entries()) {
        const field = names[index] as string;
        for (const value of [above, -1]) {
          const answer = await place.machine.put(`workSchedules/update/${row['id']}`, { [field]: value });
          assertRefused(answer, { status: 422, code: 'invalid_value', field });
        }
      }
      const none = await place.machine.put(`workSchedules/update/${row['id']}`, {
        law_limit_daily_hours: '',
      });
      assert.equal(written(none)['law_limit_daily_hours'], null);
    });

    test('allows neither hours nor core time on a day off', async () => {
      const { id } = await make('Days off');
      const [monday, saturday] = [await dayOf(id, 1), await dayOf(id, 6)];
      await set(monday, { core_time_start: '09:00', core_time_end: '15:00' });
      const off = written(await set(monday, { workday: 0 }));
      assert.deepEqual([off['hours'], off['core_time_start'], off['core_time_end']], [0, null, null]);
      for (const [day, entity, field] of [
        [monday, { hours: 8 }, 'hours'],
        [saturday, { workday: 0, hours: 4 }, 'hours'],
        [saturday, { core_time_start: '09:00', core_time_end: '10:00' }, 'core_time_start'],
      ] as const)
        assertRefused(await set(day, entity), { status: 422, code: 'contradiction', field });
      const worked = written(await set(saturday, { workday: 1, hours: 4.25 }));
      assert.deepEqual([worked['workday'], worked['hours']], [1, 4.25]);
      const flexible = written(await set(saturday, { hours: 0 }));
      assert.deepEqual([flexible['workday'], flexible['hours']], [1, 0]);
    });

    test('requires hours from 0 to 24, and both ends of core time in order', async () => {
      const day = await dayOf((await make('Core')).id, 1);
      for (const hours of [-0.01, 24.01, ''])
        assertRefused(await set(day, { hours }), { status: 422, code: 'invalid_value', field: 'hours' });
      assert.equal(written(await set(day, { hours: 24 }))['hours'], 24);
      const half = await set(day, { core_time_start: '09:00' });
      assertRefused(half, { status: 422, code: 'contradiction', field: 'core_time_end' });
      for (const core_time_end of ['09:00:00', '08:59:59']) {
        const answer = await set(day, { core_time_start: '09:00:00', core_time_end });
        assertRefused(answer, { status: 422, code: 'invalid_value', field: 'core_time_end' });
      }
      const both = { core_time_start: '09:00:00', core_time_end: '15:30:00', core_time_start_tolerance: 15 };
      const row = written(await set(day, both));
      for (const [name, value] of Object.entries(both)) assert.equal(row[name], value);
      const negative = await set(day, { core_time_end_tolerance: -1 });
      assertRefused(negative, { status: 422, code: 'invalid_value', field: 'core_time_end_tolerance' });
      const emptied = await set(day, { core_time_end: '' });
      assertRefused(emptied, { status: 422, code: 'contradiction', field: 'core_time_end' });
      assert.equal(
        written(await set(day, { core_time_start: '', core_time_end: '' }))['core_time_end'],
        null,
      );
    });

    test('refuses overlapping slots of a weekday', async () => {
      const { id } = await make('Slots');
      const slot = (start: string, end: string, more: object = {}): Promise<Answer> =>
        place.machine.post('workScheduleDayDefinitions/create', {
          timesheet_template_id: id,
          weekday_id: 1,
          start,
          end,
          ...more,
        });
      const morning = written(await slot('08:00', '12:00'));
      const afternoon = written(await slot('12:00', '16:00'));
      assert.deepEqual([morning['slot_id'], afternoon['slot_id']], [1, 2]);
      for (const [start, end] of [
        ['07:00', '08:00:01'],
        ['11:59:59', '12:30'],
        ['09:00', '10:00'],
        ['07:00', '17:00'],
      ] as const) {
        const { ErrorExtended } = assertRefused(await slot(start, end), { status: 422, code: 'conflict' });
        assert.ok([morning['id'], afternoon['id']].includes(ErrorExtended.data.id));
      }
      for (const [start, end] of [
        ['17:00', '17:00'],
        ['18:00', '17:00'],
      ] as const)
        assertRefused(await slot(start, end), { status: 422, code: 'invalid_value', field: 'end' });
      written(await slot('09:00', '10:00', { weekday_id: 2 }));
      for (const weekday_id of [0, 8])
        assertRefused(await slot('09:00', '10:00', { weekday_id }), { status: 422, code: 'invalid_value' });
      const numbered = await slot('20:00', '21:00', { slot_id: 2 });
      assertRefused(numbered, { status: 422, code: 'not_unique', field: 'slot_id' });
      const path = `workScheduleDayDefinitions/update/${morning['id']}`;
      assert.equal(written(await place.machine.put(path, { start: '07:30' }))['start'], '07:30:00');
      assertRefused(await place.machine.put(path, { end: '12:00:01' }), { status: 422, code: 'conflict' });
    });

    test('lists its users and refuses deletion while a user has or had it', async () => {
      const { id } = await make('Team');
      const state = async (): Promise<readonly unknown[]> => {
        const row = await readOne(place.machine, 'workSchedules', id);
        return [row['assigned_users'], row['deletable']];
      };
      assert.deepEqual(await state(), ['', 1]);
      const first = await hire(place.machine, 'first', { timesheet_template_id: id });
      const second = await hire(place.machine, 'second', { timesheet_template_id: id });
      assert.deepEqual(await state(), [`${first},${second}`, 0]);
      const used = assertRefused(await place.machine.delete(`workSchedules/delete/${id}`), {
        status: 422,
        code: 'in_use',
      });
      assert.deepEqual(used['ErrorExtended'].data, {
        resource: 'users',
        field: 'timesheet_template_id',
        ids: [first, second],
      });
      await place.machine.put(`users/update/${first}`, { timesheet_template_id: 1 });
      assert.deepEqual(await state(), [`${second}`, 0]);
      await place.machine.delete(`users/delete/${second}`);
      assert.deepEqual(await state(), ['', 0]);
      const former = await place.machine.delete(`workSchedules/delete/${id}`);
      assert.deepEqual(assertRefused(former, { status: 422, code: 'in_use' })['ErrorExtended'].data.ids, [
        first,
      ]);
      await place.machine.delete(`users/delete/${first}`);
      assert.deepEqual(await state(), ['', 1]);
      assert.equal((await place.machine.delete(`workSchedules/delete/${id}`)).status, 200);
    });

    test('lists assigned users by ascending id', async () => {
      const { id } = await place.machine.create('workSchedules', { name: 'Crowd' });
      const people: number[] = [];
      for (const name of ['one', 'two', 'three'])
        people.push(await hire(place.machine, name, { timesheet_template_id: id }));
      for (const timesheet_template_id of [1, id])
        await place.machine.put(`users/update/${people[0]}`, { timesheet_template_id });
      assert.equal((await readOne(place.machine, 'workSchedules', id))['assigned_users'], people.join());
    });

    test('shows assigned users to user managers only', async () => {
      await hire(place.machine, 'onlooker');
      const onlooker = await place.account.login('onlooker');
      const row = await readOne(onlooker, 'workSchedules', 1);
      assert.ok(!('assigned_users' in row) && row['name'] === 'Full time');
      const filtered = await onlooker.get('workSchedules/read', { assigned_users: '1' });
      assert.equal(filtered.status, 401);
    });

    test('refuses new users when inactive and is archived when the last user leaves', async () => {
      const { id } = await make('Old');
      const person = await hire(place.machine, 'last', { timesheet_template_id: id });
      const change = (entity: object): Promise<Answer> =>
        place.machine.put(`workSchedules/update/${id}`, entity);
      const state = (row: Envelope): readonly number[] => [row['archived'], row['editable']];
      assert.deepEqual(state(written(await change({ active: 0 }))), [0, 1]);
      const another = await place.machine.post('users/create', {
        username: 'late',
        password: 'correct horse 1',
        firstname: 'L',
        lastname: 'L',
        timesheet_template_id: id,
      });
      assertRefused(another, { status: 422, code: 'rule_broken', field: 'timesheet_template_id' });
      written(await place.machine.put(`users/update/${person}`, { phone: '1' }));
      await place.machine.put(`users/update/${person}`, { timesheet_template_id: 1 });
      assert.deepEqual(state(await readOne(place.machine, 'workSchedules', id)), [1, 0]);
      const frozen = await set(await dayOf(id, 1), { hours: 7 });
      assertRefused(frozen, { status: 422, code: 'rule_broken', field: 'id' });
      const slot = { timesheet_template_id: id, weekday_id: 1, start: '08:00', end: '09:00' };
      const added = await place.machine.post('workScheduleDayDefinitions/create', slot);
      assertRefused(added, { status: 422, code: 'rule_broken', field: 'timesheet_template_id' });
      assert.deepEqual(state(written(await change({ active: 1 }))), [0, 1]);
      written(await set(await dayOf(id, 1), { hours: 7 }));
    });

    test('keeps the default schedule', async () => {
      const off = await place.machine.put('workSchedules/update/1', { active: 0 });
      assertRefused(off, { status: 422, code: 'rule_broken', field: 'active' });
      const gone = await place.machine.delete('workSchedules/delete/1');
      assertRefused(gone, { status: 422, code: 'rule_broken', field: 'id' });
      const marked = await place.machine.put('workSchedules/update/2', { is_default: 1 });
      assertRefused(marked, { status: 422, code: 'read_only_field', field: 'is_default' });
      assert.deepEqual(idsOf(await place.machine.get('workSchedules/read', { is_default: 1 })), [1]);
    });
  },
  { startsAt: '2026-03-02T09:00:00Z' },
);
