// A message creates notifications for its receivers, who mark them as seen.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { completeAccounts } from '#accounts/complete-accounts.ts';
import { asServer } from '#accounts/system-run.ts';
import { setEdition } from '#sql/accounts.ts';
import { assertRefused, rowsOf, type Shown } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Client } from '../support/client.ts';
import { hire, written } from '../time-tracking/booking.ts';

/** What every program may rely on: the number of each kind of notice. */
const kinds = [
  [1, 'Absence requested'],
  [2, 'Absence granted'],
  [3, 'Absence declined'],
  [4, 'Absence cancelled'],
  [5, 'Stand-in wanted'],
  [6, 'Stand-in agreed'],
  [7, 'Stand-in refused'],
  [8, 'Change of a time tracking requested'],
  [9, 'Change of a time tracking granted'],
  [10, 'Change of a time tracking declined'],
  [11, 'Change of a time tracking cancelled'],
  [12, 'Message received'],
  [13, 'Time tracking runs very long'],
  [14, 'Hours are missing'],
  [15, 'Requests wait for you'],
] as const;

onEveryEngine('notifications', (place) => {
  let anna = 0;
  let ben = 0;
  let annas: Client;
  let bens: Client;
  before(async () => {
    anna = await hire(place.machine, 'anna');
    ben = await hire(place.machine, 'ben');
    [annas, bens] = [await place.account.login('anna'), await place.account.login('ben')];
  });
  const send = async (more: object): Promise<number> =>
    written(await annas.post('messages/create', { message: 'm', ...more }))['id'];
  const about = async (message: number): Promise<readonly Shown[]> =>
    rowsOf(await place.machine.get('notifications/read', { assoc_id: message }));

  test('notifies the receiver of a message once', async () => {
    const message = await send({ receiver_type: 'USER', receiver_id: ben });
    const [row, ...others] = rowsOf(await bens.get('notifications/read', { assoc_id: message }));
    assert.deepEqual(others, []);
    const { id: _id, notification_timestamp, data_changed, ...told } = row as Shown;
    assert.deepEqual(told, {
      user_id: ben,
      notification_type: 12,
      is_response: 0,
      status: null,
      assoc_id: message,
      user_id_sender: anna,
      user_id_responder: null,
      processed: 0,
      email_send_status: 0,
      email_send_timestamp: null,
      executable_1_id: null,
      executable_2_id: null,
      inherited_user_ids: null,
      seen: 0,
    });
    assert.equal(notification_timestamp, data_changed);
    assert.equal((await about(message)).length, 1);
  });

  const told = async (message: number): Promise<readonly number[]> =>
    (await about(message)).map((row) => row['user_id'] as number);

  test('creates no notification for a message to its sender', async () => {
    assert.deepEqual(await told(await send({ receiver_type: 'USER', receiver_id: anna })), []);
  });

  test('notifies added receivers once, and not of a changed text', async () => {
    const message = await send({ receiver_type: 'USER', receiver_id: ben });
    const update = async (change: object): Promise<readonly number[]> => {
      written(await annas.put(`messages/update/${message}`, change));
      return told(message);
    };
    assert.deepEqual(await update({ message: 'other words' }), [ben]);
    assert.deepEqual(await update({ receiver_id: 1 }), [ben, 1]);
    const all = await update({ receiver_type: 'ALL', receiver_id: '' });
    assert.deepEqual(all, [ben, 1]);
    const carla = await hire(place.machine, 'carla');
    assert.deepEqual(await update({ receiver_type: 'USER', receiver_id: carla }), [ben, 1, carla]);
    assert.deepEqual(await update({ receiver_id: ben }), [ben, 1, carla]);
  });

  test('creates no notification for a refused message of a batch', async () => {
    const known = rowsOf(await bens.get('notifications/read')).length;
    const good = { message: 'm', receiver_type: 'USER', receiver_id: ben };
    await annas.post('messages/create', [good, { ...good, receiver_id: 99_999 }]);
    assert.equal(rowsOf(await bens.get('notifications/read')).length, known + 1);
  });

  test('lets the receiver mark a notification as seen, and hides it from others', async () => {
    const message = await send({ receiver_type: 'USER', receiver_id: ben });
    const id = (await about(message))[0]?.['id'];
    const row = written(await bens.put(`notifications/update/${id}`, { seen: 1, processed: 1 }));
    assert.deepEqual([row['seen'], row['processed']], [1, 1]);
    assertRefused(await bens.put(`notifications/update/${id}`, { status: 1 }), {
      status: 422,
      code: 'read_only_field',
      field: 'status',
    });
    assertRefused(await annas.put(`notifications/update/${id}`, { seen: 0 }), {
      status: 422,
      code: 'unknown_reference',
    });
    assert.deepEqual(rowsOf(await annas.get('notifications/read', { id })), []);
    written(await place.account.administrator.get(`notifications/read/${id}`));
  });

  test('sends a notification in the delta of its receiver and deletes it with the user', async () => {
    const carl = await hire(place.machine, 'carl');
    const message = await send({ receiver_type: 'USER', receiver_id: carl });
    const id = (await about(message))[0]?.['id'];
    const carls = await place.account.login('carl');
    const delta = await carls.get('deltaSync/read', { _since: '2026-01-01 00:00:00' });
    const part = delta.json['Results']['notifications'].Results as Shown[];
    assert.deepEqual(
      part.map((row) => row['id']),
      [id],
    );
    assert.equal((await place.machine.delete(`users/delete/${carl}`)).status, 200);
    const gone = await place.machine.get('notifications/read', {
      id,
      _since: '2026-01-01 00:00:00',
      _fetch_deleted: 1,
    });
    assert.deepEqual(rowsOf(gone), []);
    assert.ok(gone.json['Deleted'].some((one: Shown) => one['id'] === id));
  });

  test('keeps notifications when the message and its sender are deleted', async () => {
    await hire(place.machine, 'dora');
    const doras = await place.account.login('dora');
    const sent = written(
      await doras.post('messages/create', { message: 'm', receiver_type: 'USER', receiver_id: ben }),
    );
    assert.equal((await doras.delete(`messages/delete/${sent['id']}`)).status, 200);
    assert.equal((await place.machine.delete(`users/delete/${sent['sender_id']}`)).status, 200);
    const [row] = await about(sent['id']);
    assert.deepEqual([row?.['user_id'], row?.['user_id_sender']], [ben, sent['sender_id']]);
  });

  test('keeps the number, text and address of every kind', async () => {
    const texts = rowsOf(await bens.get('notificationsTypeHtml/read'));
    assert.deepEqual(
      texts.map((row) => [row['id'], row['title']]),
      kinds,
    );
    for (const row of texts) {
      const placeholders: readonly string[] = String(row['content']).match(/\{\w+\}/g) ?? [];
      // Reminders have no sender, and may be about several rows.
      if (row['id'] < 14)
        assert.ok(placeholders.includes('{sender}') && placeholders.includes('{id}'), row['title']);
      assert.deepEqual(
        placeholders.filter((word) => !['{sender}', '{receiver}', '{id}'].includes(word)),
        [],
      );
      assert.match(row['created'], /^\d{4}-\d\d-\d\d /);
    }
    const urls = rowsOf(await bens.get('notificationUrls/read'));
    assert.deepEqual(
      urls.map((row) => [row['id'], row['headline']]),
      kinds,
    );
    for (const { url } of urls) assert.match(url, /^[a-zA-Z]+\/read\/\{id\}$/);
    const message = await send({ receiver_type: 'USER', receiver_id: ben });
    const address = String(urls[11]?.['url']).replace('{id}', String(message));
    assert.equal(written(await bens.get(address))['message'], 'm');
  });

  test('adds missing texts, roles and settings to an older account', async () => {
    const { engine } = place.installation.app;
    const missing = [
      ['notificationsTypeHtml', 12],
      ['notificationUrls', 3],
      ['userRoles', 1],
      ['userRoles', 5],
      ['generalSettings', 8],
    ] as const;
    const complete = await Promise.all(missing.map(([resource]) => place.machine.get(`${resource}/read`)));
    await engine.database.write(place.account.id, async (tx) => {
      await asServer(engine, { tx, account: place.account }, ({ unit, view }) =>
        unit(() => {
          for (const [resource, id] of missing) view.remove(resource, id);
        }),
      );
      await setEdition(tx, { accountId: place.account.id, edition: 'of before' });
    });
    await completeAccounts(engine);
    for (const [index, [resource]] of missing.entries()) {
      const ids = (answer: Awaited<ReturnType<Client['get']>>) => rowsOf(answer).map((row) => row['id']);
      const now = await place.machine.get(`${resource}/read`);
      assert.deepEqual(ids(now), ids(complete[index] as typeof now));
    }
  });
});
