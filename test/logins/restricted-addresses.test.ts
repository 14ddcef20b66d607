// The server accepts logins and requests of restricted users from their network addresses only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, rowOf } from '../support/expectations.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { send, type Answer } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { hire, written } from '../time-tracking/booking.ts';

const office = '192.0.2.7';
const cafe = '203.0.113.9';

onEveryEngine(
  'users restricted to addresses',
  (place) => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const token = (form: Record<string, string>, address: string): Promise<Answer> =>
      send(`${place.installation.address}/acme/auth/oauth2/token`, {
        method: 'POST',
        headers: from(address),
        body: new URLSearchParams({
          client_id: place.account.clientId,
          client_secret: place.account.clientSecret,
          ...form,
        }),
      });
    const login = (username: string, address: string): Promise<Answer> =>
      token({ grant_type: 'password', username, password }, address);
    const me = (access_token: string, address: string): Promise<Answer> =>
      send(`${place.installation.address}/acme/v4/users/me`, {
        method: 'GET',
        token: access_token,
        headers: from(address),
      });
    const restricted = (username: string, allowed_ips: string): Promise<number> =>
      hire(place.machine, username, { restrict_to_ip: 1, allowed_ips });

    test('accepts logins from allowed addresses and refuses others like a wrong password', async () => {
      await restricted('worker', '192.0.2.0/24, 2001:db8::/32');
      for (const address of [office, '2001:db8::1', '::ffff:192.0.2.9'])
        assert.equal((await login('worker', address)).status, 200, address);
      const elsewhere = await login('worker', cafe);
      const wrong = await token({ grant_type: 'password', username: 'worker', password: 'wrong' }, office);
      assert.deepEqual([elsewhere.status, elsewhere.text], [wrong.status, wrong.text]);
      const failures = place.installation.events.filter((event) => event.kind === 'login_failed');
      assert.deepEqual(
        failures.map((event) => event.kind === 'login_failed' && event.reason),
        ['address_not_allowed', 'wrong_password'],
      );
    });

    test('accepts access and refresh tokens from allowed addresses only', async () => {
      await restricted('roamer', office);
      const { access_token, refresh_token } = (await login('roamer', office)).json;
      assert.equal((await me(access_token, office)).status, 200);
      const refused = assertRefused(await me(access_token, cafe), { status: 401, code: 'not_allowed' });
      assert.match(refused.ErrorMessage, new RegExp(cafe));
      const refresh = { grant_type: 'refresh_token', refresh_token };
      assert.equal((await token(refresh, cafe)).json['error'], 'invalid_grant');
      assert.equal((await token(refresh, office)).status, 200);
    });

    test('applies a changed restriction from the next request on', async () => {
      const id = await hire(place.machine, 'changing');
      const { access_token } = (await login('changing', cafe)).json;
      const set = async (change: object) => written(await place.machine.put(`users/update/${id}`, change));
      await set({ restrict_to_ip: 1, allowed_ips: office });
      assert.equal((await me(access_token, cafe)).status, 401);
      await set({ allowed_ips: `${office}, ${cafe}` });
      assert.equal((await me(access_token, cafe)).status, 200);
      await set({ allowed_ips: office });
      assert.equal((await me(access_token, cafe)).status, 401);
      await set({ restrict_to_ip: 0 });
      assert.equal((await me(access_token, cafe)).status, 200);
    });

    test('refuses an empty or invalid list of addresses', async () => {
      const { machine } = place;
      const id = await hire(machine, 'checked');
      const refused = { status: 422, code: 'invalid_value', field: 'allowed_ips' } as const;
      const put = (change: object) => machine.put(`users/update/${id}`, change);
      assertRefused(await put({ restrict_to_ip: 1 }), refused);
      assertRefused(await put({ restrict_to_ip: 1, allowed_ips: ' , ' }), refused);
      const { ErrorMessage } = assertRefused(await put({ allowed_ips: '10.0.0.1, 10.0.0.*' }), refused);
      assert.match(ErrorMessage, /10\.0\.0\.\*/);
      const row = written(await put({ restrict_to_ip: 1, allowed_ips: '10.0.0.1,::1' }));
      assert.equal(row['allowed_ips'], '10.0.0.1, ::1');
      assertRefused(await put({ allowed_ips: '' }), refused);
    });

    test('refuses a restriction that excludes the address of the requester', async () => {
      const { administrator } = place.account;
      const self = rowOf(await administrator.get('users/me'))['id'];
      const change = { restrict_to_ip: 1, allowed_ips: office };
      assertRefused(await administrator.put(`users/update/${self}`, change), {
        status: 422,
        code: 'rule_broken',
        field: 'allowed_ips',
      });
      const mine = { restrict_to_ip: 1, allowed_ips: `${office}, 127.0.0.0/8, ::1` };
      written(await administrator.put(`users/update/${self}`, mine));
      assert.equal((await administrator.get('users/me')).status, 200);
      written(await administrator.put(`users/update/${self}`, { restrict_to_ip: 0 }));
    });

    test('accepts client credentials from every address', async () => {
      const { access_token } = (await token({ grant_type: 'client_credentials' }, cafe)).json;
      assert.equal((await me(access_token, office)).status, 200);
    });
  },
  { flags: { 'trusted-proxies': '127.0.0.1,::1' } },
);

onEveryEngine('users restricted to addresses, without a trusted proxy', (place) => {
  test('uses the address of the connection and ignores X-Forwarded-For', async () => {
    await hire(place.machine, 'faker', { restrict_to_ip: 1, allowed_ips: office });
    const form = { grant_type: 'password', username: 'faker', password };
    const client = { client_id: place.account.clientId, client_secret: place.account.clientSecret };
    const answer = await send(`${place.installation.address}/${place.account.name}/auth/oauth2/token`, {
      method: 'POST',
      headers: { 'x-forwarded-for': office },
      body: new URLSearchParams({ ...form, ...client }),
    });
    assert.equal(answer.status, 400, answer.text);
  });
});
