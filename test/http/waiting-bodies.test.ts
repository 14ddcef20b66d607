// Tests requests whose body has not come: the server answers other clients meanwhile, and ends such requests.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createWaitingBodies, type Place } from '#http/waiting-bodies.ts';
import { caller, serverForTest, type TestServer, type TestServerOptions } from './server-for-test.ts';

const unfinished = 'POST /acme/v4/clients/create HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc';

async function listening(t: TestContext, options: TestServerOptions): Promise<TestServer & { url: string }> {
  const test = serverForTest({ ...options, flags: { 'shutdown-grace': '0', ...options.flags } });
  const address = await test.server.listen();
  t.after(() => test.server.close());
  return { ...test, url: `${address}/acme/v4/clients/read` };
}

/** A connection that has sent this. */
async function sending(t: TestContext, url: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
    .setEncoding('utf8')
    .on('error', () => {});
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

async function firstText(socket: Socket): Promise<string> {
  const [text] = (await once(socket, 'data')) as [string];
  return text;
}

describe('bodies that have not come', () => {
  it('leave room for others when as many wait as may be worked on', async (t) => {
    const asked = Promise.withResolvers<void>();
    const authenticate = async (request: { method: string }) => {
      if (request.method === 'POST') asked.resolve();
      return caller;
    };
    const { url } = await listening(t, { parts: { authenticate }, flags: { 'max-in-flight': '1' } });
    await sending(t, url, unfinished);
    await asked.promise;
    assert.equal((await fetch(url)).status, 200);
  });

  it('answer 503 above the limit of an address before a token is looked up', async (t) => {
    const asked = Promise.withResolvers<void>();
    let lookups = 0;
    const authenticate = async () => {
      lookups += 1;
      asked.resolve();
      return caller;
    };
    const flags = { 'max-waiting-bodies': '1' };
    const { url } = await listening(t, { parts: { authenticate }, flags });
    await sending(t, url, unfinished);
    await asked.promise;
    assert.match(await firstText(await sending(t, url, unfinished)), /^HTTP\/1\.1 503 /);
    assert.equal(lookups, 1);
    assert.equal((await fetch(url)).status, 200);
  });

  it('answer 408 when the client pauses for too long', async (t) => {
    const { url, requests } = await listening(t, { flags: { 'body-timeout': '1' } });
    const socket = await sending(t, url, unfinished);
    assert.match(await firstText(socket), /^HTTP\/1\.1 408 [^]*connection: close/i);
    assert.deepEqual(requests, []);
  });

  it('are not waited for when the credential is for reading only', async (t) => {
    const parts = { authenticate: async () => ({ ...caller, readOnly: true }) };
    const { url, requests } = await listening(t, { parts });
    const text = await firstText(await sending(t, url, unfinished));
    assert.match(text, /^HTTP\/1\.1 401 [^]*You may not create clients: the credential is for reading only/);
    assert.deepEqual(requests, []);
  });

  it('count together when they come from one network of IPv6', async () => {
    const bodies = createWaitingBodies(1);
    const done = Promise.withResolvers<void>();
    const first = bodies.waitFor('2001:db8::1', () => done.promise);
    await assert.rejects(
      bodies.waitFor('2001:db8:0:0:9::7', async () => {}),
      { code: 'overloaded' },
    );
    await bodies.waitFor('2001:db8:0:1::1', async () => {});
    await bodies.waitFor('192.0.2.1', async () => {});
    done.resolve();
    await first;
    await bodies.waitFor('2001:db8:0:0:9::7', async () => {});
  });

  it('answer 503 while others hold the memory for bodies', async () => {
    const bodies = createWaitingBodies(10);
    const large = 200 * 1024 * 1024;
    await bodies.waitFor('192.0.2.1', async ({ hold }) => {
      hold(large);
      await assert.rejects(
        bodies.waitFor('192.0.2.2', async (other) => other.hold(large)),
        { code: 'overloaded' },
      );
    });
    await bodies.waitFor('192.0.2.2', async ({ hold }) => hold(large));
  });

  it('of the address with the most give way when all places are taken, oldest first', async () => {
    const bodies = createWaitingBodies(2);
    const lost: string[] = [];
    const wait = (address: string): void => {
      const read = ({ taken }: Place): Promise<void> =>
        new Promise((_done, reject) => taken.addEventListener('abort', () => reject(taken.reason)));
      bodies.waitFor(address, read).catch(({ code }) => lost.push(`${address} ${code}`));
    };
    for (let network = 0; network < 19; network += 1) wait(`198.51.100.${network}`);
    for (let network = 0; network < 19; network += 1) wait(`198.51.100.${network}`);
    wait('203.0.113.1');
    wait('203.0.113.2');
    await bodies.waitFor('192.0.2.1', async () => {});
    await bodies.waitFor('192.0.2.1', async () => {});
    assert.deepEqual(lost, ['198.51.100.0 overloaded']);
  });

  it('of strangers at twenty addresses keep no other address from writing', async (t) => {
    const flags = { 'max-waiting-bodies': '2', 'trusted-proxies': '127.0.0.1' };
    const authenticate = async () => caller;
    const { url, requests } = await listening(t, { parts: { authenticate }, flags });
    const from = (address: string) => unfinished.replace('\r\n', `\r\nX-Forwarded-For: ${address}\r\n`);
    for (let index = 0; index < 40; index += 1) await sending(t, url, from(`198.51.100.${index % 20}`));
    const headers = { 'x-forwarded-for': '192.0.2.7', 'content-type': 'application/json' };
    const answer = await fetch(url.replace('read', 'create'), { method: 'POST', headers, body: '{}' });
    assert.equal(answer.status, 200);
    assert.equal(requests.length, 1);
  });
});
