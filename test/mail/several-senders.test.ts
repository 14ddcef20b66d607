// Tests mails that several processes send, and mails in delivery when a process ends.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openApp } from '#app';
import { readConfig } from '#config';
import { hire } from '../time-tracking/booking.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { mailFlags, startMailServer, type MailServer } from '../support/mail-server.ts';

const never = { stop: new AbortController().signal, cut: new AbortController().signal };

describeOnEveryEngine('mails of processes that end', (engine) => {
  let server: MailServer;
  let installation: Installation;
  beforeEach(async () => {
    server = await startMailServer();
    installation = await startInstallation({ engine, flags: mailFlags(server) });
  });
  afterEach(async () => {
    await installation.close();
    await server.stop();
  });

  const forget = (username: string) => installation.account.machine.put('users/forgotPassword', { username });

  test('are sent once by four processes on one database', async () => {
    const config = readConfig({
      flags: { ...mailFlags(server), database: installation.databaseUrl },
      env: {},
    });
    const others = await Promise.all([1, 2, 3].map(() => openApp(config)));
    const people = Array.from({ length: 12 }, (_, index) => `person${index}`);
    for (const username of people)
      await hire(installation.account.machine, username, { email_address: `${username}@acme.example` });
    // A slow mail server, so that the processes meet.
    server.beforeAnswer(() => sleep(20));
    await Promise.all(people.map((username) => forget(username)));
    await Promise.all(others.map((app) => app.sendMails?.(never)));
    await server.wait(people.length);
    for (const app of others) await app.close();
    // The end waits for the mails that are being sent.
    await installation.app.close();
    assert.deepEqual(
      server.taken.map(({ envelope }) => envelope.to[0]).sort(),
      people.map((username) => `${username}@acme.example`).sort(),
    );
  });

  test('in delivery are delivered', async () => {
    await hire(installation.account.machine, 'ada', { email_address: 'ada@acme.example' });
    const [sending, stopping] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.beforeAnswer(() => {
      sending.resolve();
      return stopping.promise;
    });
    await forget('ada');
    await sending.promise;
    const closed = installation.app.close();
    stopping.resolve();
    await closed;
    assert.equal(server.taken.length, 1);
    assert.deepEqual(
      installation.events.flatMap((event) => (event.kind === 'mail_handled' ? event.outcome : [])),
      ['sent'],
    );
  });
});
