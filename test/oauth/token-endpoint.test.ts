// The token endpoint's protocol: what it reads, what it answers, how it refuses (specification §5, RFC 6749).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTokenEndpoint } from '#oauth/token-endpoint.ts';
import { readTokenParameters } from '#oauth/token-parameters.ts';
import { run } from '../sql/scratch.ts';
import {
  addCredential,
  annasLogin,
  form,
  describeLogins,
  machineLogin,
  requestOf,
  watched,
  withToken,
  type Answer,
} from './login-service.ts';

const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

function assertRefused(answer: Answer, status: number, error: string): void {
  assert.deepEqual([answer.status, answer.json['error']], [status, error]);
  assert.equal(typeof answer.json['error_description'], 'string');
  assert.deepEqual(Object.keys(answer.json), ['error', 'error_description']);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['pragma'], 'no-cache');
  assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
}

describeLogins('the token endpoint gives', (loginService) => {
  test('a machine an access token for 3,600 s and no refresh token', async (t) => {
    const { ask, authenticate, acme, client } = await loginService(t);
    const { status, json, headers } = await ask(machineLogin);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(json), ['access_token', 'token_type', 'expires_in']);
    assert.deepEqual([json['token_type'], json['expires_in']], ['bearer', 3600]);
    assert.deepEqual([headers['cache-control'], headers['pragma']], ['no-store', 'no-cache']);
    const { login, ...caller } = (await authenticate(withToken(json['access_token']), 'acme')) ?? {};
    assert.match(String(login), /^[2-9a-z]{16}$/);
    assert.deepEqual(caller, {
      kind: 'machine',
      accountId: acme,
      accountName: 'acme',
      userId: null,
      clientId: client.client_id,
      readOnly: false,
    });
  });

  test('a user an access token and a refresh token that act with the rights of the user', async (t) => {
    const { ask, authenticate, anna } = await loginService(t);
    const { status, json } = await ask(annasLogin);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(json), ['access_token', 'token_type', 'expires_in', 'refresh_token']);
    const caller = await authenticate(withToken(json['access_token']), 'acme');
    assert.deepEqual([caller?.kind, caller?.userId], ['user', anna]);
  });

  test('tokens with the lifetimes of the configuration', async (t) => {
    const { ask, clock, authenticate } = await loginService(t, { accessTokenLifetime: 60 });
    const { json } = await ask(machineLogin);
    assert.equal(json['expires_in'], 60);
    clock.set(clock() / 1000 + 59);
    assert.equal((await authenticate(withToken(json['access_token']), 'acme'))?.kind, 'machine');
    clock.set(clock() / 1000 + 1);
    await assert.rejects(authenticate(withToken(json['access_token']), 'acme'), { status: 401 });
  });

  test('a token to whoever writes the account in other letter case', async (t) => {
    const { post, client } = await loginService(t);
    assert.equal((await post('ACME', { body: form({ ...client, ...machineLogin }) })).status, 200);
  });

  test('a token that reads only to a credential issued for reading', async (t) => {
    const { post, database, acme, authenticate } = await loginService(t);
    const reader = await addCredential(database, { accountId: acme, readOnly: true });
    for (const login of [machineLogin, annasLogin]) {
      const { json } = await post('acme', { body: form({ ...reader, ...login }) });
      assert.equal((await authenticate(withToken(json['access_token']), 'acme'))?.readOnly, true);
    }
  });
});

describeLogins('the token endpoint reads', (loginService) => {
  test('the client from the body, from HTTP Basic, or from both when they agree', async (t) => {
    const { post, client } = await loginService(t);
    const headers = { authorization: basic(client.client_id, client.client_secret) };
    const encoded = { authorization: basic(client.client_id.replace('_', '%5F'), client.client_secret) };
    assert.equal((await post('acme', { headers, body: form(machineLogin) })).status, 200);
    assert.equal((await post('acme', { headers: encoded, body: form(machineLogin) })).status, 200);
    assert.equal((await post('acme', { headers, body: form({ ...machineLogin, ...client }) })).status, 200);
  });

  test('JSON and bodies without a content type', async (t) => {
    const { post, client } = await loginService(t);
    const json = Buffer.from(JSON.stringify({ ...client, ...machineLogin }));
    const urlencoded = form({ ...client, ...machineLogin });
    const bodies = [
      { headers: { 'content-type': 'application/json; charset=utf-8' }, body: json },
      { headers: {}, body: json },
      { headers: {}, body: urlencoded },
      { headers: { 'content-type': 'text/plain' }, body: urlencoded },
    ];
    for (const request of bodies) assert.equal((await post('acme', request)).status, 200);
  });

  test('every text unchanged, as form data and as JSON', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    fc.assert(
      fc.property(text, text, (username, password) => {
        const sent = { username, password };
        const asJson = {
          headers: { 'content-type': 'application/json' },
          body: Buffer.from(JSON.stringify(sent)),
        };
        for (const request of [{ body: form(sent) }, asJson]) {
          assert.deepEqual(Object.fromEntries(readTokenParameters(requestOf(request))), sent);
        }
      }),
    );
  });
});

