// Tests that a user who gets a notification also gets a mail.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
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
      assert.match(mail?.text ?? '', /ada Person has sent you a message \(no\. 1\)\./);
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
