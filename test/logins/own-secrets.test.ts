// A stolen token must not become a login: a new own password or e-mail address asks for the password that holds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { permissionScopes } from '#resource/permission-scopes.ts';
import type { Answer, Client, Envelope } from '../support/client.ts';
import { assertRefused, readOne, rowOf, rowsOf } from '../support/expectations.ts';
import { send } from '../support/client.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { password } from '../support/installation.ts';
import { codeIn } from '../support/mail-server.ts';
import { hire } from '../time-tracking/booking.ts';
import { deadCode, hour, next, withMail } from './mailed-links.ts';

const missing = { status: 400, code: 'missing_parameter', field: 'old_password' } as const;
const wrong = { status: 422, code: 'wrong_password', field: 'old_password' } as const;

/** Every way in which a client can send an update of one row. */
const ways: Readonly<Record<string, (client: Client, id: number, values: Envelope) => Promise<Answer>>> = {
  'in the body': (client, id, values) => client.put('users/update', { id, ...values }),
  'in the address': (client, id, values) => client.put(`users/update/${id}`, values),
  'as a form': (client, id, values) =>
    client.put('users/update', new URLSearchParams({ id: String(id), ...values })),
  'in a batch': async (client, id, values) => itemOf(await client.put('users/update', [{ id, ...values }])),
  'in an object of items': async (client, id, values) =>
    itemOf(await client.put('users/update', { 0: { id, ...values } })),
};

/** The first item of a batch as the answer of a request of its own. */
function itemOf(answer: Answer): Answer {
  const json = answer.json['Results'][0] as Envelope;
  return { ...answer, json, status: json['Success'] === true ? 200 : json['Error'] };
}

/** People who may update their own row, by what lets them. */
const roles = {
  employee: {},
  'HR manager': { hr_manager: 1 },
  administrator: { internal_user_group: 1 },
  'holder of a grant': {},
} as const;

onEveryEngine('own secrets', (place) => {
  let serial = 0;
  for (const [role, more] of Object.entries(roles)) {
    for (const [way, update] of Object.entries(ways)) {
      test(`asks the ${role} for old_password ${way}`, async () => {
        const { machine, account } = place;
        const username = `own-${(serial += 1)}`;
        const id = await hire(machine, username, more);
        if (role === 'holder of a grant')
          await machine.create('permissions', {
            user_id: id,
            resource_name: 'users',
            permission_name: 'update',
            permission_scope_id: permissionScopes.all,
          });
        const self = await account.login(username);
        const code = (answer: Answer) => answer.json['ErrorExtended']?.errorCode as string;
        assert.equal(code(await update(self, id, { password: next })), missing.code);
        assert.equal(
          code(await update(self, id, { password: next, old_password: 'wrong horse 1' })),
          wrong.code,
        );
        await account.login(username);
        rowOf(await update(self, id, { password: next, old_password: password }));
        await account.login(username, next);
      });
    }
  }

  test('sets renew_password to 0 with the new password and shows neither password', async () => {
    const id = await hire(place.machine, 'renewer', { renew_password: 1 });
    const self = await place.account.login('renewer');
    const row = rowOf(await self.put('users/update', { id, password: next, old_password: password }));
    assert.equal(row['renew_password'], 0);
    assert.ok(!('password' in row) && !('old_password' in row));
  });

  test('lets machines set passwords without old_password', async () => {
    const id = await hire(place.machine, 'managed');
    rowOf(await place.machine.put('users/update', { id, password: next, old_password: 'any' }));
    await place.account.login('managed', next);
  });

  test('counts wrong old passwords of a batch like failed logins', async () => {
    const id = await hire(place.machine, 'batched');
    const self = await place.account.login('batched');
    const guesses = Array.from({ length: 7 }, (_, guess) => ({
      id,
      phone: '1',
      old_password: `guess ${guess}`,
    }));
    const { json } = await self.put('users/update', guesses);
    const codes = (json['Results'] as Envelope[]).map((item) => item['ErrorExtended'].errorCode);
    assert.deepEqual(codes, [...Array(5).fill('wrong_password'), ...Array(2).fill('too_many_attempts')]);
  });

  test('refuses a new address without old_password when the server sends no mail', async () => {
    const id = await hire(place.machine, 'mailless', { email_address: 'old@acme.example' });
    const self = await place.account.login('mailless');
    assertRefused(await self.put('users/update', { id, email_address: 'new@acme.example' }), missing);
    const given = { id, email_address: 'new@acme.example', old_password: password };
    assert.equal(rowOf(await self.put('users/update', given))['email_address'], 'new@acme.example');
  });
});

