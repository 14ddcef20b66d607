// A write is done only if the token of its request is good in the transaction that writes, whatever the process knew of it before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '#sql/open-database.ts';
import { statement } from '#sql/statement.ts';
import type { Answer } from '../support/client.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { startInstallation } from '../support/installation.ts';
import { run } from '../sql/scratch.ts';

/** What another process commits between two requests with one token, and what the answer to the second says. */
const changes: readonly (readonly [what: string, sql: string, says: RegExp])[] = [
  ['its token is revoked', 'update tokens set revoked_at = 1', /The access token is invalid/],
  ['its token is removed', 'delete from tokens', /The access token is invalid/],
  ['its credential is revoked', 'update credentials set revoked_at = 1', /The access token is invalid/],
  [
    'its credential only reads from now on',
    'update credentials set read_only = 1',
    /the credential is for reading only/,
  ],
  ['its user is blocked', 'update users set authentication_blocked = 1', /The access token is invalid/],
  ['its account is suspended', 'update accounts set suspended_at = 1', /is suspended/],
];

const clientNames = statement((db, value) =>
  db.selectFrom('clients').select('company_name').where('account_id', '=', value(0)),
);

describeOnEveryEngine('a write after another process has changed who may write', (engine) => {
  for (const [what, sql, says] of changes) {
    test(`is refused and leaves nothing when ${what}`, async (t) => {
      const installation = await startInstallation({ engine });
      t.after(() => installation.close());
      const { account } = installation;
      const elsewhere = await openDatabase({
        url: installation.databaseUrl,
        clock: Date.now,
        observe: () => undefined,
      });
      t.after(() => elsewhere.close());
      const client = account.administrator;
      const { id } = await client.create('clients', { company_name: 'before' });
      await elsewhere.write(account.id, (tx) => run(tx, sql));
      const writes: (() => Promise<Answer>)[] = [
        () => client.post('clients/create', { company_name: 'after' }),
        () => client.put(`clients/update/${id}`, { company_name: 'after' }),
        () => client.post('clients/create', { company_name: 1, unknown: 2 }),
        () => client.post('clients/create', [{ company_name: 'after' }]),
      ];
      for (const write of writes) {
        const { status, text } = await write();
        assert.equal(status, 401, text);
        assert.match(text, says);
      }
      const names = await elsewhere.read(account.id, (tx) => clientNames.all(tx, [account.id]));
      assert.deepEqual(names, [{ company_name: 'before' }]);
    });
  }

  test('is done with the rights that the person has by then', async (t) => {
    const installation = await startInstallation({ engine });
    t.after(() => installation.close());
    const { account } = installation;
    const client = account.administrator;
    await client.create('clients', { company_name: 'before' });
    const elsewhere = await openDatabase({
      url: installation.databaseUrl,
      clock: Date.now,
      observe: () => undefined,
    });
    t.after(() => elsewhere.close());
    const rights = 'update users set internal_user_group = 3 where internal_user_group = 1';
    await elsewhere.write(account.id, (tx) => run(tx, rights));
    const answer = await client.post('clients/create', { company_name: 'after' });
    assert.match(answer.text, /You may not create clients/);
  });
});
