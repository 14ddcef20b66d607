// The authenticator finds the caller of an Authorization header, and a token ends in every process at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { ApiError } from '#errors/api-error.ts';
import { createAuthenticator, loginsThatHold, type Authenticator, type Login } from '#oauth/authenticate.ts';
import { revokeCredential } from '#oauth/credentials.ts';
import { OAuthError, oauthErrorResponse } from '#oauth/oauth-error.ts';
import type { Caller } from '#resource/access.ts';
import { openDatabase } from '#sql/open-database.ts';
import { run, start } from '../sql/scratch.ts';
import {
  addCredential,
  annasLogin,
  form,
  describeLogins,
  machineLogin,
  requestOf,
  withHeader,
  withToken,
  type LoginService,
} from './login-service.ts';
import { runs } from '../support/property.ts';
import type { Statement } from '#sql/database.ts';
import { watchedTx } from '../support/watched-tx.ts';

async function tokenOf(login: LoginService, parameters: Readonly<Record<string, string>>): Promise<string> {
  return String((await login.ask(parameters)).json['access_token']);
}

async function assertInvalid(attempt: Promise<unknown>): Promise<void> {
  await assert.rejects(attempt, (error) => {
    assert.ok(error instanceof OAuthError);
    const { status, headers, body } = oauthErrorResponse(error);
    const json = JSON.parse(body.toString()) as Record<string, unknown>;
    assert.equal(status, 401);
    assert.equal(json['error'], 'invalid_request');
    assert.match(String(json['error_description']), /^The access token is invalid/);
    assert.equal(headers['www-authenticate'], 'Bearer error="invalid_token"');
    assert.equal(headers['cache-control'], 'no-store');
    return true;
  });
}

describeLogins('authentication of a request', (loginService) => {
  test('returns no caller without a token, for known and unknown accounts', async (t) => {
    const { authenticate } = await loginService(t);
    for (const header of ['', ' ', 'Bearer', 'Bearer ', 'bearer   ']) {
      assert.equal(await authenticate(withHeader(header), 'acme'), null);
      assert.equal(await authenticate(withHeader(header), 'nobody'), null);
    }
    assert.equal(await authenticate(requestOf({ method: 'GET', headers: {} }), 'acme'), null);
  });

  test('refuses another scheme and a token of another form', async (t) => {
    const { authenticate, acme } = await loginService(t);
    const headers = [
      'Basic YTpi',
      'Bearertoken',
      'Bearer x',
      'Bearer 1.short',
      `Bearer ${acme}.${'A'.repeat(43)}`,
      `Bearer zzzzzzzzzz.${'A'.repeat(43)}`,
      `Bearer 0.${'A'.repeat(43)}`,
      `Bearer zzzzzzzzzzzzzzzz.${'A'.repeat(43)}`,
      'token',
    ];
    for (const header of headers) await assertInvalid(authenticate(withHeader(header), 'acme'));
  });

  test('returns a caller, null or an OAuth error for any header', async (t) => {
    const { authenticate } = await loginService(t);
    const schemes = fc.constantFrom('', 'Bearer ', 'bearer\t', 'Basic ', '1.');
    await fc.assert(
      fc.asyncProperty(schemes, fc.string({ unit: 'binary' }), async (scheme, rest) => {
        const outcome = await authenticate(withHeader(scheme + rest), 'acme').catch(
          (error: unknown) => error,
        );
        assert.ok(outcome === null || outcome instanceof OAuthError);
      }),
      runs({ test: 100, long: 250, soak: 10_000 }),
    );
  });

  test('accepts the scheme and the account in any letter case', async (t) => {
    const login = await loginService(t);
    const token = await tokenOf(login, machineLogin);
    assert.equal((await login.authenticate(withHeader(`BEARER ${token}`), 'Acme'))?.accountId, login.acme);
  });

  test('refuses a token alike in another and in an unknown account', async (t) => {
    const login = await loginService(t);
    const token = withToken(await tokenOf(login, machineLogin));
    const refusals = [];
    for (const account of ['other', 'nobody', '']) {
      refusals.push(await login.authenticate(token, account).catch((error: unknown) => error));
    }
    for (const refusal of refusals) {
      assert.ok(refusal instanceof ApiError);
      assert.deepEqual([refusal.code, refusal.status], ['other_account', 401]);
      assert.equal(refusal.message, (refusals[0] as ApiError).message);
    }
  });

  test('refuses an expired token alike for every account', async (t) => {
    const login = await loginService(t);
    const token = withToken(await tokenOf(login, machineLogin));
    login.clock.set(start + 3600);
    for (const account of ['acme', 'other', 'nobody'])
      await assertInvalid(login.authenticate(token, account));
  });
});

