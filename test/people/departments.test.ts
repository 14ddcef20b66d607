// Departments form a tree without cycles, and one of them is the default.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { hire, written } from '../time-tracking/booking.ts';

onEveryEngine('departments', (place) => {
  const create = async (department_name: string, more: object = {}): Promise<number> =>
    (await place.machine.create('departments', { department_name, ...more }))['id'];
  const pathOf = async (id: number): Promise<string> =>
    written(await place.machine.get(`departments/read/${id}`))['node_path'];

  test('updates node_path below a department that moves, also to the top level', async () => {
    const [north, south] = [await create('North'), await create('South')];
    const branch = await create('Branch', { mother_id: north });
    const shop = await create('Shop', { mother_id: branch });
    assert.equal(await pathOf(shop), `${north}/${branch}/${shop}`);
    written(await place.machine.put(`departments/update/${branch}`, { mother_id: south }));
    assert.equal(await pathOf(shop), `${south}/${branch}/${shop}`);
    for (const top of [0, null, '']) {
      written(await place.machine.put(`departments/update/${branch}`, { mother_id: south }));
      const row = written(await place.machine.put(`departments/update/${branch}`, { mother_id: top }));
      assert.equal(row['mother_id'], null);
      assert.equal(await pathOf(shop), `${branch}/${shop}`);
    }
  });

  test('refuses a department as its own ancestor', async () => {
    const top = await create('Top');
    const below = await create('Below', { mother_id: top });
    for (const mother_id of [top, below]) {
      const answer = await place.machine.put(`departments/update/${top}`, { mother_id });
      assertRefused(answer, { status: 422, code: 'rule_broken', field: 'mother_id' });
    }
    assert.equal(await pathOf(below), `${top}/${below}`);
  });

  test('refuses one of two simultaneous moves that would form a cycle', async () => {
    const [a, b] = [await create('A'), await create('B')];
    const answers = await Promise.all([
      place.machine.put(`departments/update/${a}`, { mother_id: b }),
      place.machine.put(`departments/update/${b}`, { mother_id: a }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
  });

  test('refuses to delete or deactivate the default department', async () => {
    for (const answer of [
      await place.machine.delete('departments/delete/1'),
      await place.machine.put('departments/update/1', { active: 0 }),
    ]) {
      assertRefused(answer, { status: 422, code: 'rule_broken' });
    }
    const { json } = await place.machine.get('department/read', { is_default: 1 });
    assert.deepEqual(
      json['Results'].map(({ id, active }: Envelope) => [id, active]),
      [[1, 1]],
    );
    assert.equal(json['ResourceName'], 'departments');
  });

  test('refuses to delete a department in use and names the rows that refer to it', async () => {
    const used = await create('Used');
    const person = await hire(place.machine, 'ada', { department_id: used });
    const refusal = assertRefused(await place.machine.delete(`departments/delete/${used}`), {
      status: 422,
      code: 'in_use',
    });
    assert.deepEqual(refusal.ErrorExtended.data, {
      resource: 'users',
      field: 'department_id',
      ids: [person],
    });
    written(await place.machine.put(`users/update/${person}`, { department_id: 1 }));
    assert.equal((await place.machine.delete(`departments/delete/${used}`)).status, 200);
    const mother = await create('Mother');
    const child = await create('Child', { mother_id: mother });
    const second = assertRefused(await place.machine.delete(`departments/delete/${mother}`), {
      status: 422,
      code: 'in_use',
    });
    assert.deepEqual(second.ErrorExtended.data, {
      resource: 'departments',
      field: 'mother_id',
      ids: [child],
    });
  });

  test('sets view_order from sort_order, or from the id without one', async () => {
    const id = await create('Order');
    assert.equal(written(await place.machine.get(`departments/read/${id}`))['view_order'], id);
    assert.equal(
      written(await place.machine.put(`departments/update/${id}`, { sort_order: 3 }))['view_order'],
      3,
    );
  });
});
