// The session of the web console: login, the person it belongs to, logout, and the refusals of each.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { send, type Envelope } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { onOwnInstallations } from '../support/on-every-engine.ts';
import {
  clientWithCookie,
  cookiePair,
  pageHeaders,
  postLogin,
  sessionClient,
} from '../support/session-client.ts';

const cookieName = '__Host-Http-hourbook-acme';

onOwnInstallations('the session of the console', { why: 'the account has the usual name' }, (place) => {
  const where = () => ({ address: place.installation.address, account: 'acme' });
  const person = async (username: string, more: object = {}): Promise<number> => {
    const row = { username, firstname: 'Emma', lastname: 'Berg', password, ...more };
    return (await place.machine.create('users', row))['id'] as number;
  };
  const errorCode = ({ json }: { json: Envelope }): unknown => json['ErrorExtended'].errorCode;

  before(() => person('emma', { language_id: 2, timezone: 'Europe/Vienna' }));

  test('a login answers the person and sets a cookie that only the server reads', async () => {
    const answer = await postLogin(where(), { username: 'Emma', password });
    assert.equal(answer.status, 200, answer.text);
    const { rights, server_time, today, user_id, ...who } = answer.json['Results'][0];
    assert.deepEqual(who, {
      actor_id: null,
      username: 'emma',
      fullname: 'Emma Berg',
      account: 'acme',
      fields_of_people: [],
      language: 'de',
      timezone: 'Europe/Vienna',
      renew_password: 0,
      sends_mail: 0,
    });
    assert.equal(
      user_id,
      (await place.machine.get('users/read', { username: 'emma' })).json['Results'][0].id,
    );
    assert.match(today, /^\d{4}-\d\d-\d\d$/);
    assert.ok(Number.isSafeInteger(server_time));
    assert.equal(rights.createTimeTrackings, 'own');
    const attributes = (answer.headers.get('set-cookie') ?? '').split('; ');
    assert.deepEqual(attributes.slice(1), ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Strict']);
    assert.match(attributes[0] ?? '', new RegExp(`^${cookieName}=[0-9a-z]+\\.[A-Za-z0-9_-]{43}$`));
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });

  test('the cookie reads and writes like a token of the person', async () => {
    const emma = await sessionClient(where(), 'emma');
    const me = (await emma.get('users/me')).json['Results'][0];
    assert.equal(me.username, 'emma');
    assert.equal((await emma.put(`users/update/${me.id}`, { phone: '1' })).status, 200);
  });

  test('GET answers the person, and no row without a cookie or with a dead one', async () => {
    const emma = await sessionClient(where(), 'emma');
    const shown = await emma.session('GET');
    assert.deepEqual([shown.json['NumResults'], shown.json['Results'][0].username], [1, 'emma']);
    const bare = await send(`${place.installation.address}/acme/session`, { method: 'GET' });
    assert.deepEqual([bare.status, bare.json['Results'], bare.headers.get('set-cookie')], [200, [], null]);
    const dead = await clientWithCookie(where(), [
      cookieName,
      `${place.account.id}.${'A'.repeat(43)}`,
    ]).session('GET');
    assert.deepEqual([dead.status, dead.json['Results']], [200, []]);
    assert.match(dead.headers.get('set-cookie') ?? '', /=; .*Max-Age=0$/);
  });

  test('GET answers a bearer token too, and ignores the cookie beside it', async () => {
    const emma = await sessionClient(where(), 'emma');
    const { token } = place.account.administrator;
    const both = await send(`${place.installation.address}/acme/session`, {
      method: 'GET',
      token,
      headers: { cookie: emma.cookie() },
    });
    assert.equal(both.json['Results'][0].username, 'admin');
  });

  test('a broken bearer token is refused although the cookie works', async () => {
    const emma = await sessionClient(where(), 'emma');
    const answer = await emma.get('users/me', {}, { authorization: 'Bearer nonsense' });
    assert.deepEqual([answer.status, answer.json['error']], [401, 'invalid_request']);
  });

  test('DELETE ends the login and clears the cookie, and may be repeated', async () => {
    const emma = await sessionClient(where(), 'emma');
    const held = clientWithCookie(where(), [cookieName, emma.token]);
    for (const _ of [1, 2]) {
      const ended = await held.session('DELETE');
      assert.deepEqual([ended.status, ended.json['Results']], [200, []]);
      assert.match(ended.headers.get('set-cookie') ?? '', new RegExp(`^${cookieName}=; .*Max-Age=0$`));
    }
    const refused = await emma.get('users/me');
    assert.deepEqual([refused.status, errorCode(refused)], [403, 'authentication_missing']);
  });

  test('a new login in the same browser ends the one before it', async () => {
    const emma = await sessionClient(where(), 'emma');
    const cookie = emma.cookie();
    const again = await postLogin(where(), { username: 'emma', password }, { ...pageHeaders, cookie });
    assert.equal((await emma.get('users/me')).status, 403);
    assert.equal((await clientWithCookie(where(), cookiePair(again)).get('users/me')).status, 200);
  });

  test('a refused login keeps the one before it', async () => {
    const emma = await sessionClient(where(), 'emma');
    const headers = { ...pageHeaders, cookie: emma.cookie() };
    assert.equal((await postLogin(where(), { username: 'emma', password: 'wrong' }, headers)).status, 401);
    assert.equal((await emma.get('users/me')).status, 200);
  });

  test('another method answers 405 with the methods that fit', async () => {
    const answer = await send(`${place.installation.address}/acme/session`, {
      method: 'PUT',
      headers: pageHeaders,
    });
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, POST, DELETE']);
  });

  test('an account that does not exist answers 404', async () => {
    const nowhere = { ...where(), account: 'nowhere' };
    const answer = await postLogin(nowhere, { username: 'emma', password });
    assert.deepEqual([answer.status, errorCode(answer)], [404, 'unknown_address']);
  });

  test('a login without its parameters, or with an unreadable body, answers 400', async () => {
    const answer = await postLogin(where(), { username: 'emma' });
    assert.deepEqual(
      [answer.status, errorCode(answer), answer.json['ErrorExtended'].field],
      [400, 'missing_parameter', 'password'],
    );
    const broken = await send(`${place.installation.address}/acme/session`, {
      method: 'POST',
      body: '{',
      headers: { ...pageHeaders, 'content-type': 'application/json' },
    });
    assert.deepEqual([broken.status, errorCode(broken)], [400, 'malformed_body']);
  });

  test('every reason for which a person may not log in answers the same', async () => {
    await person('gone', { active: 0 });
    const blocked = await person('blocked');
    await place.machine.put(`users/update/${blocked}`, { authentication_blocked: 1 });
    await person('elsewhere', { restrict_to_ip: 1, allowed_ips: '203.0.113.9' });
    const attempts = [
      { username: 'emma', password: 'wrong' },
      ...['unknown', 'gone', 'blocked', 'elsewhere'].map((username) => ({ username, password })),
    ];
    const answers = await Promise.all(attempts.map((attempt) => postLogin(where(), attempt)));
    for (const { status, json } of answers) {
      assert.deepEqual([status, json['ErrorExtended'].errorCode], [401, 'login_failed']);
      assert.equal(json['ErrorMessage'], answers[0]?.json['ErrorMessage']);
    }
    const reasons = place.installation.events.flatMap((event) =>
      event.kind === 'login_failed' ? event.reason : [],
    );
    const expected = [
      'wrong_password',
      'unknown_user',
      'user_inactive',
      'user_blocked',
      'address_not_allowed',
    ];
    assert.deepEqual(reasons.slice(-5).toSorted(), expected.toSorted());
  });

  test('after five failures the next attempt waits, tokens and sessions counted together', async () => {
    await person('hasty');
    const form = {
      grant_type: 'password',
      client_id: place.account.clientId,
      client_secret: place.account.clientSecret,
    };
    for (const _ of [1, 2, 3]) await postLogin(where(), { username: 'hasty', password: 'wrong' });
    for (const _ of [4, 5]) {
      const body = new URLSearchParams({ ...form, username: 'hasty', password: 'wrong' });
      await send(`${place.installation.address}/acme/auth/oauth2/token`, { method: 'POST', body });
    }
    const answer = await postLogin(where(), { username: 'hasty', password });
    assert.deepEqual([answer.status, errorCode(answer)], [422, 'too_many_attempts']);
    assert.ok(answer.json['ErrorExtended'].data.retry_after > 0);
  });
});
