// Tests the outbox with a real SMTP server: mails are sent once, sent again after a failure, and given up.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pauseAfter } from '#mail/mail-sender.ts';
import { claimMail, findDueMail, queueMail } from '#mail/outbox.ts';
import type { ObservedEvent } from '#observe/event.ts';
import { hire, written } from '../time-tracking/booking.ts';
import { byHand } from '../sql/scratch.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { assertLookedFor } from '../support/expected-work.ts';
import { startInstallation, type Installation, type TestAccount } from '../support/installation.ts';
import {
  codeIn,
  mailFlags,
  startMailServer,
  type MailServer,
  type TakenMail,
} from '../support/mail-server.ts';

type Handled = Extract<ObservedEvent, { kind: 'mail_handled' }>;

/** Seconds that a crowded machine may take for a mail. */
const patience = 60;
const never = { stop: new AbortController().signal, cut: new AbortController().signal };

/** Looks into the outbox once, as the server does by its timer; resolves when all that is due was tried. */
const send = ({ app }: Installation): Promise<void> =>
  app.sendMails?.(never) ?? Promise.reject(new Error('no mail server is configured'));

/** What became of the mails of an account. */
const handled = ({ events }: Installation, { name }: TestAccount): readonly Handled[] =>
  events.filter((event) => event.kind === 'mail_handled').filter((event) => event.account === name);

const ada = ({ machine }: TestAccount): Promise<number> =>
  hire(machine, 'ada', { email_address: 'ada@acme.example' });

const forget = ({ machine }: TestAccount, username: string) =>
  machine.put('users/forgotPassword', { username });

