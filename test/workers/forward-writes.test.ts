// Tests the way of writes from one worker to another: the frames on the wire, the answers, and what becomes of them at the end.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { after, describe, it } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import {
  AnswerLost,
  type ForwardedAnswer,
  type ForwardWrite,
  type HttpRequest,
} from '#request/http-message.ts';
import { frames } from '#workers/frames.ts';
import {
  wayToWriter,
  writesOfOthers,
  type WayToWriter,
  type WritesOfOthers,
} from '#workers/forward-writes.ts';
import { socketPair } from '#workers/socket-pair.ts';
import { seed } from '../support/property.ts';

const request = (body: string): HttpRequest => ({
  method: 'POST',
  path: '/acme/v4/messages/create',
  query: '',
  headers: {},
  body: Buffer.from(body),
  remoteAddress: '192.0.2.1',
  requestId: body,
});

const answerOf = ({ body }: HttpRequest): ForwardedAnswer => ({
  response: {
    status: 200,
    headers: { 'x-of': String(body) },
    body: Buffer.from(`answer to ${String(body)}`),
  },
  caller: null,
});

/** Resolves when it is closed, for whatever reason. */
const closing = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.once('close', () => resolve()));

describe('values between two processes', () => {
  it('arrive whole and in order for any values and any pieces of the stream', async () => {
    const values = fc.array(fc.oneof(fc.string(), fc.uint8Array({ maxLength: 300 }), fc.object()));
    await fc.assert(
      fc.asyncProperty(values, fc.array(fc.integer({ min: 1, max: 9 })), async (sent, sizes) => {
        const received: unknown[] = [];
        const pieces: Buffer[] = [];
        const stream = new Duplex({
          read() {},
          write(piece: Buffer, _encoding, done) {
            pieces.push(piece);
            done();
          },
        });
        const send = frames<unknown, unknown>(stream, (value) => received.push(value));
        for (const value of sent) send(value);
        await new Promise(setImmediate);
        const bytes = Buffer.concat(pieces);
        for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
          const size = sizes[turn % Math.max(1, sizes.length)] ?? bytes.length;
          stream.push(bytes.subarray(start, start + size));
          start += size;
        }
        await new Promise(setImmediate);
        assert.deepEqual(
          received,
          sent.map((value) => deserialize(serialize(value)) as unknown),
        );
      }),
      { seed, numRuns: 200 },
    );
  });
});

interface Connected {
  readonly way: WayToWriter;
  readonly near: Socket;
  readonly others: WritesOfOthers;
  readonly far: Socket;
}

describe('a request that writes', () => {
  const open: Socket[] = [];
  after(() => open.forEach((socket) => socket.destroy()));

  /** Resolves when the one knows that the other takes requests. */
  const connect = async ({ way, near, others, far }: Connected): Promise<void> => {
    assert.equal(await way.forward(request('early')), null);
    way.use(near);
    const begun = once(near, 'data');
    others.take(far);
    await begun;
  };

  const connected = async (answer: ForwardWrite) => {
    const [near, far] = await socketPair();
    open.push(near, far);
    const [way, others] = [wayToWriter(), writesOfOthers(answer)];
    await connect({ way, near, others, far });
    return { way, others, near, far };
  };

  it('is answered by the process that writes, each by its own answer', async () => {
    const { way } = await connected(async (given) => answerOf(given));
    const bodies = Array.from({ length: 200 }, (_, index) => `${index} ${'x'.repeat(index * 40)}`);
    const answers = await Promise.all(bodies.map((body) => way.forward(request(body))));
    assert.deepEqual(
      answers,
      bodies.map((body) => answerOf(request(body))),
    );
  });

  it('is not taken while no process writes for the others', async () => {
    assert.equal(await wayToWriter().forward(request('early')), null);
  });

  it('is answered before the process that writes ends, and the next is not taken', async () => {
    const may = Promise.withResolvers<void>();
    const { way, others, near, far } = await connected(async (given) => {
      await may.promise;
      return answerOf(given);
    });
    const before = way.forward(request('before'));
    const told = once(near, 'data');
    const ended = others.end(60);
    await told;
    assert.equal(await way.forward(request('after')), null);
    may.resolve();
    await ended;
    assert.ok(far.destroyed);
    assert.equal((await before)?.response.headers['x-of'], 'before');
    assert.equal(await way.forward(request('later')), null);
  });

  it('has no answer when the process that writes dies meanwhile', async () => {
    const { way, near, far } = await connected(() => new Promise(() => {}));
    const asked = way.forward(request('lost'));
    const closed = closing(near);
    far.destroy();
    await assert.rejects(asked, AnswerLost);
    await closed;
    assert.equal(await way.forward(request('next')), null);
  });

  it('goes to the process that has taken the place of the one that died', async () => {
    const { way, near, far } = await connected(() => new Promise(() => {}));
    const closed = closing(near);
    far.destroy();
    await closed;
    const [another, end] = await socketPair();
    open.push(another, end);
    const others = writesOfOthers(async (given) => answerOf(given));
    await connect({ way, near: another, others, far: end });
    assert.equal((await way.forward(request('new')))?.response.headers['x-of'], 'new');
  });

  it('is not taken over a connection that comes while the process that writes ends', async () => {
    const [near, far] = await socketPair();
    open.push(near, far);
    const [way, others] = [wayToWriter(), writesOfOthers(async (given) => answerOf(given))];
    await others.end(60);
    way.use(near);
    const closed = closing(near);
    others.take(far);
    assert.equal(await way.forward(request('late')), null);
    await closed;
    assert.equal(await way.forward(request('later')), null);
  });

  it('is asked of a process that gives signs of life for as long as it does', async (test) => {
    test.mock.timers.enable({ apis: ['setInterval'] });
    const { way, near } = await connected(async (given) => answerOf(given));
    for (let beats = 0; beats < 30; beats += 1) {
      const beat = once(near, 'data');
      test.mock.timers.tick(1000);
      await beat;
    }
    assert.equal((await way.forward(request('lives')))?.response.headers['x-of'], 'lives');
  });

  it('has no answer when the process that writes hangs for ten seconds', async (test) => {
    test.mock.timers.enable({ apis: ['setInterval'] });
    const [near, far] = await socketPair();
    open.push(near, far);
    const way = wayToWriter();
    way.use(near);
    const begun = once(near, 'data');
    frames<unknown, unknown>(far, () => {})('takes');
    await begun;
    const asked = way.forward(request('hangs'));
    test.mock.timers.tick(10_000);
    await new Promise(setImmediate);
    assert.equal(near.destroyed, false);
    test.mock.timers.tick(1000);
    await assert.rejects(asked, AnswerLost);
    assert.equal(await way.forward(request('next')), null);
  });

  it('does not wait for ever for a process that hangs when the one that writes ends', async () => {
    const [near, far] = await socketPair();
    open.push(near, far);
    const others = writesOfOthers(async (given) => answerOf(given));
    others.take(far);
    await others.end(60);
  });
});
