// Tests clients that ask for large answers and read none: they are refused more, and others are answered.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { json, serverForTest } from './server-for-test.ts';

const answerBytes = 16 * 1024 * 1024;
/** As many answers as may wait for one address. */
const most = 4;
const asked = 'GET /acme/v4/clients/read HTTP/1.1\r\nHost: a\r\n\r\n';

/** A connection that has sent this and reads nothing. */
async function sendingOnly(t: TestContext, address: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {});
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  socket.pause().write(text);
  return socket;
}

/** A server with large answers, and what resolves once it has made so many of them. */
async function largeAnswers(
  t: TestContext,
): Promise<{ readonly address: string; readonly made: (count: number) => Promise<void> }> {
  let count = 0;
  let tell = (): void => {};
  const answer = json(200, 'x'.repeat(answerBytes));
  const { server } = serverForTest({
    flags: { 'shutdown-grace': '0', 'trusted-proxies': '127.0.0.1' },
    parts: {
      runRequest: async () => answer,
      observe: ({ kind }) => {
        if (kind === 'request_done') count += 1;
        tell();
      },
    },
  });
  const address = await server.listen();
  t.after(() => server.close());
  const made = (wanted: number): Promise<void> =>
    new Promise((resolve) => {
      tell = () => void (count >= wanted && resolve());
      tell();
    });
  return { address, made };
}

describe('answers that no client reads', () => {
  for (const [what, connections, each] of [
    ['each on a connection', most, 1],
    ['all on one connection', 1, most],
  ] as const) {
    it(`refuse their address more above 64 MiB until they go, ${what}`, async (t) => {
      const { address, made } = await largeAnswers(t);
      const url = `${address}/acme/v4/clients/read`;
      const sockets: Socket[] = [];
      for (let index = 0; index < connections; index += 1)
        sockets.push(await sendingOnly(t, address, asked.repeat(each)));
      await made(most);
      const refused = await fetch(url);
      assert.equal(refused.status, 503);
      assert.match(await refused.text(), /Your address does not read its answers/);
      const other = await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.9' } });
      assert.equal(other.status, 200);
      assert.ok((await other.text()).length > answerBytes);
      assert.equal((await fetch(`${address}/health/live`)).status, 200);
      for (const socket of sockets) socket.destroy();
      let status = 503;
      while (status === 503) {
        const again = await fetch(url);
        ({ status } = again);
        await again.text();
      }
      assert.equal(status, 200);
    });
  }
});
