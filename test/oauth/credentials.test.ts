// The server lists and revokes credentials, and stores only hashes of secrets.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { createCredential, isClientId, listCredentials, revokeCredential } from '#oauth/credentials.ts';
import { accountOfToken, newToken } from '#oauth/opaque-token.ts';
import type { Database } from '#sql/database.ts';
import { accountTables } from '../transfer/moved.ts';
import { byHand, start } from '../sql/scratch.ts';
import { annasLogin, describeLogins, machineLogin } from './login-service.ts';
import { seed } from '../support/property.ts';

describeLogins('credentials', (loginService) => {
  test('lists credentials without secrets in the order of creation', async (t) => {
    const { database, other, clock } = await loginService(t);
    const wanted = { accountId: other, name: 'Payroll', readOnly: true, lastDay: '2026-12-31' };
    const one = await database.write(other, (tx) => createCredential(tx, wanted));
    clock.set(start + 1);
    const two = await database.write(other, (tx) =>
      createCredential(tx, { ...wanted, name: 'Door', readOnly: false, lastDay: null }),
    );
    const listed = await database.read(other, (tx) => listCredentials(tx, other));
    assert.deepEqual(listed, [one.credential, two.credential]);
    assert.deepEqual(listed[0], {
      clientId: one.credential.clientId,
      name: 'Payroll',
      readOnly: true,
      createdAt: start,
      expiresAt: Date.parse('2027-01-01T00:00:00Z') / 1000,
      revokedAt: null,
    });
    assert.ok(isClientId(one.credential.clientId));
    assert.equal(Buffer.from(one.clientSecret, 'base64url').length, 32);
  });

  test('revokes a credential once, in its own account only, and keeps it listed', async (t) => {
    const { database, acme, other, client } = await loginService(t);
    const clientId = client.client_id;
    const revoke = (accountId: number): Promise<boolean> =>
      database.write(acme, (tx) => revokeCredential(tx, { accountId, clientId }));
    assert.deepEqual([await revoke(other), await revoke(acme), await revoke(acme)], [false, true, false]);
    const [listed] = await database.read(acme, (tx) => listCredentials(tx, acme));
    assert.equal(listed?.revokedAt, start);
  });
});

/** All rows of an account. */
async function rowsOf(database: Database, accountId: number): Promise<string> {
  const tables = await accountTables();
  return database.read(accountId, async (tx) => {
    const rows: unknown[] = [];
    for (const name of tables)
      rows.push(await tx.all({ sql: byHand(`select * from "${name}"`), parameters: [] }));
    return JSON.stringify(rows);
  });
}

/** What is on the disk, if the engine keeps the database in a file. */
function bytesOf(file: string | null): readonly Buffer[] {
  if (file === null) return [];
  const files = [file, `${file}-wal`].filter((one) => existsSync(one));
  return [Buffer.concat(files.map((one) => readFileSync(one)))];
}

describeLogins('secrets on the disk', (loginService) => {
  test('stores only hashes of secrets, tokens and passwords', async (t) => {
    const { ask, acme, client, database, file } = await loginService(t);
    const machine = (await ask(machineLogin)).json;
    const user = (await ask(annasLogin)).json;
    const refresh_token = String(user['refresh_token']);
    const next = (await ask({ grant_type: 'refresh_token', refresh_token })).json;
    const typed = 'a password in the wrong field';
    await ask({ ...annasLogin, username: typed, password: 'guessed in vain' });
    const pairs = [machine, user, next].flatMap((pair) => [pair['access_token'], pair['refresh_token']]);
    const tokens = pairs.filter((token) => typeof token === 'string');
    assert.equal(tokens.length, 5);
    // A token's second half is the secret one.
    const halves = tokens.map((token) => token.split('.')[1] ?? '');
    const secrets = [client.client_secret, annasLogin.password, typed, 'guessed in vain', ...halves];
    const rows = await rowsOf(database, acme);
    const before = bytesOf(file);
    await database.close();
    for (const bytes of [rows, ...before, ...bytesOf(file)]) {
      assert.ok(bytes.includes(client.client_id), 'the search finds what is there');
      for (const secret of secrets) assert.equal(bytes.includes(secret), false, secret);
    }
  });
});

suite('access tokens', () => {
  test('contains its account and is unique', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 50 }), (accountId) => {
        const token = newToken(accountId);
        assert.equal(accountOfToken(token), accountId);
        assert.notEqual(newToken(accountId), token);
      }),
      { seed },
    );
  });

  test('names no account in any other form', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        assert.equal(accountOfToken(text), null);
      }),
      { seed },
    );
  });
});
