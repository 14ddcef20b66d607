// The server shows a message to its receivers and notifies them.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Client, Envelope } from '../support/client.ts';
import { hire, written } from '../time-tracking/booking.ts';

/** Where people work: `north` holds `branch`, `branch` holds `shop`; `south` lies beside. */
const places = ['north', 'branch', 'shop', 'south'] as const;

onEveryEngine('messages', (place) => {
  const departments: Record<string, number> = {};
  const people: Record<string, number> = {};
  const clients: Record<string, Client> = {};
  before(async () => {
    const mothers: Record<string, string> = { branch: 'north', shop: 'branch' };
    for (const name of places) {
      const mother = mothers[name];
      const entity = {
        department_name: name,
        ...(mother === undefined ? {} : { mother_id: departments[mother] }),
      };
      departments[name] = (await place.machine.create('departments', entity))['id'];
      people[name] = await hire(place.machine, name, { department_id: departments[name] });
      clients[name] = await place.account.login(name);
    }
  });
  const send = async (sender: string, more: object): Promise<number> =>
    written(await (clients[sender] as Client).post('messages/create', { message: 'm', ...more }))['id'];
  const readers = async (id: number): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const name of places) {
      const client = clients[name] as Client;
      const counts = [
        (await client.get(`messages/read/${id}`)).json['NumResults'],
        (await client.get('messages/read', { _aggregate__id: 'count', id })).json['Results'][0].id,
        (await client.get('deltaSync/read', { _include: 'messages', messages__id: id })).json['NumResults'],
      ];
      assert.equal(new Set(counts).size, 1, `${name}: ${counts.join()}`);
      if (counts[0] === 1) found.push(name);
    }
    return found;
  };

  test('shows a message to all to every user', async () => {
    assert.deepEqual(await readers(await send('south', {})), [...places]);
  });

  test('shows a message to a person to that person and the sender', async () => {
    const id = await send('south', { receiver_type: 'USER', receiver_id: people['shop'] });
    assert.deepEqual(await readers(id), ['shop', 'south']);
  });

  test('shows a department message below it only with include_sub_department', async () => {
    const to = (name: string, include_sub_department: number): Promise<number> =>
      send('south', { receiver_type: 'DEPARTMENT', receiver_id: departments[name], include_sub_department });
    assert.deepEqual(await readers(await to('north', 0)), ['north', 'south']);
    assert.deepEqual(await readers(await to('north', 1)), ['north', 'branch', 'shop', 'south']);
    assert.deepEqual(await readers(await to('branch', 1)), ['branch', 'shop', 'south']);
    assert.deepEqual(await readers(await to('shop', 1)), ['shop', 'south']);
  });

  test('notifies active receivers except the sender', async () => {
    const gone = await hire(place.machine, 'gone', { department_id: departments['branch'] });
    written(await place.machine.put(`users/update/${gone}`, { active: 0 }));
    const told = async (message: number): Promise<readonly string[]> => {
      const query = { assoc_id: message, notification_type: 12 };
      const rows = (await place.machine.get('notifications/read', query)).json['Results'] as Envelope[];
      const nameOf = (id: number): string => places.find((name) => people[name] === id) ?? String(id);
      return rows.map((row) => nameOf(row['user_id']));
    };
    const to = (name: string, include_sub_department: number): object => ({
      receiver_type: 'DEPARTMENT',
      receiver_id: departments[name],
      include_sub_department,
    });
    const administrator = '1';
    assert.deepEqual(await told(await send('south', {})), [administrator, 'north', 'branch', 'shop']);
    assert.deepEqual(await told(await send('south', to('branch', 0))), ['branch']);
    assert.deepEqual(await told(await send('north', to('north', 1))), ['branch', 'shop']);
    assert.deepEqual(await told(await send('shop', to('shop', 1))), []);
    const id = await send('south', to('branch', 0));
    written(await place.machine.put(`messages/update/${id}`, { include_sub_department: 1 }));
    assert.deepEqual(await told(id), ['branch', 'shop']);
  });

  test('distinguishes a department and a user with the same id as receivers', async () => {
    const same = Object.values(departments).find((id) => Object.values(people).includes(id));
    assert.ok(same !== undefined);
    const [asUser, asDepartment] = [
      await send('south', { receiver_type: 'USER', receiver_id: same }),
      await send('south', { receiver_type: 'DEPARTMENT', receiver_id: same }),
    ];
    const nameOf = (ids: Record<string, number>): string => places.find((name) => ids[name] === same) ?? '';
    assert.deepEqual(await readers(asUser), [...new Set([nameOf(people), 'south'])].sort(inOrder));
    assert.deepEqual(await readers(asDepartment), [...new Set([nameOf(departments), 'south'])].sort(inOrder));
  });

  test('shows every message to administrators and machines', async () => {
    const id = await send('south', { receiver_type: 'USER', receiver_id: people['shop'] });
    for (const client of [place.machine, place.account.administrator]) {
      assert.equal((await client.get(`messages/read/${id}`)).json['NumResults'], 1);
    }
  });

  test('refuses a receiver that does not fit receiver_type', async () => {
    const client = clients['south'] as Client;
    const wrong: readonly [
      status: 400 | 422,
      code: 'missing_parameter' | 'contradiction' | 'unknown_reference',
      entity: object,
    ][] = [
      [400, 'missing_parameter', { receiver_type: 'USER' }],
      [400, 'missing_parameter', { receiver_type: 'DEPARTMENT', receiver_id: 0 }],
      [422, 'contradiction', { receiver_type: 'ALL', receiver_id: 1 }],
      [422, 'unknown_reference', { receiver_type: 'USER', receiver_id: 9999 }],
      [422, 'unknown_reference', { receiver_type: 'DEPARTMENT', receiver_id: 9999 }],
    ];
    for (const [status, code, entity] of wrong) {
      const answer = await client.post('messages/create', { message: 'm', ...entity });
      assertRefused(answer, { status, code, field: 'receiver_id' });
    }
    assertRefused(await client.post('messages/create', { message: 'm', receiver_type: 'TEAM' }), {
      status: 422,
      code: 'invalid_value',
      field: 'receiver_type',
    });
    assertRefused(await client.post('messages/create', {}), {
      status: 400,
      code: 'missing_parameter',
      field: 'message',
    });
  });

  test('takes the sender from the token, and requires one from a machine', async () => {
    const row = written(await (clients['north'] as Client).post('messages/create', { message: 'm' }));
    assert.equal(row['sender_id'], people['north']);
    const forged = await (clients['north'] as Client).post('messages/create', {
      message: 'm',
      sender_id: people['south'],
    });
    assertRefused(forged, { status: 401, code: 'not_allowed' });
    const handed = await (clients['north'] as Client).put(`messages/update/${row['id']}`, {
      sender_id: people['south'],
    });
    assertRefused(handed, { status: 401, code: 'not_allowed' });
    assertRefused(await place.machine.post('messages/create', { message: 'm' }), {
      status: 400,
      code: 'missing_parameter',
      field: 'sender_id',
    });
    written(await place.machine.post('messages/create', { message: 'm', sender_id: people['south'] }));
  });

  test('lets the sender change and delete a message, but not the receiver', async () => {
    const id = await send('south', { receiver_type: 'USER', receiver_id: people['shop'] });
    const [sender, receiver, stranger] = [clients['south'], clients['shop'], clients['north']] as Client[];
    assertRefused(await (receiver as Client).put(`messages/update/${id}`, { message: 'x' }), {
      status: 401,
      code: 'not_allowed',
    });
    assertRefused(await (receiver as Client).delete(`messages/delete/${id}`), {
      status: 401,
      code: 'not_allowed',
    });
    assertRefused(await (stranger as Client).delete(`messages/delete/${id}`), {
      status: 422,
      code: 'unknown_reference',
    });
    assert.equal(
      written(await (sender as Client).put(`messages/update/${id}`, { message: 'x' }))['message'],
      'x',
    );
    assert.equal((await (sender as Client).delete(`messages/delete/${id}`)).status, 200);
  });

  test('keeps the timestamp of a message and updates timestamp_update', async () => {
    const { machine } = place;
    const sent = { message: 'm', sender_id: people['south'], timestamp: '2025-01-07 10:00:00' };
    const row = written(await machine.post('messages/create', sent));
    assert.equal(row['timestamp'], '2025-01-07 10:00:00');
    assert.notEqual(row['timestamp_update'], row['timestamp']);
    const changed: Envelope = written(
      await machine.put(`messages/update/${row['id']}`, { message: 'other' }),
    );
    assert.equal(changed['timestamp'], '2025-01-07 10:00:00');
    assert.ok(changed['timestamp_update'] >= row['timestamp_update']);
  });
});

function inOrder(a: string, b: string): number {
  return places.indexOf(a as 'north') - places.indexOf(b as 'north');
}
