// Mails that people ask for are limited by a count of their own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countMailRequest } from '#oauth/mail-requests.ts';
import { purgeLogins } from '#oauth/purge-logins.ts';
import { start } from '../sql/scratch.ts';
import { annasLogin, describeLogins, type LoginService } from './login-service.ts';
import { asUnit } from '#sql/transaction.ts';

const here = '192.0.2.1';

/** Asks for a mail, for anna at the tests' address unless said otherwise. */
function ask(login: LoginService, username = 'anna', address = here) {
  return login.database.write(
    login.acme,
    asUnit((tx) => countMailRequest(tx, { accountId: login.acme, username, address })),
  );
}

describeLogins('requests for mails', (loginService) => {
  test('beyond thirty from one address wait and delay no login there', async (t) => {
    const login = await loginService(t);
    for (let index = 0; index < 30; index += 1) assert.equal((await ask(login, `name ${index}`)).delay, 0);
    assert.equal((await ask(login, 'one more')).delay, 1);
    assert.equal((await ask(login, 'one more', '192.0.2.2')).delay, 0);
    assert.equal((await login.ask(annasLogin)).status, 200);
  });

  test('for one person wait after five, and after twenty from everywhere', async (t) => {
    const login = await loginService(t);
    for (let turn = 1; turn <= 5; turn += 1) assert.deepEqual(await ask(login), { delay: 0, recent: turn });
    assert.deepEqual(await ask(login), { delay: 10, recent: 5 });
    for (let turn = 1; turn <= 15; turn += 1)
      assert.equal((await ask(login, 'ANNA', `198.51.100.${turn}`)).delay, 0);
    assert.equal((await ask(login, 'anna', '203.0.113.1')).delay, 10);
    assert.equal((await login.ask(annasLogin)).status, 200);
  });

  test('are not delayed by failed logins', async (t) => {
    const login = await loginService(t);
    for (let index = 0; index < 6; index += 1) await login.ask({ ...annasLogin, password: 'wrong' });
    assert.equal((await ask(login)).delay, 0);
  });

  test('are forgotten and purged after fifteen minutes', async (t) => {
    const login = await loginService(t);
    for (let turn = 0; turn < 6; turn += 1) await ask(login);
    login.clock.set(start + 900);
    assert.deepEqual(await ask(login), { delay: 0, recent: 1 });
    assert.equal(await purgeLogins(login.database), 5);
  });
});
