// Mails of notices say who, what, when and why in the language of who gets them, and link to the screen where it is decided.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { composeMail } from '#mail/compose-mail.ts';
import { mailLanguages } from '#mail/mail-kind.ts';
import { noticeMail } from '#mail/notice-mail.ts';
import { noticeNames } from '#mail/notice-words.ts';
import { notificationTypes } from '#domain/notifications/catalogue.ts';
import { exampleFacts } from './example-notices.ts';

const link = 'https://time.acme.example/@acme/inbox';

function mailOf(notice: string, language: 'en' | 'de', more: Readonly<Record<string, string>> = {}) {
  const data = { ...exampleFacts[notice], notice, ...more };
  const facts = { firstname: 'Ada', username: 'ada', company: 'Acme', data };
  return composeMail(noticeMail, { language, facts, link });
}

describe('the mail of a notice', () => {
  test('has words for each kind of notice in each language', () => {
    assert.deepEqual([...noticeNames].sort(), Object.keys(notificationTypes).sort());
    for (const name of noticeNames) {
      const subjects = mailLanguages.map((language) => mailOf(name, language).subject);
      assert.equal(new Set(subjects).size, mailLanguages.length, name);
    }
  });

  for (const name of Object.keys(notificationTypes))
    for (const language of mailLanguages)
      test(`${name} in ${language} holds every fact and the link in text and HTML`, () => {
        const { text, html } = mailOf(name, language);
        for (const [fact, value] of Object.entries(exampleFacts[name] ?? {})) {
          if (!['person', 'comment', 'decision', 'message', 'task'].includes(fact)) continue;
          assert.ok(text.includes(value), `${fact} in the text`);
          assert.ok(html.includes(value), `${fact} in HTML`);
        }
        assert.ok(text.includes(`:\n${link}\n`), text);
        assert.ok(html.includes(`href="${link}"`));
        assert.doesNotMatch(text, /undefined|null|NaN|\{\w+\}/);
      });

  test('says days, amount, type and comment of an absence in English and German', () => {
    const english = mailOf('absenceRequested', 'en');
    assert.equal(english.subject, 'Absence requested: Emil Steiner, 2 March 2026 – 6 March 2026');
    assert.match(
      english.text,
      /^What: Sick leave\nWhen: 2 March 2026 – 6 March 2026\nHow much: 4\.5 days\nComment: At home in Graz$/m,
    );
    const german = mailOf('absenceRequested', 'de');
    assert.equal(german.subject, 'Abwesenheit beantragt: Emil Steiner, 2. März 2026 – 6. März 2026');
    assert.match(
      german.text,
      /^Was: Krankenstand\nWann: 2\. März 2026 – 6\. März 2026\nWie viel: 4,5 Tage$/m,
    );
  });

  test('says old and new times of a request, over midnight with both days', () => {
    const { text } = mailOf('timeTrackingChangeRequested', 'en', { new_end: '2026-03-03 00:30:00' });
    assert.match(text, /^Now: 2 March 2026, 08:00–12:00$/m);
    assert.match(text, /^Asked for: 2 March 2026, 07:30–3 March 2026 00:30$/m);
  });

  test('says missing hours as hours and minutes, with the days', () => {
    assert.match(
      mailOf('hoursMissing', 'en').text,
      /^Missing: 15:24 hours\nDays: 3 March 2026, 5 March 2026$/m,
    );
  });

  test('lists requests that wait, and how many more there are', () => {
    const { text } = mailOf('requestsWaiting', 'de');
    assert.match(text, /^Emil Steiner: Urlaub, 2\. März 2026$/m);
    assert.match(text, /^Anna Berger: 4\. März 2026, 08:00–12:00$/m);
    assert.match(text, /^Offen: \+ 7$/m);
  });

  test('says that opening the link decides nothing where a decision is asked for', () => {
    assert.match(mailOf('absenceRequested', 'en').text, /Opening the link decides nothing\.\n$/);
    assert.match(mailOf('messageReceived', 'en').text, /time tracking of your company\.\n$/);
  });

  test('names the company where a program did it', () => {
    assert.match(
      mailOf('absenceGranted', 'de', { sender: '' }).text,
      /Ihre Firma hat Ihre Abwesenheit genehmigt\./,
    );
  });

  test('escapes markup and line ends in comments and names', () => {
    const evil = { comment: '<script>\r\nBcc: x@y.example</script>', person: 'Eve\r\nBcc: x@y.example' };
    const { subject, text, html } = mailOf('absenceRequested', 'en', evil);
    assert.doesNotMatch(subject, /[\r\n]/);
    assert.doesNotMatch(text, /^Bcc/m);
    assert.doesNotMatch(html, /<script/);
  });
});
