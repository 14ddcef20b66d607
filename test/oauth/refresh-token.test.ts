// The refresh grant rotates tokens, accepts retries for ten seconds, and ends stolen families.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { purgeLogins } from '#oauth/purge-logins.ts';
import { revokeUserTokens } from '#oauth/tokens.ts';
import { column, run, start } from '../sql/scratch.ts';
import {
  addCredential,
  annasLogin,
  form,
  describeLogins,
  machineLogin,
  withToken,
  type Answer,
  type LoginService,
} from './login-service.ts';
import { runs } from '../support/property.ts';
import { asUnit } from '#sql/transaction.ts';

const day = 86_400;
const refreshing = (token: unknown): Record<string, string> => ({
  grant_type: 'refresh_token',
  refresh_token: String(token),
});

async function login(service: LoginService): Promise<Answer['json']> {
  return (await service.ask(annasLogin)).json;
}

async function works(service: LoginService, accessToken: unknown): Promise<boolean> {
  return service.authenticate(withToken(accessToken), 'acme').then(
    () => true,
    () => false,
  );
}

function assertRefused({ status, json, headers }: Answer): void {
  assert.deepEqual([status, json['error']], [400, 'invalid_grant']);
  assert.equal(headers['cache-control'], 'no-store');
}

describeLogins('refresh tokens', (loginService) => {
  test('returns a new pair in the form of the first', async (t) => {
    const service = await loginService(t);
    const first = await login(service);
    const { status, json } = await service.ask(refreshing(first['refresh_token']));
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(json), Object.keys(first));
    assert.deepEqual([json['token_type'], json['expires_in']], ['bearer', 3600]);
    assert.notEqual(json['access_token'], first['access_token']);
    assert.notEqual(json['refresh_token'], first['refresh_token']);
    const caller = await service.authenticate(withToken(json['access_token']), 'acme');
    assert.deepEqual([caller?.kind, caller?.userId], ['user', service.anna]);
    assert.equal((await service.ask(refreshing(json['refresh_token']))).status, 200);
  });

  test('keeps the access token of the old pair until it expires', async (t) => {
    const service = await loginService(t);
    const first = await login(service);
    await service.ask(refreshing(first['refresh_token']));
    service.clock.set(start + 3599);
    assert.equal(await works(service, first['access_token']), true);
    service.clock.set(start + 3600);
    assert.equal(await works(service, first['access_token']), false);
  });

  test('expires after thirty days, each successor after thirty more', async (t) => {
    const service = await loginService(t);
    const first = await login(service);
    service.clock.set(start + 30 * day - 1);
    const second = await service.ask(refreshing(first['refresh_token']));
    assert.equal(second.status, 200);
    service.clock.set(start + 60 * day - 2);
    const third = await service.ask(refreshing(second.json['refresh_token']));
    assert.equal(third.status, 200);
    service.clock.set(start + 90 * day - 2);
    assertRefused(await service.ask(refreshing(third.json['refresh_token'])));
  });

  test('refuses the token from another client or account, and other tokens', async (t) => {
    const service = await loginService(t);
    const { client, database, acme, other, post } = service;
    const first = await login(service);
    const second = await addCredential(database, { accountId: acme });
    const foreign = await addCredential(database, { accountId: other });
    const token = refreshing(first['refresh_token']);
    assertRefused(await post('acme', { body: form({ ...second, ...token }) }));
    assertRefused(await post('other', { body: form({ ...foreign, ...token }) }));
    assertRefused(await service.ask(refreshing(first['access_token'])));
    assertRefused(await service.ask(refreshing('1.unknown')));
    assertRefused(await service.ask(refreshing(`${acme.toString(36)}.${'A'.repeat(43)}`)));
    assert.equal(await works(service, first['refresh_token']), false);
    assert.equal((await post('acme', { body: form({ ...client, ...token }) })).status, 200);
  });

  test('issues no refresh token to machines', async (t) => {
    const { ask } = await loginService(t);
    assert.equal('refresh_token' in (await ask(machineLogin)).json, false);
  });

  for (const [who, sql] of Object.entries({
    'an inactive user': 'update users set active = 0',
    'a blocked user': 'update users set authentication_blocked = 1',
    'a deleted user': 'delete from users',
  })) {
    test(`refuses the token of ${who}`, async (t) => {
      const service = await loginService(t);
      const first = await login(service);
      await service.database.write(service.acme, (tx) => run(tx, sql));
      assertRefused(await service.ask(refreshing(first['refresh_token'])));
    });
  }

  test('ends all tokens of a user together', async (t) => {
    const service = await loginService(t);
    const [one, two] = [await login(service), await login(service)];
    const key = { accountId: service.acme, userId: service.anna };
    await service.database.write(
      service.acme,
      asUnit((tx) => revokeUserTokens(tx, key)),
    );
    const [ended] = await service.database.read(service.acme, (tx) =>
      column(tx, 'select count(*) from tokens where account_id = ? and revoked_at is not null', service.acme),
    );
    assert.equal(Number(ended), 4);
    for (const pair of [one, two]) {
      assertRefused(await service.ask(refreshing(pair['refresh_token'])));
      assert.equal(await works(service, pair['access_token']), false);
    }
    assert.equal((await service.ask(annasLogin)).status, 200);
  });
});

