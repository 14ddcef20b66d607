// A new password, a deactivation and blocking end the tokens of a user at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeOnEveryEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

describeOnEveryEngine('logins of a user', (engine) => {
  let installation: Installation;

  before(async () => {
    installation = await startInstallation({ engine });
  });

  after(() => installation.close());

  const changes = [
    { what: 'a new password', entity: { password: 'another good one 2' } },
    { what: 'deactivation', entity: { active: 0 } },
    { what: 'blocking', entity: { authentication_blocked: 1 } },
  ];
  for (const { what, entity } of changes) {
    test(`ends all tokens on ${what}`, async () => {
      const { account } = installation;
      const username = what.replaceAll(' ', '-');
      const user = await account.machine.create('users', {
        username,
        firstname: 'A',
        lastname: 'B',
        password: 'correct horse 1',
      });
      const client = await account.login(username);
      assert.equal((await client.get('users/me')).status, 200);
      const change = await account.machine.put('users/update', { id: user['id'], ...entity });
      assert.equal(change.status, 200, change.text);
      assert.equal((await client.get('users/me')).status, 401);
    });
  }

  test('keeps logins on a change of other fields', async () => {
    const { account } = installation;
    const fields = { username: 'lasting', firstname: 'A', lastname: 'B', password: 'correct horse 1' };
    const user = await account.machine.create('users', fields);
    const client = await account.login('lasting');
    await account.machine.put('users/update', { id: user['id'], phone: '1' });
    assert.equal((await client.get('users/me')).status, 200);
  });
});
