// An account that sends mails only when a test says so: no timer runs, and the clock stands where the test puts it.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openApp } from '#app';
import { createAccount } from '#accounts/create-account.ts';
import { readConfig } from '#config';
import { runRequest } from '#engine/run-request.ts';
import { systemCaller } from '#engine/system-caller.ts';
import type { ObservedEvent } from '#observe/event.ts';
import { userIdNamed } from '#sql/accounts.ts';
import type { Envelope } from '../support/client.ts';
import type { StorageEngine } from '../support/engines.ts';
import { mailFlags, startMailServer, type MailServer } from '../support/mail-server.ts';
import { password } from '../support/installation.ts';
import { byHand, column } from '../sql/scratch.ts';
import { requestOf } from '../oauth/login-service.ts';

/** What a test works with. */
export interface MailRoom {
  readonly server: MailServer;
  readonly events: readonly ObservedEvent[];
  /** Calls an action of users as a machine, or without a token. */
  act(action: string, body: unknown, token?: 'machine' | 'none'): Promise<Envelope>;
  /** The id of the user with this name. */
  idOf(username: string): Promise<number>;
  /** Moves the clock on by so many seconds. */
  pass(seconds: number): void;
  /** Sends all mails that are due. */
  send(): Promise<void>;
  /** The number of mails in the outbox. */
  waiting(): Promise<number>;
  /** Writes by hand. */
  statement(sql: string): Promise<void>;
}

/** Opens it; closed with the test. */
export async function openMailRoom(t: TestContext, engine: StorageEngine): Promise<MailRoom> {
  const server = await startMailServer();
  const { url, remove } = await engine.create();
  const flags = { ...mailFlags(server), database: url, 'argon2-memory': '64 KiB', 'argon2-iterations': '1' };
  const events: ObservedEvent[] = [];
  let now = Date.now();
  const app = await openApp(readConfig({ flags, env: {} }), {
    clock: () => now,
    observe: (event) => void events.push(event),
  });
  t.after(async () => {
    await app.close();
    await server.stop();
    await remove();
  });
  const admin = { username: 'admin', password };
  const { accountId } = await createAccount(app.engine, {
    name: 'acme',
    admin,
    timezone: 'UTC',
    country: 'AT',
  });
  const machine = systemCaller({ id: accountId, name: 'acme' });
  const { database } = app.engine;
  const { signal } = new AbortController();
  return {
    server,
    events,
    act: async (action, body, token = 'machine') => {
      const request = requestOf({
        method: 'PUT',
        path: `/acme/v4/users/${action}/`,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(body)),
      });
      const caller = token === 'machine' ? machine : null;
      const response = await runRequest(app.engine, { caller, request });
      return JSON.parse(response.body.toString()) as Envelope;
    },
    idOf: async (username) => {
      const id = await database.read(accountId, (tx) => userIdNamed(tx, { accountId, username }));
      assert.ok(id !== undefined, username);
      return id;
    },
    pass: (seconds) => void (now += seconds * 1000),
    send: async () => {
      assert.ok(app.sendMails !== null);
      await app.sendMails({ stop: signal, cut: signal });
    },
    waiting: async () =>
      (await database.read(accountId, (tx) => column(tx, 'select id from mail_outbox'))).length,
    statement: async (sql) => {
      await database.write(accountId, (tx) => tx.run({ sql: byHand(sql), parameters: [] }));
    },
  };
}