describeLogins('the token endpoint refuses', (loginService) => {
  test('with invalid_request 400 what cannot be understood', async (t) => {
    const { post, ask, client } = await loginService(t);
    const json = (text: string): Promise<Answer> =>
      post('acme', { headers: { 'content-type': 'application/json' }, body: Buffer.from(text) });
    const whole = new URLSearchParams({ ...client, ...machineLogin }).toString();
    const refused = [
      await ask({}),
      await ask({ grant_type: '' }),
      await ask({ grant_type: 'password', username: 'anna' }),
      await ask({ grant_type: 'password', password: 'x' }),
      await ask({ grant_type: 'refresh_token' }),
      await ask(machineLogin, { body: null }),
      await ask(machineLogin, { headers: { 'content-type': 'application/xml' } }),
      await ask(machineLogin, { body: Buffer.from(`${whole}&grant_type=password`) }),
      await ask(machineLogin, { body: Buffer.from([0xff, 0xfe]) }),
      await json('{"grant_type":'),
      await json('["grant_type"]'),
      await json('{"grant_type":{"a":1}}'),
      await ask(machineLogin, { headers: { authorization: basic('hb_other', client.client_secret) } }),
      await ask(machineLogin, { headers: { authorization: basic(client.client_id, 'other') } }),
    ];
    for (const answer of refused) assertRefused(answer, 400, 'invalid_request');
  });

  test('another method with 405 and Allow', async (t) => {
    const { ask } = await loginService(t);
    const answer = await ask(machineLogin, { method: 'GET' });
    assertRefused(answer, 405, 'invalid_request');
    assert.equal(answer.headers['allow'], 'POST');
  });

  test('a grant it does not know with unsupported_grant_type 400', async (t) => {
    const { ask } = await loginService(t);
    for (const grant_type of ['authorization_code', 'implicit', 'Password', 'constructor']) {
      assertRefused(await ask({ grant_type }), 400, 'unsupported_grant_type');
    }
  });

  test('a client that is unknown, wrong, expired, revoked or of another account alike, with invalid_client 401', async (t) => {
    const { post, database, acme, other, client } = await loginService(t);
    const expired = await addCredential(database, { accountId: acme, lastDay: '2026-07-31' });
    const revoked = await addCredential(database, { accountId: acme });
    const foreign = await addCredential(database, { accountId: other });
    await database.write(acme, (tx) =>
      run(tx, 'update credentials set revoked_at = 1 where client_id = ?', revoked.client_id),
    );
    const clients = [
      {},
      { client_id: client.client_id },
      { client_secret: client.client_secret },
      { ...client, client_secret: 'wrong' },
      { ...client, client_id: 'hb_unknownclient' },
      { client_id: client.client_id, client_secret: foreign.client_secret },
      expired,
      revoked,
      foreign,
    ];
    const answers: Answer[] = [];
    for (const grant of [machineLogin, annasLogin, { grant_type: 'refresh_token', refresh_token: 'x' }]) {
      for (const one of clients) answers.push(await post('acme', { body: form({ ...grant, ...one }) }));
      answers.push(await post('nobody', { body: form({ ...grant, ...client }) }));
    }
    for (const answer of answers) assertRefused(answer, 401, 'invalid_client');
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
  });

  test('a client that used HTTP Basic with a challenge, any other without', async (t) => {
    const { post, ask, client } = await loginService(t);
    const headers = { authorization: basic(client.client_id, 'wrong') };
    const challenged = await post('acme', { headers, body: form(machineLogin) });
    assertRefused(challenged, 401, 'invalid_client');
    assert.match(challenged.headers['www-authenticate'] ?? '', /^Basic realm=/);
    const plain = await ask({ ...machineLogin, client_secret: 'wrong' });
    assert.equal(plain.headers['www-authenticate'], undefined);
  });

  test('an unknown account by the statements that it runs for a wrong secret', async (t) => {
    const { service, client } = await loginService(t);
    const { database, seen } = watched(service.database);
    const giveToken = createTokenEndpoint({ ...service, database });
    await giveToken(requestOf({ body: form({ ...client, ...machineLogin, client_secret: 'x' }) }), 'acme');
    const known = seen.splice(0);
    await giveToken(requestOf({ body: form({ ...client, ...machineLogin }) }), 'nobody');
    assert.equal(known[0], 'read');
    assert.deepEqual(seen, known);
  });
});

describeLogins('the token endpoint tells the operator', (loginService) => {
  test('of a login and of its grant', async (t) => {
    const { ask, events, client } = await loginService(t);
    await ask(machineLogin);
    assert.deepEqual(events, [
      { kind: 'login_succeeded', account: 'acme', clientId: client.client_id, grant: 'client_credentials' },
    ]);
  });

  test('of a failure with its true reason, and never of what might be a secret', async (t) => {
    const { ask, events, client } = await loginService(t);
    await ask({ ...annasLogin, password: 'wrong' });
    await ask({ ...annasLogin, username: 'nobody' });
    await ask({ ...machineLogin, client_secret: 'wrong' });
    await ask({ ...machineLogin, client_id: client.client_secret });
    const common = { kind: 'login_failed', account: 'acme', remoteAddress: '192.0.2.1' };
    assert.deepEqual(events, [
      { ...common, clientId: client.client_id, reason: 'wrong_password' },
      { ...common, clientId: client.client_id, reason: 'unknown_user' },
      { ...common, clientId: client.client_id, reason: 'wrong_secret' },
      { ...common, clientId: 'unrecognised', reason: 'unknown_client' },
    ]);
  });
});
