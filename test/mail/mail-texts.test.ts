// Tests the texts of mails, the escaping of names in them, and sessions with an SMTP server.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { composeMail } from '#mail/compose-mail.ts';
import { mailLanguages } from '#mail/mail-kind.ts';
import { mailKinds } from '#mail/mail-kinds.ts';
import { createMailServer } from '#mail/mail-server.ts';
import { hire, written } from '../time-tracking/booking.ts';
import { describeOnEveryEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { codeIn, mailFlags, startMailServer, type MailServer } from '../support/mail-server.ts';
import { asUnit } from '#sql/transaction.ts';

const link = 'https://time.acme.example/acme/password?token=abc&lang=en';
const facts = { firstname: 'Ada', username: 'ada', company: 'Acme', data: {} };
const withLink = Object.entries(mailKinds).filter(
  ([, kind]) => kind.link !== null && kind.link.purpose !== 'screen',
);
const never = new AbortController().signal;

describe('mails with a link', () => {
  for (const [name, kind] of withLink) {
    for (const language of mailLanguages) {
      test(`${name} in ${language} holds name, user name and link in text and HTML`, () => {
        const { subject, text, html } = composeMail(kind, { language, facts, link });
        assert.match(subject, /^\S.{5,60}\S$/);
        for (const word of ['Ada', 'ada', 'Acme', link]) assert.ok(text.includes(word), word);
        assert.ok(html.includes(`<html lang="${language}">`));
        assert.ok(html.includes(`href="${link.replace('&', '&amp;')}"`));
      });
    }
    test(`${name} escapes markup and line ends in names`, () => {
      const evil = {
        firstname: '<img src=x onerror=alert(1)>',
        username: '"\'&</p>',
        company: 'Evil\r\nBcc: all@acme.example\r\n\r\n<script>',
        data: {},
      };
      for (const language of mailLanguages) {
        const { subject, text, html } = composeMail(kind, { language, facts: evil, link });
        assert.doesNotMatch(subject, /[\r\n]/);
        assert.doesNotMatch(text, /^Bcc/m);
        assert.doesNotMatch(html, /<img|<script|'&<|onerror=alert\(1\)>/);
        assert.ok(html.includes('&lt;img src=x onerror=alert(1)&gt;'));
      }
    });
  }
});

describe('a notice', () => {
  const kind = mailKinds['notice']!;

  test('holds the text of its rule and greets in the language of the user', () => {
    const data = { subject: 'Absence requested', text: 'Bob asks for an absence.', footer: 'Sent by Acme.' };
    const english = composeMail(kind, { language: 'en', facts: { ...facts, data }, link: null });
    assert.deepEqual(english.text, 'Hello Ada,\n\nBob asks for an absence.\n\nSent by Acme.\n');
    assert.equal(english.subject, 'Absence requested');
    assert.doesNotMatch(english.html, /<a /);
    const german = composeMail(kind, { language: 'de', facts: { ...facts, data }, link: null });
    assert.ok(german.text.startsWith('Guten Tag Ada,'));
  });

  test('escapes markup and line ends', () => {
    const data = { subject: 'A\r\nBcc: x@y.example', text: '<b>\r\n.\r\n</b>', footer: '&amp;' };
    const { subject, html } = composeMail(kind, { language: 'en', facts: { ...facts, data }, link: null });
    assert.equal(subject, 'A Bcc: x@y.example');
    assert.ok(html.includes('<p>&lt;b&gt; . &lt;/b&gt;</p>\n<p>&amp;amp;</p>'));
  });
});

describeOnEveryEngine('received mails', (engine) => {
  let server: MailServer;
  let installation: Installation;

  before(async () => {
    server = await startMailServer({ login: { user: 'hours@acme.example', pass: 'p:ä/ @' } });
    installation = await startInstallation({ engine, flags: mailFlags(server) });
  });

  after(async () => {
    await installation.close();
    await server.stop();
  });

  test('come through a login to the mail server without TLS', async () => {
    const { machine } = installation.account;
    await hire(machine, 'ada', { email_address: 'ada@acme.example' });
    await machine.put('users/forgotPassword', { username: 'ADA' });
    const [mail] = await server.wait(1);
    assert.equal(mail?.user, 'hours@acme.example');
    assert.equal(mail?.subject, 'Choose a new password');
    assert.ok(mail?.text?.includes(`https://time.acme.example/acme/password?token=${codeIn(mail)}&lang=en`));
    assert.ok(mail?.html?.includes(codeIn(mail)));
  });

  test('are in the language of the user and escape company and user names', async () => {
    const { machine } = installation.account;
    await machine.put('generalSettings/update/5', { setting_value: 'Söhne\r\nBcc: x@evil.example' });
    const german = { language_id: 2, email_address: 'juergen@acme.example' };
    const person = { ...german, firstname: 'Jürgen <b>', lastname: '"Größe", x@evil.example' };
    const id = await hire(machine, 'juergen', person);
    written(await machine.put(`users/sendWelcomeEmail/${id}`, {}));
    const mail = (await server.wait(2))[1];
    assert.equal(mail?.subject, 'Willkommen bei Söhne Bcc: x@evil.example');
    assert.deepEqual(mail?.envelope.to, ['juergen@acme.example']);
    assert.deepEqual(mail?.to, [
      { address: 'juergen@acme.example', name: 'Jürgen <b> "Größe", x@evil.example' },
    ]);
    assert.equal(mail?.bcc, undefined);
    assert.ok(mail?.text?.startsWith('Guten Tag Jürgen <b>,'));
    assert.ok(mail?.html?.includes('Guten Tag Jürgen &lt;b&gt;,'));
    assert.match(mail?.text ?? '', /&lang=de/);
  });

  test('hold the subject and text that a rule queued', async () => {
    const { machine, id: accountId } = installation.account;
    const userId = await hire(machine, 'bob', { email_address: 'bob@acme.example' });
    const { database, queueMail } = installation.app.engine;
    const data = { subject: 'Überstunden', text: 'Zwölf Stunden.' };
    assert.equal(
      await database.write(
        accountId,
        asUnit((tx) => queueMail(tx, { accountId, userId, kind: 'notice', data })),
      ),
      true,
    );
    const mail = (await server.wait(3))[2];
    assert.equal(mail?.subject, 'Überstunden');
    assert.match(mail?.text ?? '', /Zwölf Stunden\./);
  });
});

describe('an SMTP session', () => {
  const mail = {
    to: { name: 'Ada', address: 'ada@acme.example' },
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello',
    messageId: '<1@acme.example>',
    date: 0,
  };

  test('with a wrong login reports the server as down without the password', async () => {
    const server = await startMailServer({ login: { user: 'a', pass: 'right' } });
    const smtpUrl = server.url.replace('right', 'not-so-right');
    const deliver = await createMailServer({ smtpUrl, mailFrom: 'hours@acme.example' });
    const delivery = await deliver(mail, never);
    await server.stop();
    assert.equal(delivery.kind, 'down');
    assert.match('reason' in delivery ? delivery.reason : '', /^EAUTH/);
    assert.doesNotMatch(JSON.stringify(delivery), /right/);
  });

  test('reports the server as down when required TLS is missing', async () => {
    const server = await startMailServer();
    const smtpUrl = `${server.url}?requireTLS=true`;
    const deliver = await createMailServer({ smtpUrl, mailFrom: 'hours@acme.example' });
    const delivery = await deliver(mail, never);
    await server.stop();
    assert.equal(delivery.kind, 'down');
    assert.equal(server.taken.length, 0);
  });

  test('ends when the signal aborts', async () => {
    const server = await startMailServer();
    const cut = new AbortController();
    const answer = Promise.withResolvers<void>();
    server.beforeAnswer(() => {
      cut.abort();
      return answer.promise;
    });
    const deliver = await createMailServer({ smtpUrl: server.url, mailFrom: 'hours@acme.example' });
    assert.equal((await deliver(mail, cut.signal)).kind, 'down');
    answer.resolve();
    await server.stop();
  });
});
