import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, idsOf, rowsOf } from '../contract/expectations.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { hire, written } from './booking.ts';

onEveryEngine('absence types', (place) => {
  const post = (more: object = {}): Promise<Answer> =>
    place.machine.post('absenceTypes/create', { name_const: 'Move', abbreviation_const: 'M', ...more });
  const numbersOf = (row: Envelope): readonly number[] => [row['absence_type_id'], row['absence_subtype_id']];

  test('a new account has six', async () => {
    const rows = rowsOf(await place.machine.get('absenceTypes/read'));
    assert.deepEqual(
      rows.map((row) => [...numbersOf(row), row['name_const'], row['add_to_working_hours']]),
      [
        [1, 0, 'Holiday', 0],
        [2, 0, 'Overtime reduction', 0],
        [3, 11, 'Sick leave', 0],
        [3, 12, 'Home office', 1],
        [3, 13, 'Special leave', 0],
        [4, 0, 'Sick leave with certificate', 0],
      ],
    );
  });

  test('another one is other paid leave with the next free number', async () => {
    assert.deepEqual(numbersOf(written(await post())), [3, 14]);
    assert.deepEqual(numbersOf(written(await post())), [3, 15]);
    assert.deepEqual(numbersOf(written(await post({ absence_type_id: 1 }))), [1, 1]);
    for (const absence_type_id of [0, 5, -1]) {
      const answer = await post({ absence_type_id });
      assertRefused(answer, { status: 422, code: 'invalid_value', field: 'absence_type_id' });
    }
    assertRefused(await post({ absence_subtype_id: 99 }), {
      status: 422,
      code: 'read_only_field',
      field: 'absence_subtype_id',
    });
  });

  test('fifty made at once have fifty numbers', async () => {
    const rows = await Promise.all(Array.from({ length: 50 }, async () => written(await post())));
    assert.equal(new Set(rows.map((row) => numbersOf(row).join())).size, 50);
  });

  test('what is left out has the usual value', async () => {
    const row = written(await post());
    const usual = {
      request_type: 'WORKFLOW',
      duration_unit: 'd',
      show_in_selection: 1,
      enabled_for_requests: 1,
      is_visible_for_edit: 1,
      add_to_working_hours: 0,
      comment_is_mandatory: 0,
      sort_order: row['id'],
    };
    for (const [name, value] of Object.entries(usual)) assert.equal(row[name], value, name);
    assert.ok(!('datev_wage_type_id' in row));
  });

  test('colours, deciders and units are ones that clients know', async () => {
    for (const color of ['#2E7D32', '2e7d32', '#abc'])
      assert.equal(written(await post({ color }))['color'], color);
    for (const [field, values] of [
      ['color', ['red', '#12345', '#12345g', '#1234567']],
      ['request_type', ['NOBODY', 'workflow']],
      ['duration_unit', ['h', 'days']],
      ['cycle_max_days', [-1]],
    ] as const) {
      for (const value of values)
        assertRefused(await post({ [field]: value }), { status: 422, code: 'invalid_value', field });
    }
    for (const request_type of ['WORKFLOW', 'USER', 'HR_MANAGER', 'MANAGER'])
      assert.equal(written(await post({ request_type, duration_unit: 'hs' }))['request_type'], request_type);
  });

  test('one that nobody uses can be deleted', async () => {
    const { id } = written(await post());
    assert.equal((await place.machine.delete(`absenceTypes/delete/${id}`)).status, 200);
  });
});

onEveryEngine('absence bans', (place) => {
  const departments: Record<string, number> = {};
  const clients: Record<string, Client> = {};
  const bans: Record<string, number> = {};
  const ban = { reason: 'Stocktaking', date_from: '2026-12-01', date_to: '2026-12-24' };
  before(async () => {
    for (const [name, mother] of [
      ['north', null],
      ['branch', 'north'],
      ['south', null],
    ] as const) {
      const entity = { department_name: name, mother_id: mother === null ? 0 : departments[mother] };
      departments[name] = (await place.machine.create('departments', entity))['id'];
      await hire(place.machine, name, { department_id: departments[name] });
      clients[name] = await place.account.login(name);
      bans[name] = (await place.machine.create('absenceBans', { ...ban, department_id: departments[name] }))[
        'id'
      ];
    }
    bans['all'] = (await place.machine.create('absenceBans', ban))['id'];
    const [leader] = rowsOf(await place.machine.get('users/read', { username: 'north' }));
    await place.machine.put(`departments/update/${departments['north']}`, { supervisor_id: leader?.['id'] });
    await hire(place.machine, 'personnel', { hr_manager: 1 });
    clients['personnel'] = await place.account.login('personnel');
  });
  const seenBy = async (name: string): Promise<readonly string[]> => {
    const ids = idsOf(await (clients[name] as Client).get('absenceBans/read'));
    return Object.keys(bans).filter((key) => ids.includes(bans[key] as number));
  };

  test('are read by those whom they hold for and those who lead them', async () => {
    assert.deepEqual(await seenBy('south'), ['south', 'all']);
    assert.deepEqual(await seenBy('branch'), ['north', 'branch', 'all']);
    assert.deepEqual(await seenBy('north'), ['north', 'branch', 'all']);
    assert.deepEqual(await seenBy('personnel'), ['north', 'branch', 'south', 'all']);
  });

  test('are written for the departments that one leads, by HR managers for all', async () => {
    const write = (name: string, department_id: number | null): Promise<Answer> =>
      (clients[name] as Client).post('absenceBans/create', { ...ban, department_id });
    for (const name of ['north', 'branch']) written(await write('north', departments[name] as number));
    for (const department of ['south', null]) {
      const answer = await write('north', department === null ? null : (departments[department] as number));
      assertRefused(answer, { status: 401, code: 'not_allowed' });
      written(await write('personnel', department === null ? null : (departments[department] as number)));
    }
    assertRefused(await write('south', departments['south'] as number), { status: 401, code: 'not_allowed' });
    const widened = await (clients['north'] as Client).put(`absenceBans/update/${bans['branch']}`, {
      department_id: '',
    });
    assertRefused(widened, { status: 401, code: 'not_allowed' });
  });

  test('do not end before they begin', async () => {
    const day = await place.machine.post('absenceBans/create', { ...ban, date_to: ban.date_from });
    const { id } = written(day);
    for (const answer of [
      await place.machine.post('absenceBans/create', { ...ban, date_to: '2026-11-30' }),
      await place.machine.put(`absenceBans/update/${id}`, { date_from: '2026-12-02' }),
    ])
      assertRefused(answer, { status: 422, code: 'invalid_value', field: 'date_to' });
  });

  test('keep their department from being deleted', async () => {
    const { id } = await place.machine.create('departments', { department_name: 'Short' });
    await place.machine.create('absenceBans', { ...ban, department_id: id });
    const answer = await place.machine.delete(`departments/delete/${id}`);
    assertRefused(answer, { status: 422, code: 'in_use' });
  });
});
