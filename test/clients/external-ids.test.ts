// Clients look rows up by their identifiers of other systems: each leads to one row.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Envelope } from '../support/client.ts';
import { assertRefused, rowOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

const person = { password: 'a long enough secret 1', firstname: 'Ex', lastname: 'Ternal' };
/** What creates a row of each resource that has an external_id; `serial` is new every time. */
const entities: Readonly<Record<string, (serial: number) => object>> = {
  projects: (serial) => ({ name: `Project ${serial}`, mother_id: 1 }),
  tasks: (serial) => ({ name: `Task ${serial}`, mother_id: 3 }),
  users: (serial) => ({ ...person, username: `external.${serial}`, department_id: 1 }),
};

onEveryEngine('external ids', (place) => {
  let serial = 0;
  const create = (resource: string, more: object) =>
    place.machine.post(`${resource}/create`, { ...entities[resource]?.((serial += 1)), ...more });
  const refused = { status: 422, code: 'not_unique', field: 'external_id' } as const;

  for (const resource of Object.keys(entities)) {
    test(`refuses a second row of ${resource} with an external_id and names the first`, async () => {
      const first = rowOf(await create(resource, { external_id: 'X-1' }));
      const error = assertRefused(await create(resource, { external_id: 'X-1' }), refused);
      assert.match(
        error.ErrorMessage,
        new RegExp(`external_id is "X-1"; row ${first['id']} of ${resource} has it`),
      );
      assert.deepEqual(error.ErrorExtended.data, { id: first['id'] });
      const other = rowOf(await create(resource, { external_id: 'X-2' }));
      const update = (external_id: string) =>
        place.machine.put(`${resource}/update/${other['id']}`, { external_id });
      assertRefused(await update('X-1'), refused);
      assert.equal(rowOf(await update('X-2'))['external_id'], 'X-2');
    });

    test(`takes ${resource} without external_id, and one that is free again`, async () => {
      const rows = [await create(resource, {}), await create(resource, { external_id: '' })].map(rowOf);
      assert.equal(new Set(rows.map(({ id }) => id)).size, 2);
      const { id } = rowOf(await create(resource, { external_id: 'X-3' }));
      rowOf(await place.machine.put(`${resource}/update/${id}`, { external_id: '' }));
      rowOf(await create(resource, { external_id: 'X-3' }));
    });
  }

  test('takes the external_id of a project for a task', async () => {
    rowOf(await create('projects', { external_id: 'X-4' }));
    rowOf(await create('tasks', { external_id: 'X-4' }));
  });

  test('refuses the second of two items of a batch with the same external_id', async () => {
    const items = [1, 2].map((number) => ({ name: `Batch ${number}`, mother_id: 1, external_id: 'X-5' }));
    const { json } = await place.machine.post('projects/create', items);
    const results = json['Results'] as readonly Envelope[];
    assert.deepEqual(
      results.map(({ Success }) => Success),
      [true, false],
    );
    const { json: found } = await place.machine.get('projects/read', { external_id: 'X-5' });
    assert.equal(found['NumResults'], 1);
  });
});
