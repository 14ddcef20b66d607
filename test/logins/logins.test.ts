// Logout, blocking and unblocking end and restore the logins of users and machines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '#app';
import { readConfig } from '#config';
import { createCredential } from '#oauth/credentials.ts';
import { assertRefused, rowOf, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { unhurried } from '../support/unhurried.ts';
import { createClient, fetchToken } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { hire, written } from '../time-tracking/booking.ts';

onEveryEngine('logins', (place) => {
  const where = () => ({ address: place.installation.address, account: place.account.name });
  const client = () => ({ client_id: place.account.clientId, client_secret: place.account.clientSecret });
  const logIn = (username: string) =>
    fetchToken(where(), { grant_type: 'password', username, password, ...client() });

  test('logout ends all tokens of one login and keeps other logins', async () => {
    await hire(place.machine, 'leaver');
    const { access_token, refresh_token = '' } = await logIn('leaver');
    const refresh = { grant_type: 'refresh_token', ...client() };
    const second = await fetchToken(where(), { ...refresh, refresh_token });
    const other = createClient(where(), (await logIn('leaver')).access_token);
    const first = createClient(where(), access_token);
    assert.equal((await first.get('users/me')).status, 200);
    assert.deepEqual(rowsOf(await first.put('users/logout', {})), []);
    for (const token of [access_token, second.access_token])
      assert.equal((await createClient(where(), token).get('users/me')).status, 401);
    for (const token of [refresh_token, second.refresh_token ?? ''])
      await assert.rejects(fetchToken(where(), { ...refresh, refresh_token: token }), /invalid_grant/);
    assert.equal((await other.get('users/me')).status, 200);
    assert.equal((await first.put('users/logout', {})).status, 401);
  });

  test('logout of a machine ends its own token only, also for a read-only credential', async () => {
    const { database } = place.installation.app.engine;
    const { credential, clientSecret } = await database.write(place.account.id, (tx) =>
      createCredential(tx, { accountId: place.account.id, name: 'r', readOnly: true, lastDay: null }),
    );
    const reader = { client_id: credential.clientId, client_secret: clientSecret };
    for (const machine of [client(), reader]) {
      const [one, two] = await Promise.all(
        [1, 2].map(async () => {
          const form = { grant_type: 'client_credentials', ...machine };
          return createClient(where(), (await fetchToken(where(), form)).access_token);
        }),
      );
      rowsOf(await one!.put('users/logout', ''));
      assert.equal((await one!.get('users/read')).status, 401);
      assert.equal((await two!.get('users/read')).status, 200);
    }
  });

  test('logout on one server ends the token on another server at once', async () => {
    const flags = { database: place.installation.databaseUrl, port: '0', ...unhurried };
    const app = await startApp(readConfig({ flags, env: {} }), { observe: () => {} });
    try {
      await hire(place.machine, 'two.servers');
      const { access_token } = await logIn('two.servers');
      const there = createClient({ address: app.address, account: place.account.name }, access_token);
      assert.equal((await there.get('users/me')).status, 200);
      rowsOf(await createClient(where(), access_token).put('users/logout', {}));
      assert.equal((await there.get('users/me')).status, 401);
    } finally {
      await app.close();
    }
  });

  test('renew_password allows logins, and only a password of the user clears it', async () => {
    const id = await hire(place.machine, 'renewer');
    written(await place.machine.put(`users/update/${id}`, { renew_password: 1 }));
    const user = createClient(where(), (await logIn('renewer')).access_token);
    assert.equal(rowOf(await user.get('users/me'))['renew_password'], 1);
    written(await place.machine.put(`users/update/${id}`, { password: 'by a machine 1' }));
    assert.equal(rowOf(await place.machine.get(`users/read/${id}`))['renew_password'], 1);
    const again = await place.account.login('renewer', 'by a machine 1');
    written(
      await again.put(`users/update/${id}`, { password: 'own choice 11', old_password: 'by a machine 1' }),
    );
    assert.equal(rowOf(await place.machine.get(`users/read/${id}`))['renew_password'], 0);
  });

  test('blocking refuses all tokens and logins; unblocking resets failed attempts', async () => {
    const { machine, account } = place;
    await hire(machine, 'hr', { hr_manager: 1 });
    const hr = await account.login('hr');
    const id = await hire(machine, 'suspect');
    const user = await account.login('suspect');
    for (const manager of [account.administrator, hr]) {
      for (let guess = 0; guess < 6; guess += 1)
        await assert.rejects(account.login('suspect', 'wrong horse 1'), /invalid_grant/);
      written(await manager.put(`users/update/${id}`, { authentication_blocked: 1 }));
      assert.equal((await user.get('users/me')).status, 401);
      await assert.rejects(account.login('suspect'), /invalid_grant/);
      written(await manager.put(`users/update/${id}`, { authentication_blocked: 0 }));
      const row = rowOf(await machine.get(`users/read/${id}`));
      assert.deepEqual([row['authentication_blocked'], row['unsuccessful_login_count']], [0, 0]);
      await account.login('suspect');
      assert.equal((await user.get('users/me')).status, 401, 'an ended login stays ended');
    }
  });

  test('refuses to block the last administrator, or an administrator by an HR manager', async () => {
    const { machine, account } = place;
    const block = { authentication_blocked: 1 };
    const refusal = { status: 422, code: 'rule_broken', field: 'authentication_blocked' } as const;
    assertRefused(await machine.put('users/update/1', block), refusal);
    assertRefused(await account.administrator.put('users/update/1', block), refusal);
    await hire(machine, 'hr.two', { hr_manager: 1 });
    const hr = await account.login('hr.two');
    assertRefused(await hr.put('users/update/1', block), { status: 401, code: 'not_allowed' });
    const second = await hire(machine, 'admin.two', { internal_user_group: 1 });
    written(await machine.put(`users/update/${second}`, block));
  });

  test('refuses an employee who writes authentication_blocked of their own row', async () => {
    const id = await hire(place.machine, 'ordinary');
    const user = await place.account.login('ordinary');
    assertRefused(await user.put(`users/update/${id}`, { authentication_blocked: 0 }), {
      status: 401,
      code: 'field_not_allowed',
      field: 'authentication_blocked',
    });
  });
});
