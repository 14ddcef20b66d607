// Rights and rules decide who writes rows of `nodesToUsers`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { hire, written } from '../time-tracking/booking.ts';
import { plantTree, seenBy } from './restricted-tree.ts';

onEveryEngine('nodesToUsers', (place) => {
  let serial = 0;
  const nextName = (): string => `person${(serial += 1)}`;
  const assign = async (user: number, node: number, more: object = {}): Promise<number> =>
    written(await place.machine.post('nodesToUsers/create', { user, node, access: 1, ...more }))['id'];

  test('lets people set favourites and to-dos of their own rows, and no rights', async () => {
    const { machine } = place;
    const { tree } = await plantTree(place);
    const username = nextName();
    const user = await hire(machine, username);
    const client = await place.account.login(username);
    const id = await assign(user, tree.top, { access: 0, allow_tracking_to: '2026-05-03' });
    written(await client.put(`nodesToUsers/update/${id}`, { is_favourite: 1, is_todo: 1, access: 0 }));
    for (const [field, value] of [
      ['access', 1],
      ['access_end', '2030-01-01'],
      ['allow_tracking_to', ''],
      ['target_duration', 5],
    ] as const)
      assertRefused(await client.put(`nodesToUsers/update/${id}`, { [field]: value }), {
        status: 401,
        code: 'field_not_allowed',
        field,
      });
    assertRefused(await client.delete(`nodesToUsers/delete/${id}`), { status: 401, code: 'not_allowed' });
    const granted = { node: 4, user, access: 1 };
    assertRefused(await client.post('nodesToUsers/create', granted), {
      status: 401,
      code: 'field_not_allowed',
      field: 'access',
    });
    assertRefused(await client.post('nodesToUsers/create', { node: tree.paint, user, is_favourite: 1 }), {
      status: 422,
      code: 'unknown_reference',
      field: 'node',
    });
  });

  test('lets a supervisor give access to their people, but not to themselves', async () => {
    const { machine } = place;
    const { tree } = await plantTree(place);
    const [boss, report] = [nextName(), nextName()];
    const supervisor_id = await hire(machine, boss);
    const department = await machine.create('departments', { department_name: boss, supervisor_id });
    const department_id = department['id'];
    written(await machine.put(`users/update/${supervisor_id}`, { department_id }));
    const user = await hire(machine, report, { department_id });
    await assign(supervisor_id, tree.secret);
    const client = await place.account.login(boss);
    written(await client.post('nodesToUsers/create', { user, node: tree.paint, access: 1 }));
    assert.deepEqual(await seenBy(await place.account.login(report), tree), ['paint', 'top']);
    assertRefused(
      await client.post('nodesToUsers/create', { user: supervisor_id, node: tree.paint, access: 1 }),
      { status: 401, code: 'field_not_allowed', field: 'access' },
    );
    assertRefused(await client.post('nodesToUsers/create', { user: 1, node: tree.paint, access: 1 }), {
      status: 401,
      code: 'not_allowed',
    });
  });

  test('refuses a second row of a person and node, and names the first', async () => {
    const user = await hire(place.machine, nextName());
    const id = await assign(user, 4);
    const second = await place.machine.post('nodesToUsers/create', { user, node: 4, is_todo: 1 });
    const refusal = assertRefused(second, { status: 422, code: 'not_unique', field: 'node' });
    assert.deepEqual(refusal['ErrorExtended'].data, { id });
    const pair = [
      { user, node: 3 },
      { user, node: 3 },
    ];
    const batch = (await place.machine.post('nodesToUsers/create', pair)).json['Results'];
    assert.deepEqual([batch[0]['Success'], batch[1]['Success']], [true, false]);
  });

  test('refuses a period that ends before it starts', async () => {
    const user = await hire(place.machine, nextName());
    for (const [first, last] of [
      ['access_start', 'access_end'],
      ['allow_tracking_from', 'allow_tracking_to'],
    ] as const) {
      const dates = { [first]: '2026-05-02', [last]: '2026-05-01' };
      const answer = await place.machine.post('nodesToUsers/create', { user, node: 4, ...dates });
      assertRefused(answer, { status: 422, code: 'invalid_value', field: last });
    }
  });

  test('deletes assignments with their node or person', async () => {
    const { machine } = place;
    const { tree } = await plantTree(place);
    const user = await hire(machine, nextName());
    const rows = [await assign(user, tree.gold), await assign(user, tree.paint)];
    const since = (await machine.get('serverTime/read')).json['RequestStartTime'];
    written(await machine.delete(`tasks/delete/${tree.gold}`));
    written(await machine.delete(`users/delete/${user}`));
    const { json } = await machine.get('nodesToUsers/read', { _since: since, _fetch_deleted: 1 });
    assert.deepEqual(json['Deleted'].map(({ id }: { id: number }) => id).sort(), rows.toSorted());
  });
});
