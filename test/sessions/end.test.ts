// The life of a session: idle time, longest time, daily rotation, and everything that ends it in every process.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { revokeUserTokens } from '#oauth/tokens.ts';
import { suspendAccount } from '#accounts/suspend-account.ts';
import { purgeLogins } from '#oauth/purge-logins.ts';
import { startApp } from '#app';
import { readConfig } from '#config';
import { createClient, fetchToken } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { unhurried } from '../support/unhurried.ts';
import { onOwnInstallations } from '../support/on-every-engine.ts';
import { clientWithCookie, sessionClient, type SessionClient } from '../support/session-client.ts';
import { asUnit } from '#sql/transaction.ts';

const hour = 3_600_000;
const day = 24 * hour;
const name = '__Host-Http-hourbook-acme';

onOwnInstallations('a session', { why: 'the account has the usual name' }, (place) => {
  let emma: SessionClient;
  let emmaId: number;
  const where = () => ({ address: place.installation.address, account: 'acme' });
  const advance = (milliseconds: number): void => {
    place.installation.clock.shift += milliseconds;
  };
  const status = async (client: SessionClient): Promise<number> => (await client.get('users/me')).status;
  /** The clock moves on by weeks, and tokens of machines last an hour. */
  const updateEmma = async (values: object): Promise<void> => {
    const { clientId, clientSecret } = place.account;
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { access_token } = await fetchToken(where(), form);
    const answer = await createClient(where(), access_token).put(`users/update/${emmaId}`, values);
    assert.equal(answer.status, 200, answer.text);
  };
  /** Uses the session every eleven hours until so much time has passed. */
  const use = async (client: SessionClient, milliseconds: number): Promise<void> => {
    for (let left = milliseconds; left > 0; left -= 11 * hour) {
      advance(Math.min(left, 11 * hour));
      assert.equal(await status(client), 200, `${left / hour} hours before the end`);
    }
  };

  before(async () => {
    const row = { username: 'emma', firstname: 'E', lastname: 'B', password };
    emmaId = (await place.machine.create('users', row))['id'] as number;
  });

  beforeEach(async () => {
    emma = await sessionClient(where(), 'emma');
  });

  test('ends when it idles for twelve hours and a quarter', async () => {
    advance(12 * hour);
    assert.equal(await status(emma), 200);
    advance(12 * hour + hour / 4);
    assert.equal(await status(emma), 403);
  });

  test('is not prolonged by requests in the background', async () => {
    for (const _ of [1, 2, 3, 4]) {
      advance(3 * hour);
      assert.equal((await emma.get('users/me', {}, { 'x-hourbook': 'background' })).status, 200);
    }
    advance(hour / 4);
    assert.equal(await status(emma), 403);
  });

  test('ends thirty days after the login however often it is used', async () => {
    await use(emma, 30 * day - hour);
    advance(hour);
    assert.equal(await status(emma), 403);
  });

  test('gets a new token each day; the one before ends once the new one is used', async () => {
    const first = emma.token;
    const old = clientWithCookie(where(), [name, first]);
    await use(emma, day - hour);
    assert.equal(emma.token, first);
    await use(emma, hour);
    assert.notEqual(emma.token, first);
    assert.equal(await status(old), 200);
    advance(hour);
    assert.equal(await status(emma), 200);
    assert.equal(await status(old), 403);
  });

  test('survives the loss of the answer that holds its new token', async () => {
    await use(emma, day - hour);
    const lost = clientWithCookie(where(), [name, emma.token]);
    advance(hour);
    await lost.get('users/me');
    assert.notEqual(lost.token, emma.token);
    const held = emma.token;
    assert.equal(await status(emma), 200);
    assert.equal(emma.token, held, 'one successor is under way');
    advance(60_000);
    assert.equal(await status(emma), 200);
    assert.notEqual(emma.token, held);
    advance(hour);
    assert.equal(await status(emma), 200);
    assert.equal(await status(lost), 403);
  });

  test('ends with the logout of a successor', async () => {
    const old = clientWithCookie(where(), [name, emma.token]);
    await use(emma, day);
    assert.notEqual(emma.token, old.token);
    await emma.session('DELETE');
    assert.deepEqual([await status(emma), await status(old)], [403, 403]);
  });

  test('goes on when the person changes the password in it, and every other login ends', async () => {
    const other = await sessionClient(where(), 'emma');
    const program = await place.account.login('emma');
    const next = 'another long one 7';
    const changed = await emma.put('users/updatePassword', { old_password: password, password: next });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual([await status(emma), await status(other)], [200, 403]);
    assert.equal((await program.get('users/me')).status, 401);
    await updateEmma({ password });
    assert.equal(await status(emma), 403, 'an administrator changed the password');
  });

  test('ends when users/logout is called in it, and no other one', async () => {
    const other = await sessionClient(where(), 'emma');
    assert.equal((await emma.request('PUT', 'users/logout', { body: {} })).status, 200);
    assert.deepEqual([await status(emma), await status(other)], [403, 200]);
  });

  test('ends when the person is blocked or deactivated', async () => {
    for (const field of [{ authentication_blocked: 1 }, { active: 0 }]) {
      const session = await sessionClient(where(), 'emma');
      await updateEmma(field);
      assert.equal(await status(session), 403);
      await updateEmma({ authentication_blocked: 0, active: 1 });
      assert.equal(await status(session), 403);
    }
  });

  test('is refused from an address that the person may not use', async () => {
    await updateEmma({ restrict_to_ip: 1, allowed_ips: '203.0.113.9' });
    const refused = await emma.get('users/me');
    assert.deepEqual([refused.status, refused.json['ErrorExtended'].errorCode], [401, 'not_allowed']);
    await updateEmma({ restrict_to_ip: 0 });
    assert.equal(await status(emma), 200);
  });

  test('begins, works and ends in every process of the service', async () => {
    const flags = { database: place.installation.databaseUrl, port: '0', ...unhurried };
    const config = readConfig({ flags, env: {} });
    const { clock } = place.installation;
    const second = await startApp(config, { clock: () => Date.now() + clock.shift, observe: () => {} });
    try {
      const there = clientWithCookie({ address: second.address, account: 'acme' }, [name, emma.token]);
      assert.equal(await status(there), 200);
      await emma.session('DELETE');
      assert.equal(await status(there), 403);
    } finally {
      await second.close();
    }
  });

  test('ends when all logins of the person end, and is forgotten after its time', async () => {
    const { database } = place.installation.app.engine;
    const accountId = place.account.id;
    await database.write(
      accountId,
      asUnit((tx) => revokeUserTokens(tx, { accountId, userId: emmaId })),
    );
    assert.equal(await status(emma), 403);
    advance(40 * day);
    assert.ok((await purgeLogins(database)) > 0);
    assert.equal(await purgeLogins(database), 0);
  });

  test('says that the account is suspended, and does not begin while it is', async () => {
    emma = await sessionClient(where(), 'emma');
    await place.installation.app.engine.database.write(place.account.id, (tx) =>
      suspendAccount(tx, place.account.id),
    );
    assert.equal(await status(emma), 401);
    await assert.rejects(sessionClient(where(), 'emma'), /answered 401.*account_suspended/);
  });
});
