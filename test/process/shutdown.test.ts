// Tests SIGTERM: the server finishes requests in flight and refuses later ones.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#sql/open-database.ts';
import { column } from '../sql/scratch.ts';
import type { Client } from '../support/client.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { serve, type ServingProcess } from './executable.ts';
import { acmeSite, loginMachine, type AcmeSite } from './site.ts';

for (const [workers, flags] of [
  ['one process', []],
  ['two workers', ['--workers', '2']],
] as const) {
  describeOnEveryEngine(`a stopping server of ${workers}`, (engine) => {
    const acme = acmeSite(engine);

    it('finishes a request in flight and refuses new connections', async () => {
      const server = await serve(acme.database, flags);
      const { token } = await loginMachine(server.address, acme.credential);
      const request = await beginRequest(server, { token, entity: { sender_id: 1, message: 'late' } });
      const ended = server.end('SIGTERM');
      await server.logged('server_stopping');
      await refused(server);
      const answer = await request.finish();
      assert.match(answer, /^HTTP\/1\.1 200 /m);
      assert.match(answer, /^connection: close\r$/im);
      assert.match(answer, /"message":"late"/);
      assert.deepEqual(await ended, { code: 0, signal: null });
      assert.deepEqual(await messages(acme, 'late'), ['late']);
    });

    it('cuts off an unfinished request after --shutdown-grace', async () => {
      const server = await serve(acme.database, [...flags, '--shutdown-grace', '1s']);
      const { token } = await loginMachine(server.address, acme.credential);
      const request = await beginRequest(server, { token, entity: { sender_id: 1, message: 'never' } });
      assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
      assert.doesNotMatch(await request.rest, /200/);
      assert.deepEqual(await messages(acme, 'never'), []);
    });

    it('keeps acknowledged writes and answers only 200 or 503 to busy clients', async () => {
      const server = await serve(acme.database, flags);
      const client = await loginMachine(server.address, acme.credential);
      const enough = Promise.withResolvers<void>();
      const acknowledged: string[] = [];
      const writers = Array.from({ length: 10 }, (_, writer) =>
        writeOn(client, writer, (name) => {
          acknowledged.push(name);
          if (acknowledged.length === 50) enough.resolve();
        }),
      );
      await Promise.race([enough.promise, Promise.all(writers)]);
      assert.ok(acknowledged.length >= 50, `${acknowledged.length} acknowledged, and nobody writes any more`);
      assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
      await Promise.all(writers);
      const found = new Set(await messages(acme, 'writer'));
      assert.deepEqual(
        acknowledged.filter((name) => !found.has(name)),
        [],
      );
    });

    it('ends at once at the second SIGTERM', async () => {
      const server = await serve(acme.database, [...flags, '--shutdown-grace', '1h']);
      const { token } = await loginMachine(server.address, acme.credential);
      await beginRequest(server, { token, entity: { sender_id: 1, message: 'never' } });
      void server.end('SIGTERM');
      await server.logged('server_stopping');
      assert.deepEqual(await server.end('SIGTERM'), { code: null, signal: 'SIGTERM' });
    });
  });
}

interface BegunRequest {
  /** Sends the body; resolves with all that was answered. */
  finish(): Promise<string>;
  /** All that is answered without the body. */
  readonly rest: Promise<string>;
}

/** Sends the head of a create; resolves when the server has it and waits for the body. */
async function beginRequest(
  { address }: ServingProcess,
  { token, entity }: { token: string; entity: unknown },
): Promise<BegunRequest> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify(entity);
  socket.write(
    [
      'POST /acme/v4/messages/create HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
      '',
      '',
    ].join('\r\n'),
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  assert.match(first.toString(), /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
  const rest = readToEnd(socket);
  return {
    rest,
    finish: () => {
      socket.write(body);
      return rest;
    },
  };
}

async function readToEnd(socket: Socket): Promise<string> {
  let received = '';
  socket.setEncoding('utf8').on('data', (piece: string) => void (received += piece));
  // A connection that is cut has ended as well.
  socket.on('error', () => {});
  await once(socket, 'close');
  return received;
}

async function refused({ address }: ServingProcess): Promise<void> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await assert.rejects(once(socket, 'connect'), { code: 'ECONNREFUSED' });
}

/** Writes one message after another until no server is left. */
async function writeOn(client: Client, writer: number, acknowledge: (name: string) => void): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const name = `writer ${writer} turn ${turn}`;
    const answer = await client.post('messages/create', { sender_id: 1, message: name }).catch(unlessGone);
    if (answer === null) return;
    if (answer.status === 503) {
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
      assert.equal(answer.json['Error'], 503);
      // The client tries again as it was told, until the server has ended.
      await pause(20);
      continue;
    }
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json['Results'][0]['message'], name);
    acknowledge(name);
  }
}

function unlessGone(error: unknown): null {
  if (error instanceof TypeError && error.message === 'fetch failed') return null;
  throw error;
}

/** The stored messages with this text in them. */
async function messages({ database: url }: AcmeSite, like: string): Promise<readonly unknown[]> {
  const database = await openDatabase({ url, clock: Date.now, observe: () => {} });
  try {
    const text = 'select message from messages where account_id = 1 and message like ?';
    return await database.read(1, (tx) => column(tx, text, `%${like}%`));
  } finally {
    await database.close();
  }
}
