// Values of an account's own fields: what rows take, answer and refuse, in every entity and format.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, idsOf, rowOf, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { booking, hire, written } from '../time-tracking/booking.ts';
import { addOption, bodyOf, define, entities } from './own.ts';

onEveryEngine("values of an account's own fields", (place) => {
  const read = async (
    path: string,
    query: Record<string, string | number> = {},
  ): Promise<readonly Envelope[]> => rowsOf(await place.machine.get(path, query));

  for (const entity of entities) {
    test(`${entity} take and answer a value of each kind, in JSON and XML`, async () => {
      const { machine } = place;
      const before = await machine.create(entity, await bodyOf(machine, entity));
      const names: Record<string, string> = {};
      for (const kind of ['text', 'number', 'date', 'boolean', 'combo']) {
        const definition = await define(machine, entity, kind);
        names[kind] = definition['column_name'];
        assert.equal(names[kind], `udf_${definition['id']}`);
        if (kind === 'combo') await addOption(machine, definition, 'Red & blue');
      }
      const [old] = await read(`${entity}/read/${before['id']}`);
      for (const name of Object.values(names)) assert.equal(old?.[name], null, name);
      const values = {
        [names['text'] as string]: 'Übung "1"\n<2>',
        [names['number'] as string]: 12.5,
        [names['date'] as string]: '2026-06-30',
        [names['boolean'] as string]: 1,
        [names['combo'] as string]: 'Red & blue',
      };
      const made = await machine.create(entity, { ...(await bodyOf(machine, entity)), ...values });
      const shown = (row: Envelope | undefined): object =>
        Object.fromEntries(Object.keys(values).map((name) => [name, row?.[name]]));
      assert.deepEqual(shown(made), values);
      assert.deepEqual(shown((await read(`${entity}/read/${made['id']}`))[0]), values);
      const chosen = { id: made['id'], _fields: `id,${names['number']}` };
      assert.deepEqual(await read(`${entity}/read`, chosen), [
        { id: made['id'], [names['number'] as string]: 12.5 },
      ]);
      const xml = await machine.get(`${entity}/read/${made['id']}`, {}, { accept: 'application/xml' });
      assert.match(xml.text, new RegExp(`<${names['number']}>12.5</${names['number']}>`));
      assert.match(xml.text, new RegExp(`<${names['combo']}>Red &amp; blue</${names['combo']}>`));
      const changed = written(
        await machine.put(`${entity}/update/${made['id']}`, {
          [names['number'] as string]: '7',
          [names['text'] as string]: '',
        }),
      );
      assert.deepEqual(shown(changed), {
        ...values,
        [names['number'] as string]: 7,
        [names['text'] as string]: null,
      });
      rowOf(await machine.delete(`${entity}/delete/${made['id']}`));
    });
  }

  test('a batch with children takes own fields, each item by itself', async () => {
    const { machine } = place;
    const number = (await define(machine, 'tasks', 'number'))['column_name'];
    const text = (await define(machine, 'projects', 'text'))['column_name'];
    const project = (name: string, value: unknown): object => ({
      name,
      mother_id: 0,
      [text]: 'north',
      nestedEntities: { tasks: [{ name: `${name} task`, [number]: value }] },
    });
    const answer = await machine.post('projects/create', [project('one', 3.25), project('two', 'three')]);
    const [first, second] = answer.json['Results'] as Envelope[];
    const child = (item: Envelope | undefined): Envelope => item?.['Results'][0].nestedEntities.tasks[0];
    assert.equal(first?.['Results'][0][text], 'north');
    assert.equal(child(first)['Results'][0][number], 3.25);
    assert.equal(child(second)['Success'], false);
    assert.match(child(second)['ErrorMessage'], new RegExp(`^${number} is "three"; it must be `));
    const id = first?.['Results'][0].id as number;
    const nested = { id, nestedEntities: '{"tasks":[{}]}' };
    const [shown] = await read('projects/read', nested);
    assert.equal(shown?.['nestedEntities'].tasks[0][number], 3.25);
  });

  test('refuses a value of another type by field and type, and writes nothing', async () => {
    const { machine } = place;
    const wrong: readonly (readonly [kind: string, values: readonly unknown[]])[] = [
      ['number', ['x', 1.234, 12_345_678_901, [1], true]],
      ['date', ['2026-02-30', '30.6.2026', 5]],
      ['boolean', ['yes', 2]],
      ['text', [{ a: 1 }, 'x'.repeat(4001)]],
    ];
    const { id } = await machine.create('projects', { name: 'typed', mother_id: 0 });
    for (const [kind, values] of wrong) {
      const name = (await define(machine, 'projects', kind))['column_name'];
      for (const value of values) {
        const refused = await machine.put(`projects/update/${id}`, { [name]: value, notes: 'lost' });
        assertRefused(refused, { status: 422, code: 'invalid_value', field: name });
        assert.match(refused.json['ErrorMessage'], new RegExp(`^${name} is .*; it must be `));
      }
    }
    assert.equal((await read(`projects/read/${id}`))[0]?.['notes'], null);
  });

  test('takes active options only, and leaves a former one where it stands', async () => {
    const { machine } = place;
    const colour = await define(machine, 'tasks', 'combo');
    const name = colour['column_name'];
    const red = await addOption(machine, colour, 'Red');
    await addOption(machine, colour, 'Blue');
    const body = await bodyOf(machine, 'tasks');
    const { id } = await machine.create('tasks', { ...body, [name]: 'Red' });
    await machine.put(`userDefinedFieldDefinitionOptions/update/${red['id']}`, { active: 0 });
    written(await machine.put(`tasks/update/${id}`, { [name]: 'Red', notes: 'sent back' }));
    for (const value of ['Red', 'blue', 'Green']) {
      const refused = await machine.post('tasks/create', {
        ...(await bodyOf(machine, 'tasks')),
        [name]: value,
      });
      assertRefused(refused, { status: 422, code: 'invalid_value', field: name });
      assert.match(refused.json['ErrorMessage'], /it must be one of Blue\.$/);
    }
    assert.equal((await read(`tasks/read/${id}`))[0]?.[name], 'Red');
  });

  test('filters, sorts and adds up values by their type', async () => {
    const { machine } = place;
    const number = (await define(machine, 'projects', 'number'))['column_name'];
    const date = (await define(machine, 'projects', 'date'))['column_name'];
    const text = (await define(machine, 'projects', 'text'))['column_name'];
    const rows = [
      { [number]: 9, [date]: '2026-01-31', [text]: 'Äpfel' },
      { [number]: 10.5, [date]: '2026-02-01', [text]: 'äste' },
      { [number]: -3, [date]: null, [text]: 'Birne' },
      {},
    ];
    const ids: number[] = [];
    for (const row of rows)
      ids.push((await machine.create('projects', { name: 'sorted', mother_id: 0, ...row }))['id']);
    const found = async (query: Record<string, string | number>): Promise<readonly number[]> =>
      idsOf(await machine.get('projects/read', { name: 'sorted', ...query })).map((id) => ids.indexOf(id));
    const op = (name: string, operator: string, value: string | number): Record<string, string | number> => ({
      [name]: value,
      [`_op__${name}`]: operator,
    });
    assert.deepEqual(await found({ [number]: '10.50' }), [1]);
    assert.deepEqual(await found(op(number, 'gt', 9)), [1]);
    assert.deepEqual(await found(op(number, 'lteq', 9)), [0, 2]);
    assert.deepEqual(await found(op(number, 'neq', 9)), [1, 2, 3]);
    assert.deepEqual(await found(op(number, 'in', '9|-3')), [0, 2]);
    assert.deepEqual(await found(op(number, 'nin', '9|-3')), [1, 3]);
    assert.deepEqual(await found(op(number, 'betw', '-5|9.01')), [0, 2]);
    assert.deepEqual(await found(op(number, 'like', '0.5')), [1]);
    assert.deepEqual(await found({ [number]: '' }), [3]);
    assert.deepEqual(await found({ [`_op__${number}`]: 'notnull' }), [0, 1, 2]);
    assert.deepEqual(await found(op(date, 'gteq', '2026-02-01')), [1]);
    assert.deepEqual(await found(op(text, 'like', 'äp')), [0]);
    assert.deepEqual(await found({ [text]: 'Birne' }), [2]);
    assert.deepEqual(await found(op(text, 'in', 'Birne|Äpfel')), [0, 2]);
    assert.deepEqual(await found({ _order_by: number }), [3, 2, 0, 1]);
    assert.deepEqual(await found({ _order_by: number, _order_desc: 1 }), [1, 0, 2, 3]);
    assert.deepEqual(await found({ _order_by: text }), [3, 2, 0, 1]);
    const counted = await machine.get('projects/read', {
      name: 'sorted',
      ...op(number, 'gt', 0),
      _count: 1,
      _limit: 1,
    });
    assert.equal(counted.json['NumResultsTotal'], 2);
    for (const [apply, value] of Object.entries({ sum: 16.5, avg: 5.5, min: -3, max: 10.5, count: 3 }))
      assert.deepEqual(await read('projects/read', { name: 'sorted', [`_aggregate__${number}`]: apply }), [
        { [number]: value },
      ]);
    const groups = await read('projects/read', { name: 'sorted', _group_by: date, _aggregate__id: 'count' });
    assert.deepEqual(groups, [
      { [date]: null, id: 2 },
      { [date]: '2026-01-31', id: 1 },
      { [date]: '2026-02-01', id: 1 },
    ]);
    for (const [query, field] of [
      [op(number, 'gt', 'x'), number],
      [{ [`_aggregate__${text}`]: 'sum' }, text],
    ] as const)
      assertRefused(await machine.get('projects/read', query), { status: 422, code: 'invalid_value', field });
    assertRefused(await machine.get('users/read', { [number]: 1 }), {
      status: 422,
      code: 'unknown_parameter',
      field: number,
    });
  });

  test('equal names of two accounts have the type of each, in the same statements', async () => {
    const other = await place.installation.addAccount('other-types');
    const name = 'udf_shared_name';
    await define(place.machine, 'projects', 'number', { column_name: name });
    await define(other.machine, 'projects', 'text', { column_name: name });
    for (const [client, values] of [
      [place.machine, [9, 10]],
      [other.machine, ['9', '10']],
    ] as const)
      for (const value of values)
        await client.create('projects', { name: 'shared', mother_id: 0, [name]: value });
    for (const [client, sorted] of [
      [place.machine, [9, 10]],
      [other.machine, ['10', '9']],
      [place.machine, [9, 10]],
    ] as const) {
      const query = { name: 'shared', [name]: '1', [`_op__${name}`]: 'gteq', _order_by: name };
      const rows = rowsOf(await client.get('projects/read', query));
      assert.deepEqual(
        rows.map((row) => row[name]),
        sorted,
      );
      const shown = rowsOf(
        await client.get('projects/read', { name: 'shared', _fields: name, _order_by: name }),
      );
      assert.deepEqual(
        shown,
        sorted.map((value) => ({ [name]: value })),
      );
      const largest = rowsOf(
        await client.get('projects/read', { name: 'shared', [`_aggregate__${name}`]: 'max' }),
      );
      assert.deepEqual(largest, [{ [name]: sorted[1] }]);
    }
  });

  test('the timer takes own fields of trackings, and split keeps them', async () => {
    const { machine } = place;
    const name = (await define(machine, 'timeTrackings', 'number'))['column_name'];
    const person = await hire(machine, 'timed');
    const started = written(
      await machine.post('timeTrackings/start', { user_id: person, task_id: 4, [name]: 2.5 }),
    );
    assert.equal(started[name], 2.5);
    const stopped = written(await machine.put('timeTrackings/stop', { user_id: person, [name]: 3 }));
    assert.equal(stopped[name], 3);
    const refused = await machine.post('timeTrackings/start', { user_id: person, task_id: 4, [name]: 'x' });
    assertRefused(refused, { status: 422, code: 'invalid_value', field: name });
    const whole = await machine.create('timeTrackings', {
      ...booking(person, { start: '2026-03-02 08:00', end: '2026-03-02 12:00' }),
      [name]: 8,
    });
    const parts = rowsOf(
      await machine.put(`timeTrackings/split/${whole['id']}`, { time: '2026-03-02 10:00:00', task_id: 9 }),
    );
    assert.deepEqual(
      parts.map((row) => row[name]),
      [8, 8],
    );
    const inserted = written(
      await machine.post('timeTrackings/create?_insert_into_conflicting=1', {
        ...booking(person, { start: '2026-03-02 08:30', end: '2026-03-02 09:00' }),
      }),
    );
    assert.equal(inserted[name], null);
    const cut = await read('timeTrackings/read', {
      user_id: person,
      start_date: '2026-03-02',
      _order_by: 'start_time',
    });
    assert.deepEqual(
      cut.map((row) => row[name]),
      [8, null, 8, 8],
    );
  });

  test('absences/validate shows an own field, and stores nothing', async () => {
    const { machine } = place;
    const name = (await define(machine, 'absences', 'date'))['column_name'];
    const body = await bodyOf(machine, 'absences');
    const shown = rowOf(await machine.post('absences/validate', { ...body, [name]: '2026-01-01' }));
    assert.equal(shown[name], '2026-01-01');
    assert.deepEqual(await read('absences/read', { user_id: body['user_id'] }), []);
  });

  test('audit log and history of a user tell an own field before and after', async () => {
    const { machine } = place;
    const name = (await define(machine, 'users', 'number'))['column_name'];
    const { id } = await machine.create('users', await bodyOf(machine, 'users'));
    for (const value of [1.5, 2]) await machine.put(`users/update/${id}`, { [name]: value });
    const entries = await read('auditLog/read', { resource_name: 'users', row_id: id, action: 'update' });
    const { before, after } = entries.at(-1) ?? {};
    assert.deepEqual([JSON.parse(before), JSON.parse(after)], [{ [name]: 1.5 }, { [name]: 2 }]);
    const history = await read('userHistory/read', { user_id: id, change_type: name, _order_by: 'id' });
    const told = history.map(({ old_value, new_value }) => [old_value, new_value]);
    assert.deepEqual(told, [
      [null, '1.5'],
      ['1.5', '2'],
    ]);
  });
});
