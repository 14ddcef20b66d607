import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../contract/expectations.ts';
import { onEveryEngine } from '../contract/on-every-engine.ts';
import type { Envelope } from '../support/client.ts';
import { hire, written } from './booking.ts';

onEveryEngine('departments', (place) => {
  const create = async (department_name: string, more: object = {}): Promise<number> =>
    (await place.machine.create('departments', { department_name, ...more }))['id'];
  const pathOf = async (id: number): Promise<string> =>
    written(await place.machine.get(`departments/read/${id}`))['node_path'];

  test('form a tree of paths, which moves as a whole', async () => {
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

  test('never lie below themselves', async () => {
    const top = await create('Top');
    const below = await create('Below', { mother_id: top });
    for (const mother_id of [top, below]) {
      const answer = await place.machine.put(`departments/update/${top}`, { mother_id });
      assertRefused(answer, { status: 422, code: 'rule_broken', field: 'mother_id' });
    }
    assert.equal(await pathOf(below), `${top}/${below}`);
  });

  test('two that move below each other at the same time do not vanish in a circle', async () => {
    const [a, b] = [await create('A'), await create('B')];
    const answers = await Promise.all([
      place.machine.put(`departments/update/${a}`, { mother_id: b }),
      place.machine.put(`departments/update/${b}`, { mother_id: a }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
  });

  test('one is the default and stays, active', async () => {
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

  test('in use cannot be deleted, and the refusal names what uses them', async () => {
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

  test('are placed by sort_order, or by their id without one', async () => {
    const id = await create('Order');
    assert.equal(written(await place.machine.get(`departments/read/${id}`))['view_order'], id);
    assert.equal(
      written(await place.machine.put(`departments/update/${id}`, { sort_order: 3 }))['view_order'],
      3,
    );
  });
});