describeOnEveryEngine('mails', (engine) => {
  let server: MailServer;
  let installation: Installation;
  let account: TestAccount;
  /** What the server had taken and how often it was asked before the test. */
  let earlier: { readonly taken: number; readonly attempts: number };
  let serial = 0;

  before(async () => {
    server = await startMailServer();
    installation = await startInstallation({ engine, flags: mailFlags(server) });
  });
  after(async () => {
    await installation.close();
    await server.stop();
  });

  beforeEach(async () => {
    account = await installation.addAccount(`mails-${(serial += 1)}`);
    earlier = { taken: server.taken.length, attempts: server.attempts() };
  });
  afterEach(async () => {
    server.refuse(null);
    await inAccount('delete from mail_outbox');
    // A server that was unreachable is left alone for a while.
    installation.clock.shift += 60_000;
  });

  const inAccount = (sql: string): Promise<unknown> =>
    installation.app.engine.database.write(account.id, (tx) =>
      tx.run({ sql: byHand(`${sql} where account_id = ${account.id}`), parameters: [] }),
    );
  const taken = (): readonly TakenMail[] => server.taken.slice(earlier.taken);
  const asked = (): number => server.attempts() - earlier.attempts;
  const until = async (outcome: Handled['outcome'], count = 1): Promise<Handled> => {
    const found = (): readonly Handled[] =>
      handled(installation, account).filter((event) => event.outcome === outcome);
    for (let turn = 0; found().length < count; turn += 1) {
      assert.ok(
        turn < patience * 50,
        `no mail was ${outcome}: ${JSON.stringify(handled(installation, account))}`,
      );
      await send(installation);
      if (found().length < count) await sleep(20);
    }
    await assertLookedFor(installation.app.engine, account.id);
    return found()[count - 1] as Handled;
  };
  const inOutbox = async (): Promise<number> => {
    const sql = byHand(`select count(*) as count from mail_outbox where account_id = ${account.id}`);
    const rows = await installation.app.engine.database.read(account.id, (tx) =>
      tx.all({ sql, parameters: [] }),
    );
    return Number(rows[0]?.['count']);
  };

  test('are sent after the change that caused them and leave the outbox', async () => {
    const id = await ada(account);
    assert.equal((await forget(account, 'ada')).status, 200);
    const { account: name, mail: kind, userId, attempts: tried, reason } = await until('sent');
    const [mail] = taken();
    assert.deepEqual(mail?.envelope, { from: 'hours@acme.example', to: ['ada@acme.example'] });
    assert.deepEqual(mail?.from, { address: 'hours@acme.example', name: 'Hourbook Tests' });
    assert.deepEqual(mail?.to, [{ address: 'ada@acme.example', name: 'ada Person' }]);
    assert.equal(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated');
    assert.deepEqual([name, kind, userId, tried, reason], [account.name, 'password_forgotten', id, 1, '']);
    assert.equal(await inOutbox(), 0);
  });

  test('of a change that is rolled back are never sent', async () => {
    const { machine } = account;
    await ada(account);
    const invitation = { firstname: 'A', lastname: 'B', email_address: 'b@acme.example' };
    const { json } = await machine.put('users/invite', [
      { ...invitation, username: 'ada' },
      { ...invitation, username: 'bob' },
    ]);
    assert.deepEqual(
      json['Results'].map((item: Record<string, unknown>) => item['Success']),
      [false, true],
    );
    await until('sent');
    assert.equal(await inOutbox(), 0);
    assert.equal(taken().length, 1);
  });

  test('wait for an unreachable mail server with growing pauses', async () => {
    await ada(account);
    const port = Number(new URL(server.url).port);
    await server.stop();
    await forget(account, 'ada');
    const first = await until('postponed');
    assert.match(first.reason, /ECONN|ESOCKET/);
    installation.clock.shift += 30_000;
    assert.equal((await until('postponed', 2)).attempts, 2);
    server = await startMailServer({ port });
    earlier = { taken: 0, attempts: 0 };
    // The server is no longer left alone, but the mail is due in another 30 seconds only.
    installation.clock.shift += 30_000;
    await send(installation);
    assert.equal(asked(), 0);
    installation.clock.shift += 30_000;
    assert.equal((await until('sent')).attempts, 3);
    codeIn(taken()[0]);
  });

  test('are sent again after a 4xx answer', async () => {
    await ada(account);
    server.refuse({ at: 'data', code: 451 });
    await forget(account, 'ada');
    await until('postponed');
    assert.equal(taken().length, 0);
    server.refuse(null);
    installation.clock.shift += 30_000;
    await until('sent');
    const [mail] = taken();
    assert.match(mail?.messageId ?? '', /^<\d+\.\d+\.\d+@acme\.example>$/);
  });

  test('are given up at once when the mail server refuses the receiver with 550', async () => {
    await ada(account);
    server.refuse({ at: 'rcpt', code: 550 });
    await forget(account, 'ada');
    assert.match((await until('given_up')).reason, /EENVELOPE.*550/);
    assert.equal(await inOutbox(), 0);
  });

  test('are kept when the mail server refuses the sender with 550', async () => {
    await ada(account);
    server.refuse({ at: 'mail', code: 550 });
    await forget(account, 'ada');
    await until('postponed');
    assert.equal(await inOutbox(), 1);
  });

  test('are given up after a day of attempts', async () => {
    await ada(account);
    server.refuse({ at: 'rcpt', code: 450 });
    await forget(account, 'ada');
    await until('postponed');
    installation.clock.shift += 24 * 3600 * 1000 - 50_000;
    const { attempts: tried, reason } = await until('given_up');
    assert.deepEqual([tried, await inOutbox()], [2, 0]);
    assert.match(reason, /450/);
  });

  test('are given up without an attempt after more than a day', async () => {
    await ada(account);
    server.refuse({ at: 'rcpt', code: 450 });
    await forget(account, 'ada');
    await until('postponed');
    server.refuse(null);
    installation.clock.shift += 24 * 3600 * 1000;
    assert.equal((await until('given_up')).reason, 'too_old');
    assert.equal(taken().length, 0);
  });

  test('are dropped when the receiver was deactivated', async () => {
    const id = await ada(account);
    server.refuse({ at: 'rcpt', code: 450 });
    await forget(account, 'ada');
    await until('postponed');
    server.refuse(null);
    written(await account.machine.put(`users/update/${id}`, { active: 0 }));
    installation.clock.shift += 30_000;
    assert.equal((await until('dropped')).reason, 'no_receiver');
    assert.equal(taken().length, 0);
  });

  test('of a suspended account wait until it is resumed', async () => {
    await ada(account);
    server.refuse({ at: 'rcpt', code: 450 });
    await forget(account, 'ada');
    await until('postponed');
    server.refuse(null);
    const { database } = installation.app.engine;
    const suspend = (at: string) =>
      database.write(account.id, (tx) =>
        tx.run({ sql: `update accounts set suspended_at = ${at} where id = ${account.id}`, parameters: [] }),
      );
    await suspend('1');
    installation.clock.shift += 30_000;
    await send(installation);
    assert.equal(taken().length, 0);
    await suspend('null');
    await until('sent');
  });

  test('are sent by another attempt 600 seconds after a process claimed them', async (t) => {
    const { database } = installation.app.engine;
    const accountId = account.id;
    const left = { kind: 'password_forgotten', userId: await ada(account), accountId };
    await database.write(accountId, async (tx) => {
      await tx.unit((unit) => queueMail(unit, left));
      const due = await findDueMail(tx, accountId);
      assert.equal(due !== undefined && (await claimMail(tx, due, 600)), true);
      assert.equal(due !== undefined && (await claimMail(tx, due, 600)), false, 'claimed once');
    });
    const { clock } = installation;
    let now = Date.now() + clock.shift;
    t.after(() => {
      clock.shift = now - Date.now();
      delete clock.stoppedAt;
    });
    clock.stoppedAt = now += 598_000;
    await send(installation);
    assert.equal(asked(), 0);
    clock.stoppedAt = now += 3000;
    assert.equal((await until('sent')).attempts, 2);
  });
});

test('pauses between attempts double from 30 seconds to an hour', () => {
  assert.deepEqual([1, 2, 3, 7, 8, 20].map(pauseAfter), [30, 60, 120, 1920, 3600, 3600]);
});
