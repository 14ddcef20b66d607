// Tests the HTTP server on real connections: HEAD, limits, time-outs, overload and shutdown.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { json, serverForTest, type TestServer, type TestServerOptions } from './server-for-test.ts';

async function listening(
  t: TestContext,
  options: TestServerOptions = {},
): Promise<TestServer & { address: string; port: number }> {
  const test = serverForTest(options);
  const address = await test.server.listen();
  t.after(() => test.server.close());
  return { ...test, address, port: Number(new URL(address).port) };
}

/** Sends raw text and gives everything that comes back until the server closes. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('utf8').on('error', () => {});
  let received = '';
  socket.on('data', (chunk: string) => (received += chunk));
  socket.write(text);
  await once(socket, 'close');
  return received;
}

/** An engine that answers when it is told to. */
function gate() {
  const opened = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  const runRequest = async () => {
    entered.resolve();
    await opened.promise;
    return json(200, { Success: true });
  };
  return { runRequest, entered: entered.promise, open: opened.resolve };
}

describe('connections', () => {
  it('get the headers of GET without the body for HEAD', async (t) => {
    const { address } = await listening(t);
    const url = `${address}/acme/v4/clients/read/`;
    const got = await fetch(url);
    const head = await fetch(url, { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(head.headers.get('content-length'), String((await got.text()).length));
    assert.equal(await head.text(), '');
  });

  it('get 413 with a message for a chunked body over the limit', async (t) => {
    const { address } = await listening(t, { flags: { 'body-limit': '100 KiB' } });
    const send = (size: number) =>
      fetch(`${address}/acme/v4/clients/create/`, {
        method: 'POST',
        body: new Blob(['x'.repeat(size)]).stream(),
        duplex: 'half',
      } as RequestInit);
    assert.equal((await send(100 * 1024)).status, 200);
    const refused = await send(20 * 1024 * 1024);
    assert.equal(refused.status, 413);
    const { ErrorMessage } = (await refused.json()) as { ErrorMessage: string };
    assert.match(ErrorMessage, /102400 bytes/);
  });

  it('get 400 for other protocols than HTTP and 431 for long headers', async (t) => {
    const { port } = await listening(t, { flags: { 'header-limit': '2 KiB' } });
    assert.match(await raw(port, 'NONSENSE\r\n\r\n'), /^HTTP\/1\.1 400 Bad Request\r\n[^]*"Error":400/);
    const long = `GET /acme/v4/clients/read?x=${'y'.repeat(4000)} HTTP/1.1\r\nHost: a\r\n\r\n`;
    assert.match(await raw(port, long), /^HTTP\/1\.1 431 [^]*"Error":431/);
  });

  it('get 400 for two different lengths of one body', async (t) => {
    const { port, requests } = await listening(t);
    const text =
      'POST /acme/v4/clients/create HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc';
    assert.match(await raw(port, text), /^HTTP\/1\.1 400 /);
    assert.deepEqual(requests, []);
  });

  it('get 408 for unfinished headers and for an unfinished body', async (t) => {
    const { port } = await listening(t, { flags: { 'headers-timeout': '1', 'request-timeout': '1' } });
    assert.match(await raw(port, 'GET /acme/v4/clients/read HTTP/1.1\r\nHost'), /^HTTP\/1\.1 408 /);
    const slow = 'POST /acme/v4/clients/create HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc';
    assert.match(await raw(port, slow), /^HTTP\/1\.1 408 /);
  });

  it('answer ten requests that come at once, and close a connection with more', async (t) => {
    const { port, address, requests } = await listening(t);
    const read = 'GET /acme/v4/clients/read HTTP/1.1\r\nHost: a\r\n';
    const ten = `${`${read}\r\n`.repeat(9)}${read}Connection: close\r\n\r\n`;
    assert.equal((await raw(port, ten)).match(/"Success":true/g)?.length, 10);
    const write = 'POST /acme/v4/clients/create HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx';
    for (const request of [`${read}\r\n`, write]) {
      const before = requests.length;
      await raw(port, request.repeat(900));
      // They come in several pieces, of which the first may be answered before the next one.
      assert.ok(requests.length - before < 100, `${requests.length - before} requests of one connection`);
    }
    assert.equal(
      (await fetch(`${address}/acme/v4/clients/create`, { method: 'POST', body: 'x' })).status,
      200,
    );
  });

  it('pass no unfinished request to the engine when the client closes', async (t) => {
    const { port, address, requests } = await listening(t, { flags: { 'max-in-flight': '1' } });
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /acme/v4/clients/create HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc');
    await once(socket, 'connect');
    socket.destroy();
    // The place of the broken request is free again, sooner or later.
    while ((await fetch(`${address}/acme/v4/clients/read`)).status !== 200);
    assert.deepEqual(
      requests.map((request) => request.method),
      ['GET'],
    );
  });
});

describe('overload', () => {
  it('answers 503 above the limit in flight and accepts requests after it', async (t) => {
    const { runRequest, entered, open } = gate();
    const { address, events } = await listening(t, {
      parts: { runRequest },
      flags: { 'max-in-flight': '1' },
    });
    const url = `${address}/acme/v4/clients/read`;
    const first = fetch(url);
    await entered;
    const refused = await fetch(url);
    assert.equal(refused.status, 503);
    const refusal = (await refused.json()) as { ErrorExtended: { errorCode: string } };
    assert.equal(refusal.ErrorExtended.errorCode, 'overloaded');
    assert.equal((await fetch(`${address}/health/live`)).status, 200);
    open();
    assert.equal((await first).status, 200);
    assert.equal((await fetch(url)).status, 200);
    assert.equal(events.filter((event) => event.kind === 'overloaded').length, 1);
  });

  it('answers 503 while too many writes wait', async (t) => {
    let waiting = 11;
    const parts = { waitingWrites: () => waiting };
    const { address } = await listening(t, { parts, flags: { 'max-waiting-writes': '10' } });
    assert.equal((await fetch(`${address}/acme/v4/clients/read`)).status, 503);
    waiting = 10;
    assert.equal((await fetch(`${address}/acme/v4/clients/read`)).status, 200);
  });
});

describe('shutdown', () => {
  it('finishes requests in flight and refuses new connections', async (t) => {
    const { runRequest, entered, open } = gate();
    const { server, address } = await listening(t, { parts: { runRequest } });
    const running = fetch(`${address}/acme/v4/clients/read`);
    await entered;
    const closed = server.close();
    await assert.rejects(fetch(`${address}/health/live`));
    open();
    const answer = await running;
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('connection'), 'close');
    await closed;
  });

  it('closes idle connections at once', async (t) => {
    const { server, port } = await listening(t);
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    await Promise.all([once(socket, 'close'), server.close()]);
  });

  it('cuts off requests in flight after the grace period', async (t) => {
    const { runRequest, entered, open } = gate();
    const { server, address } = await listening(t, {
      parts: { runRequest },
      flags: { 'shutdown-grace': '0' },
    });
    const running = assert.rejects(fetch(`${address}/acme/v4/clients/read`));
    await entered;
    await server.close();
    await running;
    open();
  });

  it('closes an open connection after the answer in flight', async (t) => {
    const { runRequest, entered, open } = gate();
    const { server, port } = await listening(t, { parts: { runRequest } });
    const request = 'GET /acme/v4/clients/read HTTP/1.1\r\nHost: a\r\n\r\n';
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    let received = '';
    socket.on('data', (chunk: string) => (received += chunk));
    socket.write(request);
    await entered;
    const closed = server.close();
    open();
    await Promise.all([once(socket, 'close'), closed]);
    assert.match(received, /^HTTP\/1\.1 200 [^]*connection: close/i);
  });
});
