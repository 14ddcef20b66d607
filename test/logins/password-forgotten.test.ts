// `forgotPassword` mails a link that sets a new password once, for a limited time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRequest } from '#engine/run-request.ts';
import { queueMail } from '#mail/outbox.ts';
import { assertRefused, rowOf, rowsOf } from '../support/expectations.ts';
import { requestOf, watched } from '../oauth/login-service.ts';
import { fetchToken, send } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { byHand } from '../sql/scratch.ts';
import { hire, written } from '../time-tracking/booking.ts';
import { deadCode, hour, next, withMail } from './mailed-links.ts';

withMail('links for forgotten passwords', (place) => {
  test('forgotPassword without a token mails a link that sets a password once', async () => {
    const { account } = place;
    const id = await place.person('ada', { renew_password: 1 });
    const client = await account.login('ada');
    const code = await place.forgotten('ada');
    assert.deepEqual(rowsOf(await place.choose(code)), []);
    assert.equal(rowOf(await place.account.machine.get(`users/read/${id}`))['renew_password'], 0);
    assert.equal((await client.get('users/me')).status, 401);
    await assert.rejects(account.login('ada'), /invalid_grant/);
    await account.login('ada', next);
    assertRefused(await place.choose(code, 'a third horse 3'), deadCode);
  });

  test('keeps the link valid when the chosen password is weak', async () => {
    await place.person('bob');
    const code = await place.forgotten('bob');
    assertRefused(await place.choose(code, 'short'), {
      status: 422,
      code: 'weak_password',
      field: 'password',
    });
    assertRefused(await place.choose(code, 'bob@acme.example'), { status: 422, code: 'weak_password' });
    rowsOf(await place.choose(code));
  });

  test('accepts one of two simultaneous uses of the same link', async () => {
    await place.person('cid');
    const code = await place.forgotten('cid');
    const answers = await Promise.all([
      place.choose(code, 'first horse 11'),
      place.choose(code, 'second horse 2'),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
  });

  test('accepts only the newest link, for one hour', async () => {
    await place.person('dan');
    const [first, second] = [await place.forgotten('dan'), await place.forgotten('dan', 2)];
    assertRefused(await place.choose(first), deadCode);
    place.installation.clock.shift += hour - 5000;
    rowsOf(await place.choose(second));
    const third = await place.forgotten('dan', 3);
    place.installation.clock.shift += hour;
    assertRefused(await place.choose(third), deadCode);
  });

  test('invalidates the link when the password or email address changes', async () => {
    const { machine } = place.account;
    const id = await place.person('eve');
    const code = await place.forgotten('eve');
    written(await machine.put(`users/update/${id}`, { password: 'a machine set this 1' }));
    assertRefused(await place.choose(code), deadCode);
    const second = await place.forgotten('eve', 2);
    written(await machine.put(`users/update/${id}`, { email_address: 'other@acme.example' }));
    assertRefused(await place.choose(second), deadCode);
  });

  test('refuses a link of another account or an inactive user, and a malformed one', async () => {
    const other = await place.installation.addAccount('links');
    await place.person('fay');
    const id = await place.person('gus');
    const code = await place.forgotten('fay');
    const url = `${place.installation.address}/${other.name}/v4/users/updatePassword`;
    assertRefused(await send(url, { method: 'PUT', body: { token: code, password: next } }), deadCode);
    const second = await place.forgotten('gus');
    written(await place.account.machine.put(`users/update/${id}`, { active: 0 }));
    assertRefused(await place.choose(second), deadCode);
    for (const token of ['', 'x', 'x'.repeat(43), '1.'.concat(code)]) {
      const { status } = await place.choose(token);
      assert.ok([403, 422].includes(status), token);
    }
  });

  test('keeps codes out of the database, the outbox and the log', async () => {
    await place.person('hal');
    const code = await place.forgotten('hal');
    const { database } = place.installation.app.engine;
    const rows = await database.read(place.account.id, async (tx) => [
      ...(await tx.all({ sql: byHand('select * from one_time_codes'), parameters: [] })),
      ...(await tx.all({ sql: byHand('select * from mail_outbox'), parameters: [] })),
    ]);
    assert.ok(rows.length > 0);
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(code));
    assert.doesNotMatch(JSON.stringify(place.installation.events), new RegExp(code));
  });

  test('forgotPassword answers all names alike and mails only people who can log in', async () => {
    await place.person('ian', { active: 0 });
    await hire(place.account.machine, 'jan');
    const blocked = await place.person('kim');
    const change = { authentication_blocked: 1 };
    written(await place.account.machine.put(`users/update/${blocked}`, change));
    const sent = place.server.taken.length;
    const texts = new Set<string>();
    for (const username of ['ian', 'jan', 'kim', 'nobody', 'admin']) {
      const { status, text } = await place.open('forgotPassword', { username, client_id: 'app' });
      assert.equal(status, 200);
      texts.add(text.replace(/\d\d:\d\d:\d\d/g, ''));
    }
    assert.equal(texts.size, 1, [...texts].join('\n'));
    await place.forgotten('ada', place.mailsTo('ada').length + 1);
    assert.equal(place.server.taken.length, sent + 1);
  });

  test('forgotPassword runs the same steps for known and unknown names', async () => {
    await place.person('max');
    const { engine } = place.installation.app;
    const { database, seen } = watched(engine.database);
    const stepsFor = async (username: string): Promise<readonly string[]> => {
      seen.length = 0;
      const path = '/acme/v4/users/forgotPassword';
      const headers = { 'content-type': 'application/json' };
      const body = Buffer.from(JSON.stringify({ username }));
      const request = requestOf({ method: 'PUT', path, headers, body });
      assert.equal((await runRequest({ ...engine, database }, { caller: null, request })).status, 200);
      return seen.map(({ sql }) => sql);
    };
    // The first request that queues a mail also notes that there is something to send.
    await stepsFor('nobody else');
    const known = await stepsFor('max');
    assert.ok(known.some((step) => step.includes('mail_outbox')));
    for (const username of ['nobody', 'ian', 'jan', 'kim']) assert.deepEqual(await stepsFor(username), known);
  });

  test('forgotPassword refuses the sixth request for a name, known or unknown', async () => {
    await place.person('lea');
    for (const username of ['lea', 'unknown.lea']) {
      for (let wish = 0; wish < 5; wish += 1) rowsOf(await place.open('forgotPassword', { username }));
      const answer = await place.open('forgotPassword', { username: username.toUpperCase() });
      const { ErrorExtended } = assertRefused(answer, { status: 422, code: 'too_many_attempts' });
      assert.ok(ErrorExtended.data.retry_after <= 10);
    }
    await place.account.login('lea');
  });

  test('a new password by link ends the wait after failed logins', async () => {
    const { account } = place;
    await place.person('tom');
    for (let guess = 0; guess < 6; guess += 1)
      await assert.rejects(account.login('tom', 'wrong horse 1'), /invalid_grant/);
    await assert.rejects(account.login('tom'), /Too many attempts/);
    rowsOf(await place.choose(await place.forgotten('tom')));
    await account.login('tom', next);
  });

  test('a new password by link ends earlier refresh tokens', async () => {
    const { account } = place;
    await place.person('wim');
    const where = { address: place.installation.address, account: account.name };
    const client = { client_id: account.clientId, client_secret: account.clientSecret };
    const tokens = await fetchToken(where, {
      grant_type: 'password',
      username: 'wim',
      password,
      ...client,
    });
    rowsOf(await place.choose(await place.forgotten('wim')));
    const refresh_token = tokens.refresh_token ?? '';
    const form = { grant_type: 'refresh_token', refresh_token, ...client };
    await assert.rejects(fetchToken(where, form), /invalid_grant/);
  });
});

withMail('requests for forgotten passwords', (place) => {
  /** As from a network address, without a token. */
  const asked = async (username: string, remoteAddress: string): Promise<string> => {
    const { engine } = place.installation.app;
    const path = '/acme/v4/users/forgotPassword';
    const headers = { 'content-type': 'application/json' };
    const body = Buffer.from(JSON.stringify({ username }));
    const request = requestOf({ method: 'PUT', path, headers, body, remoteAddress });
    const answer = await runRequest(engine, { caller: null, request });
    const { ErrorExtended } = JSON.parse(String(answer.body)) as { ErrorExtended?: { errorCode: string } };
    return ErrorExtended?.errorCode ?? 'taken';
  };

  /** The first delay of an address is a second, in which a busy machine answers nothing. */
  const withinOneSecond = async (work: () => Promise<void>): Promise<void> => {
    const { clock } = place.installation;
    clock.stoppedAt = Date.now() + clock.shift;
    try {
      await work();
    } finally {
      delete clock.stoppedAt;
    }
  };

  test('delays an address after thirty names, and no other address', () =>
    withinOneSecond(async () => {
      for (let index = 0; index < 30; index += 1) {
        assert.equal(await asked(`name ${index}`, '192.0.2.1'), 'taken');
      }
      assert.equal(await asked('one more', '192.0.2.1'), 'too_many_attempts');
      assert.equal(await asked('one more', '192.0.2.2'), 'taken');
    }));

  test('for any names delay no login at their address', async () => {
    await place.person('lou');
    await withinOneSecond(async () => {
      for (let index = 0; index < 30; index += 1) await asked(`mail ${index}`, '127.0.0.1');
      assert.equal(await asked('one more mail', '127.0.0.1'), 'too_many_attempts');
    });
    await place.account.login('lou');
  });

  test('mails a person five times in fifteen minutes, and answers others alike', async () => {
    place.installation.clock.shift += hour;
    await place.person('mia');
    for (let index = 0; index < 5; index += 1) await place.forgotten('mia', index + 1);
    for (let index = 0; index < 5; index += 1) {
      assert.equal(await asked('mia', `198.51.100.${index}`), 'taken');
      assert.equal(await asked('unknown.mia', `198.51.100.${index}`), 'taken');
    }
    // A mail to another user comes after those that were asked for before.
    await place.person('nia');
    await place.forgotten('nia');
    assert.equal(place.mailsTo('mia').length, 5);
  });

  test('drops a mail for strangers when many wait or the account is suspended', async () => {
    const { database } = place.installation.app.engine;
    const accountId = place.account.id;
    const kept: number[] = [];
    const undone = database.write(accountId, async (tx) => {
      const queue = async (most?: number): Promise<void> => {
        const mail = { kind: 'password_forgotten', userId: null, accountId } as const;
        await tx.unit((unit) => queueMail(unit, most === undefined ? mail : { ...mail, most }));
        const rows = await tx.all({ sql: byHand('select id from mail_outbox'), parameters: [] });
        kept.push(rows.length);
      };
      await tx.run({ sql: byHand('delete from mail_outbox'), parameters: [] });
      for (let wish = 0; wish < 4; wish += 1) await queue(2);
      await queue();
      await tx.run({ sql: byHand('update accounts set suspended_at = 1'), parameters: [] });
      await queue(200);
      // Nothing of it is to be sent.
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
    assert.deepEqual(kept, [1, 2, 2, 2, 3, 3]);
  });
});
