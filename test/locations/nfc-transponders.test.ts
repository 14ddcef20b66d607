// NFC transponders as rows: the mode, its id, the unique id and the rights of HR managers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { hire, pause, work, written } from '../time-tracking/booking.ts';

onEveryEngine('NFC transponders', (place) => {
  test('requires exactly the id of its mode', async () => {
    const { machine } = place;
    const user_id = await hire(machine, 'ada');
    const create = async (resource: string, entity: object): Promise<number> =>
      (await machine.create(resource, entity))['id'];
    const subjects: readonly [mode: number, field: string, id: number][] = [
      [1, 'user_id', user_id],
      [2, 'task_id', work],
      [3, 'project_id', 3],
      [4, 'checkpoint_id', await create('checkpoints', { name: 'Gate' })],
      [5, 'skill_id', await create('skills', { syn: 'Welding' })],
    ];
    for (const [mode_id, field, id] of subjects) {
      const tag = { mode_id, unique_id: `tag ${mode_id}` };
      assertRefused(await machine.post('nfcTransponders/create', tag), {
        status: 400,
        code: 'missing_parameter',
        field,
      });
      for (const [, other, otherId] of subjects.filter(([one]) => one !== mode_id)) {
        const both = { ...tag, [field]: id, [other]: otherId };
        assertRefused(await machine.post('nfcTransponders/create', both), {
          status: 422,
          code: 'contradiction',
          field: other,
        });
      }
      const row = await machine.create('nfcTransponders', { ...tag, [field]: id });
      for (const [, name] of subjects) assert.equal(row[name], name === field ? id : null, name);
    }
    assertRefused(await machine.post('nfcTransponders/create', { mode_id: 6, unique_id: 'x', user_id }), {
      status: 422,
      code: 'invalid_value',
      field: 'mode_id',
    });
  });

  test('a change of mode requires the new id and empties the former one', async () => {
    const { machine } = place;
    const user_id = await hire(machine, 'bob');
    const { id } = await machine.create('nfcTransponders', {
      mode_id: 1,
      unique_id: 'changing',
      user_id,
      start_task_afterwards: pause,
    });
    const path = `nfcTransponders/update/${id}`;
    assertRefused(await machine.put(path, { mode_id: 2 }), {
      status: 400,
      code: 'missing_parameter',
      field: 'task_id',
    });
    assertRefused(await machine.put(path, { mode_id: 2, task_id: work, user_id }), {
      status: 422,
      code: 'contradiction',
      field: 'user_id',
    });
    assertRefused(await machine.put(path, { task_id: work }), {
      status: 422,
      code: 'contradiction',
      field: 'task_id',
    });
    assertRefused(await machine.put(path, { user_id: null }), {
      status: 400,
      code: 'missing_parameter',
      field: 'user_id',
    });
    const row = written(await machine.put(path, { mode_id: 2, task_id: work }));
    assert.deepEqual([row['user_id'], row['task_id'], row['start_task_afterwards']], [null, work, pause]);
  });

  test('refuses a second equal unique_id, ignoring letter case and outer spaces', async () => {
    const { machine } = place;
    const tag = { mode_id: 2, task_id: work };
    const { unique_id } = await machine.create('nfcTransponders', { ...tag, unique_id: ' 04:A2:FF:10 ' });
    assert.equal(unique_id, '04:A2:FF:10');
    for (const same of ['04:A2:FF:10', '04:a2:ff:10', '04:a2:FF:10 ']) {
      assertRefused(await machine.post('nfcTransponders/create', { ...tag, unique_id: same }), {
        status: 422,
        code: 'not_unique',
        field: 'unique_id',
      });
    }
    assertRefused(await machine.post('nfcTransponders/create', { ...tag, unique_id: '   ' }), {
      status: 422,
      code: 'invalid_value',
      field: 'unique_id',
    });
    await machine.create('nfcTransponders', { ...tag, unique_id: '04A2FF10' });
  });

  test('a repeated client_unique_id answers with the first row', async () => {
    const { machine } = place;
    const tag = { mode_id: 2, task_id: work, client_unique_id: 'from the phone' };
    const first = await machine.create('nfcTransponders', { ...tag, unique_id: 'one' });
    const again = await machine.create('nfcTransponders', { ...tag, unique_id: 'two' });
    assert.deepEqual(again, first);
    assert.match(first['created'], /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  test('lets an HR manager create and delete tags of users only', async () => {
    const { machine } = place;
    const user_id = await hire(machine, 'carl');
    await hire(machine, 'hr', { hr_manager: 1 });
    const hr = await place.account.login('hr');
    const row = await hr.create('nfcTransponders', { mode_id: 1, unique_id: 'badge', user_id });
    const wall = { mode_id: 2, unique_id: 'wall', task_id: work };
    assert.equal((await hr.post('nfcTransponders/create', wall)).status, 401);
    const turned = await hr.put(`nfcTransponders/update/${row['id']}`, { mode_id: 2, task_id: work });
    assert.equal(turned.status, 401);
    const { id } = await machine.create('nfcTransponders', wall);
    assert.equal((await hr.delete(`nfcTransponders/delete/${id}`)).status, 401);
    assert.equal((await hr.delete(`nfcTransponders/delete/${row['id']}`)).status, 200);
  });
});
