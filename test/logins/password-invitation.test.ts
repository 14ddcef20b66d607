// Administrators mail links with `resetPassword`, `invite` and `sendWelcomeEmail`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Envelope } from '../support/client.ts';
import { assertRefused, rowOf, rowsOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { codeIn } from '../support/mail-server.ts';
import { hire, written } from '../time-tracking/booking.ts';
import { deadCode, hour, next, withMail } from './mailed-links.ts';

withMail('links sent by administrators', (place) => {
  test('resetPassword ends logins, asks for a new password and keeps the old one', async () => {
    const { account } = place;
    const id = await place.person('mia');
    const client = await account.login('mia');
    const row = rowOf(await account.administrator.put('users/resetPassword', { username: 'Mia' }));
    assert.deepEqual([row['id'], row['renew_password']], [id, 1]);
    assert.equal((await client.get('users/me')).status, 401);
    const code = codeIn(await place.mail('mia'));
    const again = await account.login('mia');
    assert.equal(rowOf(await again.get('users/me'))['renew_password'], 1, 'clients ask for a new one');
    place.installation.clock.shift += 23 * hour;
    rowsOf(await place.choose(code));
    assert.equal(rowOf(await place.account.machine.get(`users/read/${id}`))['renew_password'], 0);
  });

  test('resetPassword of the own user only mails a link', async () => {
    const { account } = place;
    const id = await place.person('nia');
    const client = await account.login('nia');
    rowOf(await client.put('users/resetPassword', { id }));
    await place.mail('nia');
    assert.equal(rowOf(await client.get('users/me'))['renew_password'], 0);
  });

  test('resetPassword requires one known person with an email address', async () => {
    const { administrator, machine } = place.account;
    const id = await place.person('ole');
    const reset = (body: object) => administrator.put('users/resetPassword', body);
    assertRefused(await reset({}), { status: 400, code: 'missing_parameter', field: 'username' });
    assertRefused(await reset({ id: 999 }), { status: 422, code: 'unknown_reference', field: 'id' });
    assertRefused(await reset({ username: 'nobody' }), {
      status: 422,
      code: 'unknown_reference',
      field: 'username',
    });
    assertRefused(await reset({ id, username: 'mia' }), { status: 422, code: 'contradiction' });
    written(await machine.put(`users/update/${id}`, { email_address: null }));
    assertRefused(await reset({ id }), { status: 422, code: 'rule_broken', field: 'email_address' });
    assert.equal(
      rowOf(await place.account.machine.get(`users/read/${id}`))['renew_password'],
      0,
      'nothing has changed',
    );
  });

  test('an invited person has no password until they choose one within seven days', async () => {
    const { account } = place;
    const row = rowOf(
      await account.administrator.put('users/invite', {
        firstname: 'Pia',
        lastname: 'Neu',
        email_address: 'pia@acme.example',
        department_id: 1,
        language_id: 2,
        personnel_number: '',
      }),
    );
    assert.deepEqual(
      [row['username'], row['fullname'], row['internal_user_group'], row['active'], row['language_id']],
      ['pia@acme.example', 'Pia Neu', 2, 1, 2],
    );
    for (const guess of ['', 'null', next, 'pia@acme.example'])
      await assert.rejects(account.login('pia@acme.example', guess), /invalid_(grant|request)/);
    const code = codeIn(await place.mail('pia'));
    place.installation.clock.shift += 7 * 24 * hour - 60_000;
    rowsOf(await place.choose(code));
    await account.login('PIA@acme.example', next);
  });

  test('a batch of people without a password invites those who are to be mailed', async () => {
    const { account } = place;
    const person = (name: string, more: object) => ({
      username: name,
      firstname: name,
      lastname: 'Neu',
      email_address: `${name}@acme.example`,
      ...more,
    });
    const answer = await account.machine.post('users/create', [
      person('uma', { send_welcome_email: 1 }),
      person('vic', { send_welcome_email: 0 }),
      person('wim', {}),
      person('xia', { send_welcome_email: 1, email_address: null }),
    ]);
    assert.deepEqual(
      answer.json['Results'].map((item: Envelope) => item['Success']),
      [true, true, true, false],
      answer.text,
    );
    const code = codeIn(await place.mail('uma'));
    rowsOf(await place.choose(code));
    await account.login('uma', next);
    const mailed = rowsOf(await account.machine.get('jobQueues/read'));
    assert.deepEqual(mailed, [], 'nobody else is mailed');
    for (const name of ['vic', 'wim']) await assert.rejects(account.login(name, next), /invalid_grant/);
    const found = await account.machine.get('users/read', { username: 'xia' });
    assert.equal(found.json['NumResults'], 0);
  });

  test('sendWelcomeEmail mails a new link and invalidates the first', async () => {
    const { administrator } = place.account;
    const invitation = { firstname: 'Q', lastname: 'R', username: 'q.r', email_address: 'qr@acme.example' };
    const { id } = rowOf(await administrator.put('users/invite', invitation));
    const first = codeIn(await place.mail('qr'));
    rowOf(await administrator.put('users/sendWelcomeEmail', { id }));
    const second = codeIn(await place.mail('qr', 2));
    assertRefused(await place.choose(first), deadCode);
    rowsOf(await place.choose(second));
    await place.account.login('q.r', next);
  });

  test('an invalid invitation creates no user', async () => {
    const { administrator, machine } = place.account;
    const whole = { firstname: 'S', lastname: 'T', email_address: 'st@acme.example' };
    const count = async () => (await machine.get('users/read', { _limit: 1000 })).json['NumResults'];
    const people = await count();
    const invite = (body: object) => administrator.put('users/invite', body);
    for (const field of Object.keys(whole)) {
      const answer = await invite({ ...whole, [field]: '' });
      assertRefused(answer, { status: 400, code: 'missing_parameter', field });
    }
    for (const [field, value] of Object.entries({ email_address: 'a@b, c@d', department_id: 99 })) {
      const answer = await invite({ ...whole, [field]: value });
      assert.equal(answer.status, 422, answer.text);
      assert.equal(answer.json['ErrorExtended'].field, field);
    }
    assertRefused(await invite({ ...whole, password: next }), { status: 422, code: 'unknown_parameter' });
    assertRefused(await invite({ ...whole, username: 'OLE' }), { status: 422, code: 'not_unique' });
    assertRefused(await invite({ ...whole, active: 0 }), { status: 422, code: 'rule_broken' });
    assert.equal(await count(), people);
  });
});

onEveryEngine('password actions without a mail server', (place) => {
  test('refuses every action that needs mail and changes nothing', async () => {
    const { administrator, machine } = place.account;
    const id = await hire(machine, 'ada', { email_address: 'ada@acme.example' });
    const refused = { status: 422, code: 'mail_unavailable' } as const;
    const invitation = { firstname: 'B', lastname: 'C', email_address: 'bc@acme.example' };
    for (const [action, body] of Object.entries({
      forgotPassword: { username: 'nobody' },
      resetPassword: { id },
      sendWelcomeEmail: { id },
      invite: invitation,
    })) {
      assertRefused(await administrator.put(`users/${action}`, body), refused);
    }
    assert.equal(rowOf(await machine.get(`users/read/${id}`))['renew_password'], 0);
    assert.deepEqual(rowsOf(await machine.get('users/read', { username: 'bc@acme.example' })), []);
  });
});
