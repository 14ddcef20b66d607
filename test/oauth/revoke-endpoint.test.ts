// `POST /<account>/auth/oauth2/revoke` ends a login (RFC 7009).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addCredential, annasLogin, form, describeLogins, requestOf, withToken } from './login-service.ts';
import { createRevokeEndpoint } from '#oauth/revoke-endpoint.ts';

describeLogins('revocation endpoint', (loginService) => {
  for (const kind of ['access_token', 'refresh_token']) {
    test(`ends the whole login with its ${kind}`, async (t) => {
      const { ask, revoke, authenticate } = await loginService(t);
      const { json } = await ask(annasLogin);
      const answer = await revoke({ token: String(json[kind]), token_type_hint: kind });
      assert.deepEqual([answer.status, answer.headers['cache-control']], [200, 'no-store']);
      await assert.rejects(authenticate(withToken(json['access_token']), 'acme'), { status: 401 });
      const again = await ask({
        grant_type: 'refresh_token',
        refresh_token: String(json['refresh_token']),
      });
      assert.equal(again.json['error'], 'invalid_grant');
    });
  }

  test('answers 200 to an unknown token', async (t) => {
    const { revoke } = await loginService(t);
    for (const token of ['x', `1.${'A'.repeat(43)}`, `zz.${'A'.repeat(43)}`]) {
      assert.equal((await revoke({ token })).status, 200);
    }
  });

  test('refuses a missing token (400) and a wrong secret (401)', async (t) => {
    const { revoke } = await loginService(t);
    const missing = await revoke({});
    assert.deepEqual([missing.status, missing.json['error']], [400, 'invalid_request']);
    const wrong = await revoke({ token: 'x', client_secret: 'wrong' });
    assert.deepEqual([wrong.status, wrong.json['error']], [401, 'invalid_client']);
  });

  test('refuses to end a token of another client', async (t) => {
    const { ask, database, acme, service, authenticate } = await loginService(t);
    const { json } = await ask(annasLogin);
    const second = await addCredential(database, { accountId: acme });
    const token = String(json['access_token']);
    const answer = await createRevokeEndpoint(service)(
      requestOf({ body: form({ ...second, token }) }),
      'acme',
    );
    assert.equal(answer.status, 400);
    assert.equal((await authenticate(withToken(token), 'acme'))?.kind, 'user');
  });
});
