// The outbox against a real SMTP server: sent once, again when it fails, given up in the end.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pauseAfter } from '#mail/mail-sender.ts';
import { claimMail, findDueMail, queueMail } from '#mail/outbox.ts';
import type { ObservedEvent } from '#observe/event.ts';
import { openApp } from '#app';
import { readConfig } from '#config';
import { hire, written } from '../scenarios/booking.ts';
import { byHand } from '../sql/scratch.ts';
import { storageEngines } from '../support/engines.ts';
import { assertLookedFor } from '../support/expected-work.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { codeIn, mailFlags, startMailServer, type MailServer } from '../support/mail-server.ts';

type Handled = Extract<ObservedEvent, { kind: 'mail_handled' }>;

for (const engine of storageEngines) {
  describe(`mails (${engine.name})`, () => {
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

    const forget = (username: string) =>
      installation.account.machine.put('users/forgotPassword', { username });
    const handled = (): readonly Handled[] =>
      installation.events.filter((event) => event.kind === 'mail_handled');
    const until = async (outcome: Handled['outcome'], count = 1): Promise<Handled> => {
      const found = (): readonly Handled[] => handled().filter((event) => event.outcome === outcome);
      for (let turn = 0; found().length < count; turn += 1) {
        assert.ok(turn < 500, `no mail was ${outcome}: ${JSON.stringify(handled())}`);
        await sleep(20);
      }
      await assertLookedFor(installation.app.engine, installation.account.id);
      return found()[count - 1] as Handled;
    };
    const inOutbox = async (): Promise<number> => {
      const sql = byHand('select count(*) as count from mail_outbox');
      const rows = await installation.app.engine.database.read(installation.account.id, (tx) =>
        tx.all({ sql, parameters: [] }),
      );
      return Number(rows[0]?.['count']);
    };
    const ada = (more: object = {}): Promise<number> =>
      hire(installation.account.machine, 'ada', { email_address: 'ada@acme.example', ...more });

    const idOfAda = async (): Promise<number> =>
      (await installation.account.machine.get('users/read', { username: 'ada' })).json['Results'][0].id;

    test('go out after the change that caused them, and leave the outbox', async () => {
      const id = await ada();
      assert.equal((await forget('ada')).status, 200);
      const [mail] = await server.wait(1);
      assert.deepEqual(mail?.envelope, { from: 'hours@acme.example', to: ['ada@acme.example'] });
      assert.deepEqual(mail?.from, { address: 'hours@acme.example', name: 'Hourbook Tests' });
      assert.deepEqual(mail?.to, [{ address: 'ada@acme.example', name: 'ada Person' }]);
      assert.equal(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated');
      const { account, mail: kind, userId, attempts, reason } = await until('sent');
      assert.deepEqual([account, kind, userId, attempts, reason], ['acme', 'password_forgotten', id, 1, '']);
      assert.equal(await inOutbox(), 0);
    });

    test('of a change that is undone are never sent', async () => {
      const { machine } = installation.account;
      await ada();
      const invitation = { firstname: 'A', lastname: 'B', email_address: 'b@acme.example' };
      const { json } = await machine.put('users/invite', [
        { ...invitation, username: 'ada' },
        { ...invitation, username: 'bob' },
      ]);
      assert.deepEqual(
        json['Results'].map((item: Record<string, unknown>) => item['Success']),
        [false, true],
      );
      await server.wait(1);
      await until('sent');
      assert.equal(await inOutbox(), 0);
      assert.equal(server.taken.length, 1);
    });

    test('wait for a server that is away, with growing pauses, and carry a new link each time', async () => {
      await ada();
      const port = Number(new URL(server.url).port);
      await server.stop();
      await forget('ada');
      const first = await until('postponed');
      assert.match(first.reason, /ECONN|ESOCKET/);
      installation.clock.shift += 30_000;
      assert.equal((await until('postponed', 2)).attempts, 2);
      server = await startMailServer({ port });
      await sleep(700);
      assert.equal(server.attempts(), 0);
      installation.clock.shift += 60_000;
      const [mail] = await server.wait(1);
      assert.equal((await until('sent')).attempts, 3);
      codeIn(mail);
    });

    test('are tried again after a 4xx, with the same message id', async () => {
      await ada();
      server.refuse({ at: 'data', code: 451 });
      await forget('ada');
      await until('postponed');
      assert.equal(server.taken.length, 0);
      server.refuse(null);
      installation.clock.shift += 30_000;
      const [mail] = await server.wait(1);
      assert.match(mail?.messageId ?? '', /^<\d+\.\d+\.\d+@acme\.example>$/);
    });

    test('are given up at once when the receiver is refused for ever', async () => {
      await ada();
      server.refuse({ at: 'rcpt', code: 550 });
      await forget('ada');
      assert.match((await until('given_up')).reason, /EENVELOPE.*550/);
      assert.equal(await inOutbox(), 0);
    });

    test('are kept when it is the sender who is refused: that is the operator\u2019s to mend', async () => {
      await ada();
      server.refuse({ at: 'mail', code: 550 });
      await forget('ada');
      await until('postponed');
      assert.equal(await inOutbox(), 1);
    });

    test('are given up after a day', async () => {
      await ada();
      server.refuse({ at: 'rcpt', code: 450 });
      await forget('ada');
      await until('postponed');
      installation.clock.shift += 24 * 3600 * 1000 - 20_000;
      const { attempts, reason } = await until('given_up');
      assert.deepEqual([attempts, await inOutbox()], [2, 0]);
      assert.match(reason, /450/);
    });

    test('that waited more than a day are not sent at all', async () => {
      await ada();
      server.refuse({ at: 'rcpt', code: 450 });
      await forget('ada');
      await until('postponed');
      server.refuse(null);
      installation.clock.shift += 24 * 3600 * 1000;
      assert.equal((await until('given_up')).reason, 'too_old');
      assert.equal(server.taken.length, 0);
    });

    test('go to nobody who was deactivated meanwhile', async () => {
      const id = await ada();
      server.refuse({ at: 'rcpt', code: 450 });
      await forget('ada');
      await until('postponed');
      server.refuse(null);
      written(await installation.account.machine.put(`users/update/${id}`, { active: 0 }));
      installation.clock.shift += 30_000;
      assert.equal((await until('dropped')).reason, 'no_receiver');
      assert.equal(server.taken.length, 0);
    });

    test('of a suspended account wait until it goes on', async () => {
      await ada();
      server.refuse({ at: 'rcpt', code: 450 });
      await forget('ada');
      await until('postponed');
      server.refuse(null);
      const { database } = installation.app.engine;
      const suspend = (sql: string) =>
        database.write(installation.account.id, (tx) => tx.run({ sql, parameters: [] }));
      await suspend('update accounts set suspended_at = 1');
      installation.clock.shift += 30_000;
      await sleep(1200);
      assert.equal(server.taken.length, 0);
      await suspend('update accounts set suspended_at = null');
      await server.wait(1);
    });

    test('that a process took and never finished, because it died, come back after ten minutes', async () => {
      await ada();
      const { database } = installation.app.engine;
      const accountId = installation.account.id;
      const left = { kind: 'password_forgotten', userId: await idOfAda(), accountId };
      await database.write(accountId, async (tx) => {
        await queueMail(tx, left);
        const due = await findDueMail(tx, accountId);
        assert.equal(due !== undefined && (await claimMail(tx, due, 600)), true);
        assert.equal(due !== undefined && (await claimMail(tx, due, 600)), false, 'claimed once');
      });
      installation.clock.shift += 590_000;
      await sleep(700);
      assert.equal(server.attempts(), 0);
      installation.clock.shift += 11_000;
      await server.wait(1);
      assert.equal((await until('sent')).attempts, 2);
    });

    test('are sent once by several processes that share a database', async () => {
      const config = readConfig({
        flags: { ...mailFlags(server), database: installation.databaseUrl },
        env: {},
      });
      const others = await Promise.all([1, 2, 3].map(() => openApp(config)));
      const people = Array.from({ length: 12 }, (_, index) => `person${index}`);
      for (const username of people)
        await hire(installation.account.machine, username, { email_address: `${username}@acme.example` });
      server.beforeAnswer(() => sleep(20));
      await Promise.all(people.map(forget));
      const { signal } = new AbortController();
      await Promise.all(others.map((app) => app.sendMails?.({ stop: signal, cut: signal })));
      await server.wait(12);
      for (const app of others) await app.close();
      await sleep(200);
      assert.deepEqual(
        server.taken.map(({ envelope }) => envelope.to[0]).sort(),
        people.map((username) => `${username}@acme.example`).sort(),
      );
    });

    test('that are being sent when the server ends are sent to their end', async () => {
      await ada();
      let begun = (): void => {};
      const sending = new Promise<void>((resolve) => (begun = resolve));
      server.beforeAnswer(async () => {
        begun();
        await sleep(400);
      });
      await forget('ada');
      await sending;
      await installation.app.close();
      assert.equal(server.taken.length, 1);
      assert.deepEqual(
        handled().map(({ outcome }) => outcome),
        ['sent'],
      );
    });
  });
}

test('the pauses between attempts double from 30 seconds to an hour', () => {
  assert.deepEqual([1, 2, 3, 7, 8, 20].map(pauseAfter), [30, 60, 120, 1920, 3600, 3600]);
});