/** Changes that end a token, as another process makes them in the database. */
const endings: Readonly<Record<string, string>> = {
  'its user is set inactive': 'update users set active = 0',
  'its user is blocked': 'update users set authentication_blocked = 1',
  'its user is deleted': 'delete from users',
  'it is revoked': 'update tokens set revoked_at = 1',
  'its credential is revoked': 'update credentials set revoked_at = 1',
  'its credential has expired': `update credentials set expires_at = ${start}`,
  'it is removed': 'delete from tokens',
};

describeLogins('end of a token', (loginService) => {
  for (const [what, sql] of Object.entries(endings)) {
    test(`refuses a token in every process at once when ${what}`, async (t) => {
      const login = await loginService(t);
      const request = withToken(await tokenOf(login, annasLogin));
      assert.equal((await login.authenticate(request, 'acme'))?.kind, 'user');
      const elsewhere = await openDatabase({ url: login.url, clock: login.clock, observe: () => {} });
      t.after(() => elsewhere.close());
      await elsewhere.write(login.acme, (tx) => run(tx, sql));
      await assertInvalid(login.authenticate(request, 'acme'));
    });
  }

  test('refuses a token after the last day of its credential, without any write', async (t) => {
    const login = await loginService(t);
    const client = await addCredential(login.database, { accountId: login.acme, lastDay: '2026-08-01' });
    login.clock.set(start + 86_399);
    const { json } = await login.post('acme', { body: form({ ...client, ...machineLogin }) });
    const request = withToken(json['access_token']);
    assert.equal((await login.authenticate(request, 'acme'))?.kind, 'machine');
    login.clock.set(start + 86_400);
    await assertInvalid(login.authenticate(request, 'acme'));
    assert.equal((await login.post('acme', { body: form({ ...client, ...machineLogin }) })).status, 401);
  });

  test('refuses tokens of a revoked credential and accepts those of others', async (t) => {
    const login = await loginService(t);
    const second = await addCredential(login.database, { accountId: login.acme });
    const { json } = await login.post('acme', { body: form({ ...second, ...machineLogin }) });
    const mine = withToken(await tokenOf(login, machineLogin));
    await login.database.write(login.acme, (tx) =>
      revokeCredential(tx, { accountId: login.acme, clientId: second.client_id }),
    );
    await assertInvalid(login.authenticate(withToken(json['access_token']), 'acme'));
    assert.equal((await login.authenticate(mine, 'acme'))?.clientId, login.client.client_id);
  });
});

