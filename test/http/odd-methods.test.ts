// Methods that the interface does not have are refused like any other wrong method, with a body or without.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { serverForTest } from './server-for-test.ts';

/** The status line that answers this text, on a connection of its own. */
async function statusOf(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(text);
  const [answer] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return answer.slice(0, answer.indexOf('\r\n'));
}

describe('methods', () => {
  it('reach the engine, whatever Content-Type they have', async (t) => {
    const { server, requests } = serverForTest();
    const port = Number(new URL(await server.listen()).port);
    t.after(() => server.close());
    const methods = ['QUERY', 'PATCH', 'PROPFIND', 'LOCK', 'SEARCH', 'REPORT', 'MKCOL'];
    for (const method of methods) {
      for (const headers of [
        '',
        'Content-Length: 2\r\n',
        'Content-Type: text/plain\r\nContent-Length: 2\r\n',
      ]) {
        const body = headers.includes('Length') ? '{}' : '';
        const text = `${method} /acme/v4/clients/read HTTP/1.1\r\nHost: a\r\n${headers}\r\n${body}`;
        assert.equal(await statusOf(port, text), 'HTTP/1.1 200 OK', `${method} ${headers}`);
      }
    }
    assert.equal(requests.length, methods.length * 3);
  });
});
