// Tests requests that write where another process writes for all: who prolongs the session, whom the log names, which limits hold.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AnswerLost, type HttpRequest } from '#request/http-message.ts';
import { caller, json, serverForTest } from './server-for-test.ts';

const write = {
  method: 'POST',
  url: '/acme/v4/clients/create',
  headers: { cookie: 'session=opaque', 'content-type': 'application/json' },
  payload: '{}',
} as const;

const renewed = { 'set-cookie': 'session=new' };

const request: HttpRequest = {
  method: 'POST',
  path: write.url,
  query: '',
  headers: write.headers,
  body: Buffer.from(write.payload),
  remoteAddress: null,
  requestId: 'one',
};

describe('a request that another process writes', () => {
  it('is sent with its body, and its answer is left as it came', async () => {
    const sent: HttpRequest[] = [];
    const { server } = serverForTest({
      parts: {
        renewSession: async () => renewed,
        forwardWrite: async (given) => {
          sent.push(given);
          return { response: json(200, { Success: true }), caller };
        },
        runRequest: async () => assert.fail('written here'),
      },
    });
    const { statusCode, headers } = await server.inject(write);
    assert.deepEqual([statusCode, headers['set-cookie']], [200, undefined]);
    assert.deepEqual(
      sent.map(({ body }) => body?.toString()),
      ['{}'],
    );
    await server.close();
  });

  it('stands in the log with whom the other process found to have asked', async () => {
    const { server, events } = serverForTest({
      parts: { forwardWrite: async () => ({ response: json(401, {}), caller: null }) },
    });
    await server.inject(write);
    const done = events.find(({ kind }) => kind === 'request_done');
    assert.deepEqual([done && 'status' in done && done.status, done && 'credential' in done], [401, false]);
    await server.close();
  });

  it('is written here when the other process does not take it', async () => {
    const { server, requests } = serverForTest({ parts: { renewSession: async () => renewed } });
    const { headers } = await server.inject(write);
    assert.equal(headers['set-cookie'], renewed['set-cookie']);
    assert.equal(requests.length, 1);
    await server.close();
  });

  it('gets no answer when the other process has ended', async () => {
    const { server } = serverForTest({
      parts: {
        forwardWrite: async () => {
          throw new AnswerLost('gone');
        },
      },
    });
    const address = await server.listen();
    await assert.rejects(
      fetch(`${address}${write.url}`, { method: 'POST', headers: write.headers, body: write.payload }),
    );
    await server.close();
  });
});

describe('a request that another process has read', () => {
  it('prolongs the session of its caller, and says who that is', async () => {
    const { server } = serverForTest({ parts: { renewSession: async () => renewed } });
    const answer = await server.answerForwarded(request);
    assert.equal(answer?.response.headers['set-cookie'], renewed['set-cookie']);
    assert.deepEqual(answer?.caller, caller);
    await server.close();
  });

  it('counts where it was read, and is refused while too many writes wait', async () => {
    let waiting = 0;
    const { server } = serverForTest({
      flags: { 'max-in-flight': '1', 'max-waiting-writes': '5' },
      parts: { waitingWrites: () => waiting },
    });
    const answers = await Promise.all([1, 2, 3].map(() => server.answerForwarded(request)));
    assert.deepEqual(
      answers.map((answer) => answer?.response.status),
      [200, 200, 200],
    );
    waiting = 6;
    assert.equal((await server.answerForwarded(request))?.response.status, 503);
    await server.close();
  });

  it('is not taken by a server that is about to end', async () => {
    const { server } = serverForTest();
    await server.close();
    assert.equal(await server.answerForwarded(request), null);
  });
});
