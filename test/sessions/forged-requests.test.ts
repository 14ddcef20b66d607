// Requests that a page of another origin could have a browser send: the server refuses each one with 403.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { send } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { onEveryEngine, onOwnInstallations } from '../support/on-every-engine.ts';
import {
  clientWithCookie,
  pageHeaders,
  postLogin,
  sessionClient,
  type SessionClient,
} from '../support/session-client.ts';

/** Headers that are not those of the console's own page. */
const forged: readonly (readonly [title: string, headers: Readonly<Record<string, string>>])[] = [
  ['no X-Hourbook', { 'sec-fetch-site': 'same-origin' }],
  ['an unknown X-Hourbook', { ...pageHeaders, 'x-hourbook': 'yes' }],
  ['no Sec-Fetch-Site', { 'x-hourbook': '1' }],
  ...['cross-site', 'same-site', 'none'].map(
    (site) => [`Sec-Fetch-Site ${site}`, { ...pageHeaders, 'sec-fetch-site': site }] as const,
  ),
];

onOwnInstallations('a request by cookie', { why: 'the account has the usual name' }, (place) => {
  let emma: SessionClient;
  const where = () => ({ address: place.installation.address, account: 'acme' });
  const url = (path: string): string => `${place.installation.address}/acme/${path}`;

  before(async () => {
    await place.machine.create('users', { username: 'emma', firstname: 'E', lastname: 'B', password });
    emma = await sessionClient(where(), 'emma');
  });

  for (const [title, headers] of forged) {
    test(`with ${title} is refused, for reads too`, async () => {
      const cookie = emma.cookie();
      for (const [method, path] of [
        ['GET', 'v4/users/me'],
        ['GET', 'v4/deltaSync/read'],
        ['POST', 'v4/timeTrackings/create'],
        ['GET', 'session'],
        ['DELETE', 'session'],
      ] as const) {
        const answer = await send(url(path), { method, headers: { ...headers, cookie } });
        assert.equal(answer.status, 403, `${method} ${path}: ${answer.text}`);
        assert.equal(answer.json['ErrorExtended'].errorCode, 'not_same_origin');
        assert.equal(answer.headers.get('set-cookie'), null);
      }
      assert.equal((await emma.get('users/me')).status, 200);
    });

    test(`with ${title} does not log in`, async () => {
      const answer = await postLogin(where(), { username: 'emma', password }, headers);
      assert.equal(answer.status, 403);
      assert.equal(answer.json['ErrorExtended'].errorCode, 'not_same_origin');
      assert.equal(answer.headers.get('set-cookie'), null);
    });
  }

  test('is served when the page says that it sends it in the background', async () => {
    const answer = await emma.get('users/me', {}, { 'x-hourbook': 'background' });
    assert.equal(answer.status, 200);
  });

  test('has no session when the page shows another user than the cookie', async () => {
    const { user_id: own } = (await emma.session('GET')).json['Results'][0];
    for (const [person, status] of [
      [String(own), 200],
      [String(Number(own) + 1), 403],
      ['', 403],
      ['emma', 403],
    ] as const) {
      const answer = await emma.get('users/me', {}, { 'x-hourbook-person': person });
      assert.equal(answer.status, status, `${person}: ${answer.text}`);
      if (status === 403) assert.equal(answer.json['ErrorExtended'].errorCode, 'authentication_missing');
    }
    assert.equal((await emma.get('users/me')).status, 200);
  });

  test('finds actions for strangers open whether or not the session lives', async () => {
    const name = '__Host-Http-hourbook-acme';
    const dead = clientWithCookie(where(), [name, `${place.account.id}.${'A'.repeat(43)}`]);
    const body = { token: 'unknown', password: 'another long one 7' };
    for (const client of [emma, dead]) {
      const answer = await client.put('users/updatePassword', body);
      assert.equal(answer.json['ErrorExtended'].errorCode, 'invalid_code', answer.text);
    }
  });

  test('refuses an access token as cookie, and the cookie as access token', async () => {
    const { token } = await place.account.login('emma');
    const swapped = clientWithCookie(where(), ['__Host-Http-hourbook-acme', token]);
    assert.equal((await swapped.get('users/me')).status, 403);
    assert.equal((await swapped.session('DELETE')).status, 200);
    assert.equal((await send(url('v4/users/me'), { method: 'GET', token })).status, 200);
    assert.equal((await send(url('v4/users/me'), { method: 'GET', token: emma.token })).status, 401);
    await send(url('auth/oauth2/revoke'), {
      method: 'POST',
      body: new URLSearchParams({
        client_id: place.account.clientId,
        client_secret: place.account.clientSecret,
        token: emma.token,
      }),
    });
    assert.equal((await emma.get('users/me')).status, 200);
  });
});

onEveryEngine(
  'a page of an allowed origin',
  (place) => {
    test('is never allowed to send the cookie', async () => {
      for (const method of ['OPTIONS', 'GET']) {
        for (const path of ['session', 'v4/users/me']) {
          const { headers } = await send(`${place.installation.address}/acme/${path}`, {
            method,
            headers: { origin: 'https://pages.example', 'access-control-request-headers': 'x-hourbook' },
          });
          assert.equal(headers.get('access-control-allow-origin'), 'https://pages.example');
          assert.equal(headers.get('access-control-allow-credentials'), null);
        }
      }
    });
  },
  { flags: { 'cors-origins': 'https://pages.example' } },
);
