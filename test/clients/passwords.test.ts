// The official client calls the actions for passwords.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEveryEngine } from '../support/engines.ts';
import { startInstallation, password, type Installation } from '../support/installation.ts';
import { codeIn, mailFlags, startMailServer, type MailServer } from '../support/mail-server.ts';
import { createOfficialClient, loginWith, newPerson, refusalOf } from './official-client.ts';

describeOnEveryEngine('passwords through the official client', (engine) => {
  let server: MailServer;
  let installation: Installation;

  before(async () => {
    server = await startMailServer();
    installation = await startInstallation({ engine, flags: mailFlags(server) });
  });

  after(async () => {
    await installation.close();
    await server.stop();
  });

  it('changes the own password, and sends a wrong old one only once', async () => {
    const { api: admin } = await loginWith(installation, 'admin');
    const { Results: row } = await admin.users.create(newPerson('otto'));
    const { api, refreshed } = await loginWith(installation, 'otto');
    const change = { id: row.id, password: 'another horse 2' };
    const wrong = await refusalOf(api.users.updatePassword({ ...change, old_password: 'wrong horse 3' }));
    assert.equal(wrong.response?.ErrorExtended?.errorCode, 'wrong_password');
    assert.deepEqual(refreshed, []);
    const { Results: seen } = await admin.users.readById(row.id);
    assert.equal((seen as unknown as { unsuccessful_login_count: number }).unsuccessful_login_count, 1);
    const { Results: changed } = await api.users.updatePassword({ ...change, old_password: password });
    assert.equal(changed.id, row.id);
    await installation.account.login('otto', 'another horse 2');
  });

  it('mails a link for a forgotten password without a login', async () => {
    const { api: admin } = await loginWith(installation, 'admin');
    await admin.users.create(newPerson('emma', { email_address: 'emma@acme.example' }));
    const { api } = createOfficialClient(installation);
    const { Results } = await api.users.forgotPassword({ username: 'emma', client_id: 'app' });
    assert.deepEqual(Results, []);
    codeIn((await server.wait(1))[0]);
  });

  it('resets the password of another user', async () => {
    const { api: admin } = await loginWith(installation, 'admin');
    const { Results } = await admin.users.resetPassword({ username: 'emma' });
    assert.equal(Results.length, 1);
    codeIn((await server.wait(2))[1]);
  });
});
