// Definitions of an account's own fields: names, what stands once values are there, deltas, rights and free texts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, idsOf, rowOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { foundDepartment } from '../people/led-people.ts';
import { booking, written } from '../time-tracking/booking.ts';
import { addOption, bodyOf, define } from './own.ts';

onEveryEngine("definitions of an account's own fields", (place) => {
  const update = (definition: Envelope, change: object) =>
    place.machine.put(`userDefinedFieldDefinitions/update/${definition['id']}`, change);
  const remove = (definition: Envelope) =>
    place.machine.delete(`userDefinedFieldDefinitions/delete/${definition['id']}`);

  test('takes a chosen name once in an entity, and refuses names of other forms', async () => {
    const { machine } = place;
    const chosen = { column_name: 'udf_cost_centre' };
    assert.equal((await define(machine, 'users', 'text', chosen))['column_name'], 'udf_cost_centre');
    assert.equal((await define(machine, 'tasks', 'text', chosen))['column_name'], 'udf_cost_centre');
    const body = { entity: 'users', fieldname: 'Again', fieldtype: 'text' };
    const create = (name: string) =>
      machine.post('userDefinedFieldDefinitions/create', { ...body, column_name: name });
    const field = 'column_name';
    assertRefused(await create('udf_cost_centre'), { status: 422, code: 'not_unique', field });
    for (const name of [
      'username',
      'cost',
      'udf_',
      'udf_a__b',
      'udf_A',
      'udf_ä',
      'udf_a b',
      'udf_a_',
      't_iv_1',
      '_x',
    ])
      assertRefused(await create(name), { status: 422, code: 'invalid_value', field });
  });

  test('a new field is in rows that were answered before', async () => {
    const { machine } = place;
    const { id } = await machine.create('projects', { name: 'answered', mother_id: 0 });
    const rows = async (): Promise<Envelope> => rowOf(await machine.get('projects/read', { id }));
    const names: string[] = [];
    for (const kind of ['number', 'text']) {
      await rows();
      names.push((await define(machine, 'projects', kind))['column_name']);
      const row = await rows();
      for (const name of names) assert.equal(row[name], null);
    }
  });

  test('a changed value makes its row newer, and a deleted definition all with values', async () => {
    const { machine } = place;
    const definition = await define(machine, 'tasks', 'text');
    const name = definition['column_name'];
    const body = await bodyOf(machine, 'tasks');
    const ids: number[] = [];
    for (const value of ['a', 'b', null])
      ids.push((await machine.create('tasks', { ...body, [name]: value }))['id']);
    const waited = async (): Promise<string> => {
      const start = Date.now();
      for (;;) {
        const answer = await machine.get('tasks/read', { _limit: 1 });
        const since = answer.json['RequestStartTime'] as string;
        const none = await machine.get('deltaSync/read', { _include: 'tasks', _since: since });
        if (none.json['Results'].tasks.NumResults === 0) return since;
        assert.ok(Date.now() - start < 60_000, 'the stamps of changes fall behind the clock');
        await new Promise((turned) => setTimeout(turned, 50));
      }
    };
    const news = async (since: string): Promise<readonly Envelope[]> => {
      const answer = await machine.get('deltaSync/read', { _include: 'tasks', _since: since });
      return answer.json['Results'].tasks.Results;
    };
    let since = await waited();
    written(await machine.put(`tasks/update/${ids[0]}`, { [name]: 'c' }));
    assert.deepEqual(
      (await news(since)).map((row) => [row['id'], row[name]]),
      [[ids[0], 'c']],
    );
    since = await waited();
    written(await machine.put(`tasks/update/${ids[0]}`, { [name]: 'c' }));
    assert.deepEqual(await news(since), []);
    rowOf(await remove(definition));
    const changed = await news(since);
    assert.deepEqual(
      changed.map((row) => row['id']),
      ids.slice(0, 2),
    );
    for (const row of changed) assert.ok(!(name in row));
    await define(machine, 'tasks', 'number', { column_name: 'udf_again' });
  });

  test('a name that comes back finds no value of the deleted field', async () => {
    const { machine } = place;
    const column_name = 'udf_returning';
    const first = await define(machine, 'projects', 'text', { column_name });
    const { id } = await machine.create('projects', { name: 'kept', mother_id: 0, [column_name]: 'old' });
    rowOf(await remove(first));
    await define(machine, 'projects', 'number', { column_name });
    const row = rowOf(await machine.get('projects/read', { id, _op__udf_returning: 'null' }));
    assert.equal(row[column_name], null);
  });

  test('type, name and entity stand once a row has a value', async () => {
    const { machine } = place;
    const definition = await define(machine, 'projects', 'text');
    const name = definition['column_name'];
    assert.equal(written(await update(definition, { fieldtype: 'number' }))['fieldtype'], 'number');
    written(await update(definition, { fieldtype: 'text' }));
    await machine.create('projects', { name: 'valued', mother_id: 0, [name]: 'x' });
    for (const [field, value] of Object.entries({
      fieldtype: 'date',
      column_name: 'udf_new',
      entity: 'tasks',
    }))
      assertRefused(await update(definition, { [field]: value }), { status: 422, code: 'in_use', field });
    written(await update(definition, { fieldtype: 'combo', fieldname: 'Renamed', active: 0 }));
    assert.equal(idsOf(await machine.get('projects/read', { [name]: 'x' })).length, 1);
  });

  test('an entity has at most 50 own fields', async () => {
    const { machine } = await place.installation.addAccount('fifty');
    const batch = (count: number, entity: string): object[] =>
      Array.from({ length: count }, (_, index) => ({
        entity,
        fieldname: `Field ${index}`,
        fieldtype: 'text',
      }));
    const made = await machine.post('userDefinedFieldDefinitions/create', batch(50, 'absences'));
    assert.equal(made.json['Success'], true, made.text);
    const more = { entity: 'absences', fieldname: 'One more', fieldtype: 'text' };
    const refused = await machine.post('userDefinedFieldDefinitions/create', more);
    assertRefused(refused, { status: 422, code: 'rule_broken', field: 'entity' });
    await machine.create('userDefinedFieldDefinitions', { ...more, entity: 'tasks' });
  });

  test('a definition of a free text says what can be written there from now on', async () => {
    const { machine } = place;
    const { id } = await machine.create('projects', {
      name: 'texts',
      mother_id: 0,
      t_iv_1: 'abc',
      t_iv_2: 'abc',
    });
    await define(machine, 'projects', 'number', { column_name: 't_iv_1' });
    const colour = await define(machine, 'projects', 'combo', { column_name: 't_iv_2' });
    await addOption(machine, colour, 'Red');
    written(await machine.put(`projects/update/${id}`, { t_iv_1: 'abc', t_iv_2: 'abc', notes: 'sent back' }));
    for (const [field, value] of Object.entries({ t_iv_1: 'x', t_iv_2: 'Green' })) {
      const refused = await machine.put(`projects/update/${id}`, { [field]: value });
      assertRefused(refused, { status: 422, code: 'invalid_value', field });
    }
    const row = written(await machine.put(`projects/update/${id}`, { t_iv_1: '012.50', t_iv_2: 'Red' }));
    assert.deepEqual([row['t_iv_1'], row['t_iv_2']], ['12.5', 'Red']);
  });

  test('own fields follow the rights of the free text beside them', async () => {
    const { machine } = place;
    const people = await foundDepartment(place);
    const name = (await define(machine, 'users', 'number'))['column_name'];
    const anna = await people.hireNext({ [name]: 5 });
    const seen = async ({ client }: typeof anna): Promise<unknown> =>
      rowOf(await client.get(`users/read/${anna.id}`))[name];
    assert.deepEqual(
      [await seen(anna), await seen(people.boss), await seen(people.hanna), await seen(people.other)],
      [5, 5, 5, undefined],
    );
    const refusedField = { status: 401, code: 'field_not_allowed', field: name } as const;
    assertRefused(await anna.client.put(`users/update/${anna.id}`, { [name]: 6 }), refusedField);
    written(await anna.client.put(`users/update/${anna.id}`, { [name]: 5, phone: '1' }));
    assert.equal(written(await people.hanna.client.put(`users/update/${anna.id}`, { [name]: 6 }))[name], 6);
    const { client: stranger } = people.other;
    assert.deepEqual(rowOf(await stranger.get(`users/read/${anna.id}`, { _fields: name })), {});
    assertRefused(await stranger.get('users/read', { [name]: 6 }), refusedField);
    const booked = (await define(machine, 'timeTrackings', 'text'))['column_name'];
    const body = {
      ...booking(anna.id, { start: '2026-03-02 08:00', end: '2026-03-02 10:00' }),
      [booked]: 'A',
    };
    const id = (await machine.create('timeTrackings', body))['id'];
    await machine.put(`timeTrackings/update/${id}`, { approved_by_admin: 1 });
    const frozen = await machine.put(`timeTrackings/update/${id}`, { [booked]: 'B' });
    assertRefused(frozen, { status: 422, code: 'locked' });
  });

  test('a request for a change carries own fields, and writes those that are asked for', async () => {
    const { machine } = place;
    const [one, two] = [
      await define(machine, 'timeTrackings', 'number'),
      await define(machine, 'timeTrackings', 'text'),
    ];
    const [asked, kept] = [one['column_name'], two['column_name']];
    const { id: department } = await machine.create('departments', { department_name: 'Asking' });
    const person = await machine.create('users', {
      ...(await bodyOf(machine, 'users')),
      department_id: department,
      timezone: 'Europe/Vienna',
    });
    const { id } = await machine.create('timeTrackings', {
      ...booking(person['id'], { start: '2026-03-03 08:00', end: '2026-03-03 10:00' }),
      [asked]: 1,
    });
    const request = await machine.create('changeTimeTrackingRequests', {
      time_tracking_id: id,
      new_end_time: '2026-03-03 11:00:00',
      nestedEntities: { timeTrackings: [{ user_id: person['id'], task_id: 4, ...times, [asked]: 7 }] },
    });
    written(await machine.put(`timeTrackings/update/${id}`, { [kept]: 'meanwhile' }));
    written(await machine.put(`changeTimeTrackingRequests/approve/${request['id']}`, {}));
    const row = rowOf(await machine.get(`timeTrackings/read/${id}`));
    assert.deepEqual([row['end_time'], row[asked], row[kept]], ['2026-03-03 11:00:00', 7, 'meanwhile']);
    const waiting = await machine.create('changeTimeTrackingRequests', {
      time_tracking_id: id,
      nestedEntities: { timeTrackings: [{ user_id: person['id'], task_id: 4, ...times, [asked]: 9 }] },
    });
    rowOf(await remove(one));
    written(await machine.put(`changeTimeTrackingRequests/approve/${waiting['id']}`, {}));
    assert.ok(!(asked in rowOf(await machine.get(`timeTrackings/read/${id}`))));
  });
});

const times = {
  start_time: '2026-03-03 08:00:00',
  start_time_timezone: 'Europe/Vienna',
  end_time: '2026-03-03 11:00:00',
  end_time_timezone: 'Europe/Vienna',
};
