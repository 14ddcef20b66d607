// `updatePassword` sets a new password of the user who sends the old one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, rowOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { fetchToken, send, type Client } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { hire, written } from '../time-tracking/booking.ts';

onEveryEngine(
  'updatePassword',
  (place) => {
    const next = 'another horse 2';
    const wrongPassword = { status: 422, code: 'wrong_password', field: 'old_password' } as const;
    const tooMany = { status: 422, code: 'too_many_attempts' } as const;
    const change = (client: Client, id: number, old_password: string, given = next) =>
      client.put('users/updatePassword', { id, password: given, old_password });

    test('sets the password, returns the row, ends other logins and clears renew_password', async () => {
      const { machine, account } = place;
      const id = await hire(machine, 'owner', { renew_password: 1 });
      const [self, elsewhere] = [await account.login('owner'), await account.login('owner')];
      const row = rowOf(await change(self, id, password));
      assert.deepEqual([row['id'], row['renew_password']], [id, 0]);
      assert.equal((await self.get('users/me')).status, 200);
      assert.equal((await elsewhere.get('users/me')).status, 401);
      await assert.rejects(account.login('owner'), /invalid_grant/);
      await account.login('owner', next);
    });

    test('ends refresh tokens', async () => {
      const { machine, account, installation } = place;
      const id = await hire(machine, 'refresher');
      const where = { address: installation.address, account: account.name };
      const client = { client_id: account.clientId, client_secret: account.clientSecret };
      const login = { grant_type: 'password', username: 'refresher', password, ...client };
      const { refresh_token = '' } = await fetchToken(where, login);
      written(await change(await account.login('refresher'), id, password));
      const refresh = { grant_type: 'refresh_token', refresh_token, ...client };
      await assert.rejects(fetchToken(where, refresh), /invalid_grant/);
    });

    test('refuses a wrong or missing old password, an unchanged one and another user', async () => {
      const { machine, account } = place;
      const id = await hire(machine, 'careful');
      const self = await account.login('careful');
      assertRefused(await change(self, id, 'wrong horse 1'), wrongPassword);
      assertRefused(await self.put('users/updatePassword', { id, password: next }), {
        status: 400,
        code: 'missing_parameter',
        field: 'old_password',
      });
      assertRefused(await change(self, id, password, password), { status: 422, code: 'weak_password' });
      assertRefused(await change(self, 1, password), { status: 401, code: 'not_allowed' });
      assert.equal((await self.get('users/me')).status, 200);
      await account.login('careful');
    });

    test('refuses attempts and logins for 10 seconds after five wrong old passwords', async () => {
      const { machine, account, installation } = place;
      const id = await hire(machine, 'guessed');
      const self = await account.login('guessed');
      for (let guess = 0; guess < 5; guess += 1)
        assertRefused(await change(self, id, `guess number ${guess}`), wrongPassword);
      const { ErrorExtended } = assertRefused(await change(self, id, password), tooMany);
      assert.ok(ErrorExtended.data.retry_after > 0 && ErrorExtended.data.retry_after <= 10);
      await assert.rejects(account.login('guessed'), /Too many attempts/);
      installation.clock.shift += 10_000;
      written(await change(self, id, password));
      await account.login('guessed', next);
    });

    test('checks five of twenty simultaneous guesses, and none of a batch after them', async () => {
      const { machine, account } = place;
      const id = await hire(machine, 'rushed');
      const self = await account.login('rushed');
      const guesses = Array.from({ length: 20 }, (_, index) => `guess number ${index}`);
      const answers = await Promise.all(guesses.map((guess) => change(self, id, guess)));
      const codes = answers.map(({ json }) => json['ErrorExtended'].errorCode as string);
      assert.equal(codes.filter((code) => code === 'wrong_password').length, 5);
      assert.equal(codes.filter((code) => code === 'too_many_attempts').length, 15);
      const batch = [...guesses, password].map((old_password) => ({ id, password: next, old_password }));
      const { json } = await self.put('users/updatePassword', batch);
      assert.equal(json['NumErrors'], 21);
      for (const item of json['Results']) assert.equal(item['ErrorExtended'].errorCode, 'too_many_attempts');
    });

    test('counts twenty wrong old passwords and ends no login of the user', async () => {
      const { machine, account, installation } = place;
      const id = await hire(machine, 'blocked');
      const self = await account.login('blocked');
      for (let guess = 0; guess < 20; guess += 1) {
        assert.equal(rowOf(await machine.get(`users/read/${id}`))['unsuccessful_login_count'], guess);
        assertRefused(await change(self, id, `guess number ${guess}`), wrongPassword);
        if (guess % 5 === 4) installation.clock.shift += 900_000;
      }
      assert.equal(rowOf(await machine.get(`users/read/${id}`))['authentication_blocked'], 0);
      assert.equal((await self.get('users/me')).status, 200);
    });

    test('refuses machines (401) and requests without a token (403)', async () => {
      const { machine, account, installation } = place;
      assertRefused(await change(machine, 1, password), { status: 401, code: 'not_allowed' });
      const url = `${installation.address}/${account.name}/v4/users/updatePassword`;
      const body = { id: 1, password: next, old_password: password };
      assertRefused(await send(url, { method: 'PUT', body }), {
        status: 403,
        code: 'authentication_missing',
      });
    });

    test('accepts one of two simultaneous changes, and its password works', async () => {
      const { machine, account } = place;
      const id = await hire(machine, 'twice');
      const self = await account.login('twice');
      const given = ['first horse 11', 'second horse 2'];
      const answers = await Promise.all(given.map((one) => change(self, id, password, one)));
      const won = answers.findIndex(({ status }) => status === 200);
      assert.deepEqual(
        answers
          .map(({ status }) => status)
          .sort()
          .slice(0, 1),
        [200],
      );
      assert.ok([401, 422].includes(answers[1 - won]?.status ?? 0));
      await account.login('twice', given[won]);
    });
  },
  { flags: { 'access-token-lifetime': '10d' } },
);
