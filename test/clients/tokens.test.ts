// The official client logs in, refreshes its tokens and reports why it cannot.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEveryEngine } from '../support/engines.ts';
import { password, startInstallation, type Installation } from '../support/installation.ts';
import { createOfficialClient, loginWith, newPerson, refusalOf } from './official-client.ts';

const afterExpiry = 3_601_000;

describeOnEveryEngine('tokens of the official client', (engine) => {
  let installation: Installation;

  before(async () => {
    installation = await startInstallation({ engine });
  });

  after(() => installation.close());

  it('logs in and holds an access and a refresh token', async () => {
    const { api } = await loginWith(installation, 'admin');
    const { accessToken, refreshToken } = api.authentication.getTokens();
    assert.match(accessToken ?? '', /^\S{20,}$/);
    assert.match(refreshToken ?? '', /^\S{20,}$/);
    assert.notEqual(accessToken, refreshToken);
    assert.equal((await api.users.readMe()).Results.username, 'admin');
  });

  it('returns the OAuth error for a wrong password', async () => {
    const { api } = createOfficialClient(installation);
    const { clientId, clientSecret } = installation.account;
    const login = api.authentication.login({
      grant_type: 'password',
      client_id: clientId,
      client_secret: clientSecret,
      username: 'admin',
      password: `${password}!`,
    });
    await assert.rejects(login, (error: { response: { status: number; data: { error: string } } }) => {
      assert.equal(error.response.status, 400);
      assert.equal(error.response.data.error, 'invalid_grant');
      return true;
    });
  });

  it('refreshes an expired access token and repeats the request', async () => {
    const { api, refreshed } = await loginWith(installation, 'admin');
    const held = api.authentication.getTokens();
    installation.clock.shift += afterExpiry;
    const { Results: me } = await api.users.readMe();
    assert.equal(me.username, 'admin');
    assert.equal(refreshed.length, 1);
    assert.deepEqual(api.authentication.getTokens(), refreshed[0]);
    assert.notEqual(refreshed[0]?.accessToken, held.accessToken);
    assert.notEqual(refreshed[0]?.refreshToken, held.refreshToken);
  });

  it('repeats a write at the expiry of the token once', async () => {
    const { api } = await loginWith(installation, 'admin');
    installation.clock.shift += afterExpiry;
    const { Results: task } = await api.tasks.create({ mother_id: 3, name: 'written at expiry' });
    const { Results: found } = await api.tasks.read({ name: 'written at expiry' });
    assert.deepEqual(
      found.map(({ id }) => id),
      [task.id],
    );
  });

  it('answers all simultaneous requests at the expiry of the token', async () => {
    const { api } = await loginWith(installation, 'admin');
    for (let round = 0; round < 3; round += 1) {
      installation.clock.shift += afterExpiry;
      const answers = await Promise.all([
        api.users.readMe().then(({ Results }) => Results.username),
        api.tasks.readById(4).then(({ Results }) => Results?.name),
        api.projects.readById(1).then(({ Results }) => Results?.id),
        api.departments.read().then(({ Results }) => Results.length),
        api.tasks.create({ mother_id: 3, name: `round ${round}` }).then(({ Results }) => Results.name),
        api.timezones.read({ _limit: '1' }).then(({ Results }) => Results.length),
      ]);
      assert.deepEqual(answers, ['admin', 'Work', 1, 1, `round ${round}`, 1]);
    }
  });

  it('continues with the tokens of another client', async () => {
    const first = await loginWith(installation, 'admin');
    const { accessToken, refreshToken } = first.api.authentication.getTokens();
    const second = createOfficialClient(installation);
    second.api.authentication.setTokens({ accessToken: accessToken ?? '', refreshToken: refreshToken ?? '' });
    installation.clock.shift += afterExpiry;
    assert.equal((await second.api.users.readMe()).Results.username, 'admin');
    assert.equal(second.refreshed.length, 1);
  });

  it('fails with 400 when the refresh token has expired', async () => {
    const { api, refreshed } = await loginWith(installation, 'admin');
    installation.clock.shift += 31 * 86_400_000;
    const { code, message } = await refusalOf(api.users.readMe());
    assert.equal(code, 400);
    assert.match(message, /400/);
    assert.equal(refreshed.length, 0);
  });

  it('stays usable after a request that the account refuses', async () => {
    const { api: admin } = await loginWith(installation, 'admin');
    await admin.users.create(newPerson('rita'));
    const { api } = await loginWith(installation, 'rita');
    const { code, message, response } = await refusalOf(
      api.departments.create({ department_name: 'Mine', mother_id: 0 }),
    );
    assert.equal(code, 401);
    assert.equal(message, response?.ErrorMessage);
    assert.equal(response?.ErrorExtended?.errorCode, 'not_allowed');
    assert.equal((await api.users.readMe()).Results.username, 'rita');
  });
});