describeLogins('reuse of refresh tokens', (loginService) => {
  test('accepts a used token again within ten seconds', async (t) => {
    const service = await loginService(t);
    const token = refreshing((await login(service))['refresh_token']);
    await service.ask(token);
    service.clock.set(start + 10);
    const retried = await service.ask(token);
    assert.equal(retried.status, 200);
    assert.equal(await works(service, retried.json['access_token']), true);
    service.clock.set(start + 100);
    assert.equal((await service.ask(refreshing(retried.json['refresh_token']))).status, 200);
  });

  test('issues two working pairs to two simultaneous requests', async (t) => {
    const service = await loginService(t);
    const token = refreshing((await login(service))['refresh_token']);
    const pairs = await Promise.all([service.ask(token), service.ask(token)]);
    assert.deepEqual(
      pairs.map(({ status }) => status),
      [200, 200],
    );
    service.clock.set(start + 100);
    for (const { json } of pairs) {
      assert.equal(await works(service, json['access_token']), true);
      assert.equal((await service.ask(refreshing(json['refresh_token']))).status, 200);
    }
  });

  test('ends the family of a token reused after ten seconds, and reports it', async (t) => {
    const service = await loginService(t);
    const [first, apart] = [await login(service), await login(service)];
    const second = (await service.ask(refreshing(first['refresh_token']))).json;
    service.clock.set(start + 11);
    const third = (await service.ask(refreshing(second['refresh_token']))).json;
    service.events.length = 0;
    assertRefused(await service.ask(refreshing(first['refresh_token'])));
    assert.deepEqual(
      service.events.map(({ kind }) => kind),
      ['refresh_token_reused', 'login_failed'],
    );
    for (const pair of [first, second, third]) {
      assert.equal(await works(service, pair['access_token']), false);
      assertRefused(await service.ask(refreshing(pair['refresh_token'])));
    }
    assert.equal(await works(service, apart['access_token']), true);
    assert.equal((await service.ask(refreshing(apart['refresh_token']))).status, 200);
  });

  test('counts the ten seconds from the first use', async (t) => {
    const service = await loginService(t);
    const token = refreshing((await login(service))['refresh_token']);
    for (const seconds of [0, 5, 10]) {
      service.clock.set(start + seconds);
      assert.equal((await service.ask(token)).status, 200);
    }
    service.clock.set(start + 11);
    assertRefused(await service.ask(token));
  });
});

describeLogins('token families', (loginService) => {
  interface Known {
    readonly pair: Answer['json'];
    readonly issued: number;
    used: number | null;
  }
  const step = fc.record({ which: fc.nat(), wait: fc.constantFrom(0, 1, 9, 10, 11, 3000) });

  test('follow the rules in any order and timing of uses', async (t) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const service = await loginService(t);
        let now = start;
        let alive = true;
        const known: Known[] = [{ pair: await login(service), issued: now, used: null }];
        for (const { which, wait } of steps) {
          service.clock.set((now += wait));
          const token = known[which % known.length]!;
          const { status, json } = await service.ask(refreshing(token.pair['refresh_token']));
          const reused = token.used !== null && now - token.used > 10;
          assert.equal(status, alive && !reused ? 200 : 400);
          alive &&= !reused;
          token.used ??= now;
          if (status === 200) known.push({ pair: json, issued: now, used: null });
          for (const { pair, issued } of known) {
            assert.equal(await works(service, pair['access_token']), alive && now < issued + 3600);
          }
        }
      }),
      runs({ test: 25, long: 63, soak: 2_500 }),
    );
  });
});

describeLogins('purge of tokens', (loginService) => {
  test('removes expired tokens and no others', async (t) => {
    const service = await loginService(t);
    await service.ask(machineLogin);
    const first = await login(service);
    service.clock.set(start + 3599);
    assert.equal(await purgeLogins(service.database), 0);
    service.clock.set(start + 3600);
    assert.equal(await purgeLogins(service.database), 2);
    const kinds = await service.database.read(service.acme, (tx) => column(tx, 'select kind from tokens'));
    assert.deepEqual(kinds, ['refresh']);
    assert.equal((await service.ask(refreshing(first['refresh_token']))).status, 200);
  });
});
