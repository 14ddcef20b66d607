// GET /<account>/v4/changes: who may listen, what commits are told in which process, and what ends a stream.
import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import { startApp } from '#app';
import { suspendAccount } from '#accounts/suspend-account.ts';
import { readConfig } from '#config';
import { mostStreams } from '#http/change-streams.ts';
import { send } from '../support/client.ts';
import { openEvents, type EventStream } from '../support/event-stream.ts';
import { password } from '../support/installation.ts';
import { onEveryEngine, onOwnInstallations } from '../support/on-every-engine.ts';
import { sessionClient, type SessionClient } from '../support/session-client.ts';
import { unhurried } from '../support/unhurried.ts';

const fromPage = { 'sec-fetch-site': 'same-origin' };

onOwnInstallations('the stream of changes', { why: 'the account has the usual name' }, (place) => {
  const opened: EventStream[] = [];
  let emmaId: number;
  const where = () => ({ address: place.installation.address, account: 'acme' });
  const listen = async (
    headers: Readonly<Record<string, string>>,
    { address, path = 'v4/changes' }: { address?: string; path?: string } = {},
  ): Promise<EventStream> => {
    const stream = await openEvents(`${address ?? place.installation.address}/acme/${path}`, headers);
    opened.push(stream);
    return stream;
  };
  const bearer = (): Readonly<Record<string, string>> => ({ authorization: `Bearer ${place.machine.token}` });
  const byCookie = (session: SessionClient) => ({ ...fromPage, cookie: session.cookie() });
  const book = (name: string) => place.machine.create('clients', { company_name: name });
  const bodyOf = async (stream: EventStream) => JSON.parse(await stream.text());

  before(async () => {
    const row = { username: 'emma', firstname: 'E', lastname: 'B', password };
    emmaId = (await place.machine.create('users', row))['id'] as number;
  });
  afterEach(() => {
    for (const stream of opened.splice(0)) stream.close();
  });

  test('tells clients with a token and pages with a session of a commit', async () => {
    const session = await sessionClient(where(), 'emma');
    for (const stream of [await listen(bearer()), await listen(byCookie(session))]) {
      assert.equal(stream.status, 200);
      assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8');
      assert.equal(stream.headers.get('cache-control'), 'no-store');
      assert.equal(stream.headers.get('x-accel-buffering'), 'no');
      await stream.got('changed', 1);
      await book('one');
      await stream.got('changed', 2);
      assert.ok(stream.events.every(({ name, data }) => name === 'changed' && JSON.stringify(data) === '{}'));
    }
  });

  test('answers at both shapes of addresses and in any letter case', async () => {
    for (const path of ['userapi/v3/changes', 'V4/Changes/', 'v5/changes']) {
      const stream = await listen(bearer(), { path });
      await stream.got('changed', 1);
    }
  });

  test('tells of what another process commits', async () => {
    const flags = { database: place.installation.databaseUrl, port: '0', ...unhurried };
    const second = await startApp(readConfig({ flags, env: {} }), { observe: () => {} });
    try {
      const stream = await listen(bearer(), { address: second.address });
      await stream.got('changed', 1);
      await book('from the first process');
      await stream.got('changed', 2);
      await send(`${second.address}/acme/v4/clients/create`, {
        method: 'POST',
        token: place.machine.token,
        body: { company_name: 'from the second process' },
      });
      await stream.got('changed', 3);
    } finally {
      await second.close();
    }
  });

  test('tells of a commit of its own process without looking for one', async (t) => {
    const flags = { database: place.installation.databaseUrl, port: '0', ...unhurried };
    t.mock.timers.enable({ apis: ['setInterval'] });
    const second = await startApp(readConfig({ flags, env: {} }), { observe: () => {} });
    t.mock.timers.reset();
    try {
      const stream = await listen(bearer(), { address: second.address });
      for (let count = 1; count <= 3; count += 1) {
        await stream.got('changed', count);
        await send(`${second.address}/acme/v4/clients/create`, {
          method: 'POST',
          token: place.machine.token,
          body: { company_name: `number ${count} of the second process` },
        });
      }
      await stream.got('changed', 4);
    } finally {
      await second.close();
    }
  });

  test('refuses a caller without a login, with a dead one, and a page of another origin', async () => {
    const session = await sessionClient(where(), 'emma');
    for (const [headers, status, errorCode] of [
      [{}, 403, 'authentication_missing'],
      [{ cookie: session.cookie() }, 403, 'not_same_origin'],
      [{ cookie: session.cookie(), 'sec-fetch-site': 'cross-site' }, 403, 'not_same_origin'],
    ] as const) {
      const stream = await listen(headers);
      assert.deepEqual([stream.status, (await bodyOf(stream)).ErrorExtended.errorCode], [status, errorCode]);
    }
    assert.equal((await listen({ authorization: 'Bearer nonsense' })).status, 401);
    await session.session('DELETE');
    assert.equal((await listen(byCookie(session))).status, 403);
  });

  test('refuses a token of another account, whose commits it is not told of', async () => {
    const rival = await place.installation.addAccount('rival');
    const stream = await listen({ authorization: `Bearer ${rival.machine.token}` });
    assert.deepEqual([stream.status, (await bodyOf(stream)).ErrorExtended.errorCode], [401, 'other_account']);
  });

  test('answers 405 to another method', async () => {
    const { address } = place.installation;
    const answer = await send(`${address}/acme/v4/changes`, { method: 'POST', headers: bearer() });
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET']);
  });

  test('ends when the login ends', async () => {
    const endings: Readonly<Record<string, (session: SessionClient) => Promise<unknown>>> = {
      logout: (session) => session.session('DELETE'),
      'users/logout': (session) => session.request('PUT', 'users/logout', { body: {} }),
      'a new password': () => place.machine.put(`users/update/${emmaId}`, { password: 'another long one 7' }),
    };
    for (const [title, end] of Object.entries(endings)) {
      const session = await sessionClient(where(), 'emma');
      const stream = await listen(byCookie(session));
      await stream.got('changed', 1);
      await end(session);
      await stream.ended;
      assert.deepEqual(stream.events.at(-1), { name: 'end', data: { reason: 'logged_out' } }, title);
    }
    await place.machine.put(`users/update/${emmaId}`, { password });
  });

  test('goes on while its session is used', async () => {
    const session = await sessionClient(where(), 'emma');
    const stream = await listen(byCookie(session));
    await stream.got('changed', 1);
    await session.put(`users/update/${emmaId}`, { phone: '2' });
    await stream.got('changed', 2);
    assert.equal(
      stream.events.some(({ name }) => name === 'end'),
      false,
    );
  });

  test('refuses more streams than a person may have, and others go on', async () => {
    const session = await sessionClient(where(), 'emma');
    for (let count = 0; count < mostStreams.person; count += 1)
      assert.equal((await listen(byCookie(session))).status, 200);
    const refused = await listen(byCookie(session));
    assert.deepEqual(
      [refused.status, (await bodyOf(refused)).ErrorExtended.errorCode],
      [429, 'too_many_streams'],
    );
    assert.equal((await listen(bearer())).status, 200);
  });

  test('ends when the server shuts down, which does not wait for it', async () => {
    const { databaseUrl: database } = place.installation;
    const flags = { database, port: '0', 'shutdown-grace': '3600', ...unhurried };
    const second = await startApp(readConfig({ flags, env: {} }), { observe: () => {} });
    const stream = await listen(bearer(), { address: second.address });
    await stream.got('changed', 1);
    await Promise.all([second.close(), stream.ended]);
    assert.deepEqual(stream.events.at(-1), { name: 'end', data: { reason: 'shutdown' } });
  });

  test('ends when the account is suspended', async () => {
    const stream = await listen(bearer());
    await stream.got('changed', 1);
    const { database } = place.installation.app.engine;
    await database.write(place.account.id, (tx) => suspendAccount(tx, place.account.id));
    await stream.ended;
    assert.deepEqual(stream.events.at(-1), { name: 'end', data: { reason: 'logged_out' } });
  });
});

onEveryEngine(
  'a server that works on two requests at once',
  (place) => {
    test('serves others while more streams than that are open', async () => {
      const headers = { authorization: `Bearer ${place.machine.token}` };
      const url = `${place.installation.address}/acme/v4/changes`;
      const streams: EventStream[] = [];
      for (let count = 0; count < 5; count += 1) streams.push(await openEvents(url, headers));
      for (const stream of streams) await stream.got('changed', 1);
      assert.equal((await place.machine.get('users/read')).status, 200);
      for (const stream of streams) stream.close();
    });
  },
  { flags: { 'max-in-flight': '2' } },
);
