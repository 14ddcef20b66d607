// The token endpoint follows its protocol (specification §5, RFC 6749).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readTokenParameters } from '#oauth/token-parameters.ts';
import { run } from '../sql/scratch.ts';
import {
  addCredential,
  annasLogin,
  form,
  describeLogins,
  machineLogin,
  requestOf,
  withToken,
  type Answer,
} from './login-service.ts';
import { seed } from '../support/property.ts';

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

describeLogins('token endpoint: issued tokens', (loginService) => {
  test('issues a machine an access token for 3,600 s and no refresh token', async (t) => {
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

  test('issues a user an access and a refresh token with the rights of the user', async (t) => {
    const { ask, authenticate, anna } = await loginService(t);
    const { status, json } = await ask(annasLogin);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(json), ['access_token', 'token_type', 'expires_in', 'refresh_token']);
    const caller = await authenticate(withToken(json['access_token']), 'acme');
    assert.deepEqual([caller?.kind, caller?.userId], ['user', anna]);
  });

  test('issues tokens with the configured lifetimes', async (t) => {
    const { ask, clock, authenticate } = await loginService(t, { accessTokenLifetime: 60 });
    const { json } = await ask(machineLogin);
    assert.equal(json['expires_in'], 60);
    clock.set(clock() / 1000 + 59);
    assert.equal((await authenticate(withToken(json['access_token']), 'acme'))?.kind, 'machine');
    clock.set(clock() / 1000 + 1);
    await assert.rejects(authenticate(withToken(json['access_token']), 'acme'), { status: 401 });
  });

  test('accepts the account name in another letter case', async (t) => {
    const { post, client } = await loginService(t);
    assert.equal((await post('ACME', { body: form({ ...client, ...machineLogin }) })).status, 200);
  });

  test('issues read-only tokens to a read-only credential', async (t) => {
    const { post, database, acme, authenticate } = await loginService(t);
    const reader = await addCredential(database, { accountId: acme, readOnly: true });
    for (const login of [machineLogin, annasLogin]) {
      const { json } = await post('acme', { body: form({ ...reader, ...login }) });
      assert.equal((await authenticate(withToken(json['access_token']), 'acme'))?.readOnly, true);
    }
  });
});

describeLogins('token endpoint: requests', (loginService) => {
  test('accepts the client in the body, as HTTP Basic, or equal in both', async (t) => {
    const { post, client } = await loginService(t);
    const headers = { authorization: basic(client.client_id, client.client_secret) };
    const encoded = { authorization: basic(client.client_id.replace('_', '%5F'), client.client_secret) };
    assert.equal((await post('acme', { headers, body: form(machineLogin) })).status, 200);
    assert.equal((await post('acme', { headers: encoded, body: form(machineLogin) })).status, 200);
    assert.equal((await post('acme', { headers, body: form({ ...machineLogin, ...client }) })).status, 200);
  });

  test('accepts JSON and bodies without a content type', async (t) => {
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

  test('reads any text unchanged from form data and JSON', () => {
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
      { seed },
    );
  });
});

describeLogins('token endpoint: refusals', (loginService) => {
  test('answers 400 invalid_request to malformed requests', async (t) => {
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

  test('answers 405 with Allow to another method', async (t) => {
    const { ask } = await loginService(t);
    const answer = await ask(machineLogin, { method: 'GET' });
    assertRefused(answer, 405, 'invalid_request');
    assert.equal(answer.headers['allow'], 'POST');
  });

  test('answers 400 unsupported_grant_type to an unknown grant', async (t) => {
    const { ask } = await loginService(t);
    for (const grant_type of ['authorization_code', 'implicit', 'Password', 'constructor']) {
      assertRefused(await ask({ grant_type }), 400, 'unsupported_grant_type');
    }
  });

  test('answers 401 invalid_client alike to every invalid client', async (t) => {
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
      for (const one of clients) {
        // From a new address each time, so that no delay stands in the way.
        const remoteAddress = `192.0.2.${answers.length}`;
        answers.push(await post('acme', { body: form({ ...grant, ...one }), remoteAddress }));
      }
    }
    for (const answer of answers) assertRefused(answer, 401, 'invalid_client');
    assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
  });

  test('sends a challenge only to a client that used HTTP Basic', async (t) => {
    const { post, ask, client } = await loginService(t);
    const headers = { authorization: basic(client.client_id, 'wrong') };
    const challenged = await post('acme', { headers, body: form(machineLogin) });
    assertRefused(challenged, 401, 'invalid_client');
    assert.match(challenged.headers['www-authenticate'] ?? '', /^Basic realm=/);
    const plain = await ask({ ...machineLogin, client_secret: 'wrong' });
    assert.equal(plain.headers['www-authenticate'], undefined);
  });

  test('answers 404 for an unknown account, whatever the request holds', async (t) => {
    const { post, client } = await loginService(t);
    for (const parameters of [{ ...client, ...machineLogin }, { grant_type: 'x' }, {}]) {
      assertRefused(await post('nobody', { body: form(parameters) }), 404, 'invalid_request');
    }
  });
});

describeLogins('token endpoint: log events', (loginService) => {
  test('logs a login with its grant', async (t) => {
    const { ask, events, client } = await loginService(t);
    await ask(machineLogin);
    assert.deepEqual(events, [
      { kind: 'login_succeeded', account: 'acme', clientId: client.client_id, grant: 'client_credentials' },
    ]);
  });

  test('logs a failure with its reason and without secrets', async (t) => {
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
