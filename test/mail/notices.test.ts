// Tests that a user who gets a notification also gets a mail.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { holiday, sickLeave } from '../absences/absence.ts';
import { readOne } from '../support/expectations.ts';
import { hire } from '../time-tracking/booking.ts';
import { storageEngines } from '../support/engines.ts';
import { startInstallation, type Installation, type TestAccount } from '../support/installation.ts';
import { mailFlags, startMailServer, type MailServer, type TakenMail } from '../support/mail-server.ts';

for (const engine of storageEngines) {
  describe(`mailed notices (${engine.name})`, () => {
    let server: MailServer;
    let installation: Installation;
    let account: TestAccount;
    let taken = 0;
    let serial = 0;
    before(async () => {
      server = await startMailServer();
      installation = await startInstallation({ engine, flags: mailFlags(server) });
    });
    beforeEach(async () => {
      account = await installation.addAccount(`notices-${(serial += 1)}`);
      taken = server.taken.length;
    });
    after(async () => {
      await installation.close();
      await server.stop();
    });

    const mails = async (count: number): Promise<readonly TakenMail[]> =>
      (await server.wait(taken + count)).slice(taken);

    test('name the sender and mark the notification as mailed', async () => {
      const { machine, login } = account;
      await hire(machine, 'ada');
      const receiver = await hire(machine, 'ben', { email_address: 'ben@acme.example' });
      const ada = await login('ada');
      await ada.create('messages', { message: 'Hello', receiver_type: 'USER', receiver_id: receiver });
      const [mail] = await mails(1);
      assert.deepEqual(mail?.envelope.to, ['ben@acme.example']);
      assert.equal(mail?.subject, 'Message received');
      assert.match(mail?.text ?? '', /ada Person has sent you a message\.\n\nMessage: Hello\n/);
      assert.match(mail?.text ?? '', new RegExp(`https://time.acme.example/@${account.name}/today`));
      const [notice] = (await machine.get('notifications/read')).json['Results'];
      assert.equal(notice.email_send_status, 1);
      assert.notEqual(notice.email_send_timestamp, null);
    });

    test('go to active users with an address for a message to all, except the sender', async () => {
      const { machine, login } = account;
      const at = (name: string): object => ({ email_address: `${name}@acme.example` });
      for (const name of ['ada', 'ben', 'cem', 'dua']) await hire(machine, name, at(name));
      await hire(machine, 'eli');
      const gone = await hire(machine, 'gone', at('gone'));
      await machine.put(`users/update/${gone}`, { active: 0 });
      await (await login('ada')).create('messages', { message: 'Hello all' });
      const received = await mails(3);
      assert.deepEqual(received.flatMap(({ envelope }) => envelope.to).sort(), [
        'ben@acme.example',
        'cem@acme.example',
        'dua@acme.example',
      ]);
      const notices = (await machine.get('notifications/read')).json['Results'];
      const handedOver = notices.filter((row: { email_send_status: number }) => row.email_send_status === 1);
      assert.deepEqual([notices.length, handedOver.length], [5, 3]);
    });

    test('tell who decides type, days and comment in their language; links decide nothing', async () => {
      const { machine, login } = account;
      const [german] = (await machine.get('languages/read', { iso_639_1: 'de' })).json['Results'];
      const at = (name: string): object => ({ email_address: `${name}@acme.example` });
      const boss = await hire(machine, 'boss', { ...at('boss'), language_id: german.id });
      await machine.put('departments/update/1', { supervisor_id: boss });
      const ada = await hire(machine, 'ada', at('ada'));
      const asked = { ...sickLeave, user_id: ada, from_date: '2026-03-04', to_date: '2026-03-05' };
      const { id } = await (
        await login('ada')
      ).create('absences', { ...asked, request_comment: 'Influenza' });
      const [mail] = await mails(1);
      assert.equal(mail?.subject, 'Abwesenheit beantragt: ada Person, 4. März 2026 – 5. März 2026');
      assert.match(mail?.text ?? '', /^Was: Krankenstand$/m);
      assert.match(mail?.text ?? '', /^Wie viel: 2 Tage$/m);
      assert.match(mail?.text ?? '', /^Bemerkung: Influenza$/m);
      const [, path] = /^https:\/\/time\.acme\.example(\/\S+)$/m.exec(mail?.text ?? '') ?? [];
      assert.equal(path, `/@${account.name}/inbox`);
      await fetch(`${installation.address}${path}`);
      assert.equal((await readOne(machine, 'absences', id))['status'], 0);

      await (await login('boss')).put('absences/reject', { id, granted_comment: 'Certificate first' });
      const [, answer] = await mails(2);
      assert.deepEqual(answer?.envelope.to, ['ada@acme.example']);
      assert.equal(answer?.subject, 'Absence declined: 4 March 2026 – 5 March 2026');
      assert.match(answer?.text ?? '', /^Reason: Certificate first$/m);
    });

    test('tell a stand-in the days, and neither the type nor the comment', async () => {
      const { machine, login } = account;
      const bert = await hire(machine, 'bert', { email_address: 'bert@acme.example' });
      const ada = await hire(machine, 'ada');
      const asked = {
        user_id: ada,
        from_date: '2026-03-04',
        to_date: '2026-03-04',
        replacement_user_id: bert,
      };
      const asking = await login('ada');
      const secret = await asking.create('absences', {
        ...asked,
        ...sickLeave,
        request_comment: 'Influenza',
      });
      await asking.put('absences/cancel', { id: secret['id'] });
      await asking.create('absences', { ...asked, ...holiday, request_comment: 'At the sea' });
      const [request, cancelled, open] = await mails(3);
      for (const mail of [request, cancelled]) {
        assert.match(mail?.text ?? '', /^When: 4 March 2026$/m);
        assert.doesNotMatch(mail?.text ?? '', /Sick|Influenza/);
      }
      assert.match(open?.text ?? '', /^What: Holiday$/m);
    });

    test('skip a user without an address, who gets the notification', async () => {
      const { machine, login } = account;
      await hire(machine, 'ada');
      const receiver = await hire(machine, 'ben');
      const ada = await login('ada');
      await ada.create('messages', { message: 'Hello', receiver_type: 'USER', receiver_id: receiver });
      const [notice] = (await machine.get('notifications/read')).json['Results'];
      assert.equal(notice.email_send_status, 0);
      assert.equal(notice.email_send_timestamp, null);
    });
  });
}
