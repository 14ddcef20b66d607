// A one-time code of a mailed link belongs to one user, password and address of one account, for a limited time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCode, ownerOfCode } from '#oauth/one-time-codes.ts';
import { purgeLogins } from '#oauth/purge-logins.ts';
import { column, run, start } from '../sql/scratch.ts';
import { describeLogins, type LoginService } from './login-service.ts';
import { asUnit } from '#sql/transaction.ts';

const made = ({ database, acme, anna }: LoginService, lifetime = 60): Promise<string> =>
  database.write(
    acme,
    asUnit((tx) => createCode(tx, { accountId: acme, userId: anna, purpose: 'password', lifetime }) ?? ''),
  );
const owner = ({ database, acme }: LoginService, code: string, accountId = acme): Promise<number | null> =>
  database.read(
    acme,
    asUnit((tx) => ownerOfCode(tx, { accountId, code, purpose: 'password' })),
  );

describeLogins('one-time codes', (loginService) => {
  test('returns its user until it expires', async (t) => {
    const login = await loginService(t);
    const code = await made(login);
    assert.equal(await owner(login, code), login.anna);
    login.clock.set(start + 59);
    assert.equal(await owner(login, code), login.anna);
    login.clock.set(start + 60);
    assert.equal(await owner(login, code), null);
  });

  test('is invalid after a newer code and in another account', async (t) => {
    const login = await loginService(t);
    const [first, second] = [await made(login), await made(login)];
    assert.notEqual(first, second);
    assert.deepEqual([await owner(login, first), await owner(login, second)], [null, login.anna]);
    assert.equal(await owner(login, second, login.other), null);
  });

  for (const [what, sql] of Object.entries({
    'the password changes': "update users set password = 'another'",
    'the mail address changes': "update users set email_address = 'new@acme.example'",
    'the user is deactivated': 'update users set active = 0',
    'the user is blocked': 'update users set authentication_blocked = 1',
    'the user is deleted': 'delete from users',
  })) {
    test(`is invalid once ${what}`, async (t) => {
      const login = await loginService(t);
      const code = await made(login);
      await login.database.write(login.acme, (tx) => run(tx, sql));
      assert.equal(await owner(login, code), null);
    });
  }

  test('stays valid when other fields change', async (t) => {
    const login = await loginService(t);
    const code = await made(login);
    await login.database.write(login.acme, (tx) =>
      run(tx, "update users set lastname = 'New', last_login = 1"),
    );
    assert.equal(await owner(login, code), login.anna);
  });

  test('is not created for an unknown user', async (t) => {
    const { database, acme } = await loginService(t);
    const code = await database.write(
      acme,
      asUnit((tx) => createCode(tx, { accountId: acme, userId: 99, purpose: 'password', lifetime: 60 })),
    );
    assert.equal(code, null);
  });

  test('is stored as a hash only and purged when it expires', async (t) => {
    const login = await loginService(t);
    const code = await made(login);
    const hashes = await login.database.read(login.acme, (tx) =>
      column(tx, 'select hash from one_time_codes'),
    );
    assert.equal(hashes.length, 1);
    assert.notEqual(hashes[0], code);
    login.clock.set(start + 60);
    assert.equal(await purgeLogins(login.database), 1);
  });
});
