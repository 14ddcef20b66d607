// Failed logins delay what comes next from the same address, whatever name or client it tries.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPasswords } from '#oauth/passwords.ts';
import { start } from '../sql/scratch.ts';
import { annasLogin, cheap, describeLogins, type Answer } from './login-service.ts';

const wrong = { ...annasLogin, password: 'wrong' };
const unknown = { ...annasLogin, username: 'nobody' };
const from = (remoteAddress: string): { remoteAddress: string } => ({ remoteAddress });

function assertThrottled(answer: Answer, seconds: number): void {
  assert.deepEqual([answer.status, answer.json['error']], [400, 'invalid_grant']);
  assert.equal(answer.headers['retry-after'], String(seconds));
}

describeLogins('failed logins of one address', (loginService) => {
  test('under thirty names delay the next name, for a minute at most', async (t) => {
    const login = await loginService(t);
    const guess = (index: number) => login.ask({ ...wrong, username: `guess ${index}` });
    for (let index = 0; index < 30; index += 1) {
      assert.equal((await guess(index)).headers['retry-after'], undefined);
    }
    assertThrottled(await login.ask(annasLogin), 1);
    assert.equal((await login.ask(annasLogin, from('192.0.2.9'))).status, 200);
    let now = start;
    for (const delay of [1, 2, 4, 8, 16, 32, 60, 60]) {
      login.clock.set((now += delay));
      assert.equal((await guess(100 + now)).headers['retry-after'], undefined);
      assert.notEqual((await guess(101 + now)).headers['retry-after'], undefined);
    }
  });

  test('delay a login where the user has logged in only by guesses at that user', async (t) => {
    const login = await loginService(t);
    assert.equal((await login.ask(annasLogin)).status, 200);
    for (let index = 0; index < 30; index += 1) await login.ask({ ...wrong, username: `guess ${index}` });
    assertThrottled(await login.ask(unknown), 1);
    assert.equal((await login.ask(annasLogin)).status, 200);
    for (let turn = 0; turn < 5; turn += 1)
      assert.equal((await login.ask(wrong)).headers['retry-after'], undefined);
    assertThrottled(await login.ask(annasLogin), 10);
    login.clock.set(start + 90 * 86_400);
    for (let index = 0; index < 30; index += 1) await login.ask({ ...wrong, username: `guess ${index}` });
    assertThrottled(await login.ask(annasLogin), 1);
  });

  test('of one network of IPv6 count together', async (t) => {
    const login = await loginService(t);
    for (let host = 1; host <= 5; host += 1) await login.ask(wrong, from(`2001:db8:1:2::${host}`));
    assertThrottled(await login.ask(annasLogin, from('2001:db8:1:2:ffff::9')), 10);
    assert.equal((await login.ask(annasLogin, from('2001:db8:1:3::1'))).status, 200);
  });

  test('with a wrong client secret are delayed like wrong passwords', async (t) => {
    const login = await loginService(t);
    const machine = { grant_type: 'client_credentials', client_secret: 'wrong' };
    for (let index = 0; index < 5; index += 1) {
      assert.equal((await login.ask(machine)).headers['retry-after'], undefined);
    }
    const refused = await login.ask(machine);
    assert.deepEqual([refused.status, refused.headers['retry-after']], [401, '10']);
    assert.equal((await login.ask({ grant_type: 'client_credentials' })).status, 401);
    login.clock.set(start + 10);
    assert.equal((await login.ask({ grant_type: 'client_credentials' })).status, 200);
  });

  test('take the cost of most hashes for an unknown user name', async (t) => {
    const seen: (string | null | undefined)[] = [];
    const verify: typeof cheap.verify = (...given) => {
      seen.push(given[0] ?? given[2]);
      return cheap.verify(...given);
    };
    const dear = createPasswords({ argon2Memory: 32 * 1024, argon2Iterations: 2 });
    const login = await loginService(t, { passwords: { ...dear, verify } });
    await login.ask(wrong);
    await login.ask(unknown);
    const costs = seen.map((hash) => hash?.split('$').slice(0, 4).join('$'));
    assert.equal(costs.length, 2);
    assert.equal(costs[1], costs[0]);
    assert.match(String(costs[0]), /m=8,t=1/);
  });
});