withMail('own e-mail address', (place) => {
  const page = (code: string): string => `${place.installation.address}/acme/email?token=${code}&lang=en`;
  const confirm = (code: string): Promise<Answer> =>
    send(page(code), { method: 'POST', body: new URLSearchParams({ token: code }) });
  const asked = async (username: string, address: string): Promise<[number, Client]> => {
    const id = await place.person(username);
    const self = await place.account.login(username);
    const row = rowOf(await self.put('users/update', { id, email_address: `${address}@acme.example` }));
    assert.deepEqual(
      [row['email_address'], row['unconfirmed_email_address']],
      [`${username}@acme.example`, `${address}@acme.example`],
    );
    return [id, self];
  };

  test('keeps the old address until the mailed link is opened and confirmed', async () => {
    const [id] = await asked('ada', 'ada-new');
    assert.match((await place.mail('ada')).text ?? '', /ada-new@acme\.example is to be the new/);
    const code = codeIn(await place.mail('ada-new'));
    for (const method of ['GET', 'HEAD']) assert.equal((await send(page(code), { method })).status, 200);
    const { machine } = place.account;
    assert.equal((await readOne(machine, 'users', id))['email_address'], 'ada@acme.example');
    assert.equal((await confirm(code)).status, 200);
    const row = await readOne(machine, 'users', id);
    assert.equal(row['email_address'], 'ada-new@acme.example');
    assert.equal(row['unconfirmed_email_address'], null);
    assert.match((await place.mail('ada', 2)).text ?? '', /ada-new@acme\.example is now/);
    assert.equal((await confirm(code)).status, 404);
  });

  test('refuses the code of an address as the code of a password, and the reverse', async () => {
    const [id] = await asked('bea', 'bea-new');
    const code = codeIn(await place.mail('bea-new'));
    assertRefused(await place.choose(code), deadCode);
    assertRefused(
      await place.open('confirmEmailAddress', { token: await place.forgotten('bea', 2) }),
      deadCode,
    );
    assert.equal((await readOne(place.account.machine, 'users', id))['email_address'], 'bea@acme.example');
    rowsOf(await place.open('confirmEmailAddress', { token: code }));
  });

  test('refuses the code of an address after another one was entered', async () => {
    const [id, self] = await asked('cleo', 'cleo-1');
    const first = codeIn(await place.mail('cleo-1'));
    rowOf(await self.put('users/update', { id, email_address: 'cleo-2@acme.example' }));
    await place.mail('cleo-2');
    assert.equal((await confirm(first)).status, 404);
  });

  test('refuses the code of an address after 24 hours', async () => {
    await asked('dora', 'dora-new');
    const code = codeIn(await place.mail('dora-new'));
    place.installation.clock.shift += 24 * hour;
    assert.equal((await confirm(code)).status, 404);
  });

  test('changes the address at once with old_password and tells the old one', async () => {
    const id = await place.person('elsa');
    const self = await place.account.login('elsa');
    const given = { id, email_address: 'elsa-new@acme.example', old_password: password };
    assert.equal(rowOf(await self.put('users/update', given))['email_address'], 'elsa-new@acme.example');
    assert.match((await place.mail('elsa')).text ?? '', /elsa-new@acme\.example is now/);
  });

  test('tells the old address when an administrator changes it', async () => {
    const id = await place.person('finn');
    const { administrator } = place.account;
    const given = { id, email_address: 'finn-new@acme.example' };
    assert.equal(rowOf(await administrator.put('users/update', given))['email_address'], given.email_address);
    assert.match((await place.mail('finn')).text ?? '', /finn-new@acme\.example is now/);
  });

  test('shows the unconfirmed address to the person and administrators only', async () => {
    const [id, self] = await asked('gus', 'gus-new');
    await place.person('leader', { hr_manager: 1 });
    const manager = await place.account.login('leader');
    assert.ok('unconfirmed_email_address' in (await readOne(self, 'users', id)));
    assert.ok(!('unconfirmed_email_address' in (await readOne(manager, 'users', id))));
  });

  test('refuses to mail more than five addresses in 15 minutes', async () => {
    const id = await place.person('hugo');
    const self = await place.account.login('hugo');
    const change = (turn: number) =>
      self.put('users/update', { id, email_address: `hugo-${turn}@acme.example` });
    for (let turn = 0; turn < 5; turn += 1) rowOf(await change(turn));
    assertRefused(await change(5), { status: 422, code: 'too_many_attempts' });
  });
});