describeLogins('cache of the authenticator', (loginService) => {
  const happenings = [
    ...Object.values(endings),
    'update users set active = 1, authentication_blocked = 0',
    'update accounts set suspended_at = 1',
    'update accounts set suspended_at = null',
    'update tokens set revoked_at = null',
    `update credentials set revoked_at = null, expires_at = ${start + 5000}`,
    'update credentials set read_only = 1 - read_only',
    "update accounts set name = 'renamed' where name = 'acme'",
  ].filter((sql) => !sql.startsWith('delete'));
  const happening = fc.oneof(
    fc.constantFrom(...happenings).map((sql) => ({ sql, wait: 0 })),
    fc.constantFrom(0, 1, 1000, 2000).map((wait) => ({ sql: null, wait })),
  );
  const outcomeOf = (
    { authenticate }: Pick<Authenticator, 'authenticate'>,
    token: string,
  ): Promise<unknown> => authenticate(withToken(token), 'acme').catch((error: Error) => error.message);
  const foundIn = async ({ database, acme, loginOf }: LoginService, token: string): Promise<unknown> => {
    const login = loginOf(withToken(token), 'acme');
    assert.ok(login !== null);
    return database.read(acme, login.holderIn).then(
      (holder) => holder?.caller,
      (error: Error) => error.message,
    );
  };

  test('returns the same caller as a new authenticator after any changes', async (t) => {
    const login = await loginService(t);
    const tokens = [await tokenOf(login, machineLogin), await tokenOf(login, annasLogin)];
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 15 }), async (steps) => {
        let now = start;
        for (const { sql, wait } of steps) {
          login.clock.set((now += wait));
          if (sql !== null) await login.database.write(login.acme, (tx) => run(tx, sql));
          for (const token of tokens) {
            const fresh = await outcomeOf(createAuthenticator({ database: login.database }), token);
            assert.deepEqual(await foundIn(login, token), fresh);
            const remembered = login.rememberedLogin(withToken(token), 'acme');
            const holds = remembered && (await login.database.write(login.acme, remembered.holdsIn));
            if (remembered !== null) assert.equal(holds, isDeepStrictEqual(remembered.caller, fresh));
            assert.deepEqual(await outcomeOf(login, token), fresh);
          }
        }
      }),
      runs({ test: 40, long: 100, soak: 4_000 }),
    );
  });

  test('remembers no login that it has refused', async (t) => {
    const login = await loginService(t);
    const token = withToken(await tokenOf(login, annasLogin));
    const isRemembered = (account: string): boolean => login.rememberedLogin(token, account) !== null;
    await login.authenticate(token, 'acme');
    assert.ok(isRemembered('acme'));
    await assert.rejects(login.authenticate(token, 'other'), /belongs to another account/);
    assert.ok(!isRemembered('other'));
    await login.authenticate(token, 'acme');
    const elsewhere = `update users set restrict_to_ip = 1, allowed_ips = '198.51.100.9'`;
    await login.database.write(login.acme, (tx) => run(tx, elsewhere));
    await assert.rejects(login.authenticate(token, 'acme'), /only from the network addresses allowed/);
    assert.ok(!isRemembered('acme'));
    await login.database.write(login.acme, (tx) => run(tx, 'update accounts set suspended_at = 1'));
    await assert.rejects(login.authenticate(token, 'acme'), /is suspended/);
    assert.ok(!isRemembered('acme'));
  });

  test('queries the database once while nothing changes', async (t) => {
    const login = await loginService(t);
    const token = await tokenOf(login, machineLogin);
    const statements: Statement[] = [];
    const { authenticate, loginOf } = createAuthenticator({
      database: {
        ...login.database,
        read: (account, work) => login.database.read(account, (tx) => work(watchedTx(tx, statements))),
      },
    });
    for (let index = 0; index < 5; index += 1) await authenticate(withToken(token), 'acme');
    const shown = loginOf(withToken(token), 'Acme') as Login;
    const holder = await login.database.read(login.acme, shown.holderIn);
    assert.equal(holder?.caller.clientId, login.client.client_id);
    assert.equal(statements.length, 1);
  });

  test('names the logins of listeners that still stand for the same caller', async (t) => {
    const login = await loginService(t);
    const tokens = [await tokenOf(login, machineLogin), await tokenOf(login, annasLogin)];
    const [machine, anna] = await Promise.all(
      tokens.map(async (token) => {
        const caller = (await login.authenticate(withToken(token), 'acme')) as Caller;
        return { ...(login.loginOf(withToken(token), 'acme') as Login), caller };
      }),
    );
    assert.ok(machine !== undefined && anna !== undefined);
    const holding = () => loginsThatHold(login.database, login.acme, [machine, anna]);
    assert.deepEqual(await holding(), new Set([machine, anna]));
    await login.database.write(login.acme, (tx) => run(tx, 'update users set active = 0'));
    assert.deepEqual(await holding(), new Set([machine]));
    await login.database.write(login.acme, (tx) => run(tx, 'update credentials set read_only = 1'));
    assert.deepEqual(await holding(), new Set());
  });
});
