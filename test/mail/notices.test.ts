// Who is told of something by a notification is told by mail too.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { hire } from '../scenarios/booking.ts';
import { storageEngines } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { mailFlags, startMailServer, type MailServer } from '../support/mail-server.ts';

for (const engine of storageEngines) {
  describe(`mailed notices (${engine.name})`, () => {
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

    test('name the sender, and the notification says that the mail was handed over', async () => {
      const { machine, login } = installation.account;
      await hire(machine, 'ada');
      const receiver = await hire(machine, 'ben', { email_address: 'ben@acme.example' });
      const ada = await login('ada');
      await ada.create('messages', { message: 'Hello', receiver_type: 'USER', receiver_id: receiver });
      const [mail] = await server.wait(1);
      assert.deepEqual(mail?.envelope.to, ['ben@acme.example']);
      assert.equal(mail?.subject, 'Message received');
      assert.match(mail?.text ?? '', /ada Person has sent you a message \(no\. 1\)\./);
      const [notice] = (await machine.get('notifications/read')).json['Results'];
      assert.equal(notice.email_send_status, 1);
      assert.notEqual(notice.email_send_timestamp, null);
    });

    test('of a message to all go to everybody who has an address and works here, but its sender', async () => {
      const { machine, login } = installation.account;
      const at = (name: string): object => ({ email_address: `${name}@acme.example` });
      for (const name of ['ada', 'ben', 'cem', 'dua']) await hire(machine, name, at(name));
      await hire(machine, 'eli');
      const gone = await hire(machine, 'gone', at('gone'));
      await machine.put(`users/update/${gone}`, { active: 0 });
      await (await login('ada')).create('messages', { message: 'Hello all' });
      const mails = await server.wait(3);
      assert.deepEqual(mails.flatMap(({ envelope }) => envelope.to).sort(), [
        'ben@acme.example',
        'cem@acme.example',
        'dua@acme.example',
      ]);
      const notices = (await machine.get('notifications/read')).json['Results'];
      const handedOver = notices.filter((row: { email_send_status: number }) => row.email_send_status === 1);
      assert.deepEqual([notices.length, handedOver.length], [5, 3]);
    });

    test('are not sent to people without an address, who are notified all the same', async () => {
      const { machine, login } = installation.account;
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
