// Shared terminals: the links to their tasks and users.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, idsOf } from '../../support/expectations.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { hire, work, written } from '../booking.ts';

onEveryEngine('shared terminals', (place) => {
  const terminal = (name: string): Promise<number> => hire(place.machine, name, { internal_user_group: 3 });

  test('a terminal reads its own tasks and users', async () => {
    const { machine, account } = place;
    const [gate, hall] = [await terminal('gate'), await terminal('hall')];
    const ann = await hire(machine, 'ann');
    const offered = written(
      await machine.post('multiuserToTasks/create', { multiuser_id: gate, task_id: work }),
    );
    const user = written(
      await machine.post('multiuserToUsers/create', { user_id: gate, assigned_user_id: ann }),
    );
    await machine.create('multiuserToTasks', { multiuser_id: hall, task_id: work });
    const client = await account.login('gate');
    assert.deepEqual(idsOf(await client.get('multiuserToTasks/read', { multiuser_id: gate })), [
      offered['id'],
    ]);
    assert.deepEqual(idsOf(await client.get('multiuserToUsers/read', { user_id: gate })), [user['id']]);
  });

  test('refuses links of a user outside group 3', async () => {
    const person = await hire(place.machine, 'bob');
    for (const [resource, field, entity] of [
      ['multiuserToTasks', 'multiuser_id', { multiuser_id: person, task_id: work }],
      ['multiuserToUsers', 'user_id', { user_id: person, assigned_user_id: 1 }],
    ] as const)
      assertRefused(await place.machine.post(`${resource}/create`, entity), {
        status: 422,
        code: 'rule_broken',
        field,
      });
  });

  test('refuses a second equal link, and deletes the links with the terminal', async () => {
    const { machine } = place;
    const door = await terminal('door');
    const rows = {
      multiuserToTasks: { multiuser_id: door, task_id: work },
      multiuserToUsers: { user_id: door, assigned_user_id: 1 },
    };
    for (const [resource, entity] of Object.entries(rows)) {
      written(await machine.post(`${resource}/create`, entity));
      assertRefused(await machine.post(`${resource}/create`, entity), { status: 422, code: 'not_unique' });
    }
    written(await machine.delete(`users/delete/${door}`));
    for (const resource of Object.keys(rows)) {
      const { json } = await machine.get(`${resource}/read`, { _limit: 1000 });
      assert.ok(
        json['Results'].every((row: object) => !Object.values(row).includes(door)),
        resource,
      );
    }
  });
});
