// Answers that the server gives again: what they say of their moment, in which forms they come, and what ends them.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { keepOf } from '#engine/read/keep-answer.ts';
import type { Caller } from '#resource/access.ts';
import type { Tx } from '#sql/database.ts';
import { fetchToken, createClient, send, type Answer, type Client } from '../support/client.ts';
import { password } from '../support/installation.ts';
import { onEveryEngine, type Place } from '../support/on-every-engine.ts';

const plain = { 'accept-encoding': 'identity' };

test('an answer holds until a day may begin, a row is due or the token ends', () => {
  const held = (ends: { turnsAt?: number; expiresAt?: number; version?: null }, isStable = true) => {
    const { turnsAt = Infinity, expiresAt = Infinity, version = 1 } = ends;
    const tx = { version, history: '', now: 1_000 } as Tx;
    const snapshot = { tx, caller: { accountId: 1 } as Caller, allowedFrom: null, turnsAt, expiresAt };
    return keepOf(snapshot, { isStable, serverTimeZone: 'UTC' })?.until;
  };
  assert.equal(held({}), 1_800);
  assert.equal(held({ turnsAt: 1_200 }), 1_200);
  assert.equal(held({ expiresAt: 1_700, turnsAt: 1_750 }), 1_700);
  assert.equal(held({}, false), 1_001);
  assert.equal(held({ version: null }), undefined);
});

function isKept({ headers }: Answer): boolean {
  return headers.get('server-timing')?.startsWith('kept') === true;
}

const keeping = (place: Place): void => {
  let path: string;
  const stop = (moment: string): void => {
    place.installation.clock.stoppedAt = Date.parse(moment);
  };
  const read = (headers: Readonly<Record<string, string>> = plain): Promise<Answer> =>
    place.machine.get(path, {}, headers);
  before(async () => {
    stop('2026-06-10T12:00:00Z');
    const { id } = await place.machine.create('clients', { company_name: 'Ärger & Söhne' });
    path = `clients/read/${id as number}`;
  });

  /** The first kept answer in a later second: tasks in the background may commit in the first ones. */
  const keptLater = async (): Promise<{ readonly kept: Answer; readonly moment: string }> => {
    for (let second = 1; second < 30; second += 1) {
      const moment = `12:00:${String(second).padStart(2, '0')}`;
      stop(`2026-06-10T${moment}Z`);
      const kept = await read();
      if (isKept(kept)) return { kept, moment: `2026-06-10 ${moment}` };
    }
    return assert.fail('no answer is kept for a second');
  };

  test('say the second in which they are given, and nothing else anew', async () => {
    const first = await read();
    assert.ok(!isKept(first));
    const { kept, moment } = await keptLater();
    assert.equal(kept.json['RequestEndTime'], moment);
    assert.equal(kept.json['RequestStartTime'], moment);
    const timeless = ({ text }: Answer): string => text.replace(/"Request\w+Time":"[^"]*"/g, '');
    assert.equal(timeless(kept), timeless(first));
    for (const name of ['content-type', 'content-length', 'cache-control', 'vary'])
      assert.equal(kept.headers.get(name), first.headers.get(name), name);
  });

  test('come in XML too', async () => {
    const xml = { ...plain, accept: 'application/xml' };
    await read(xml);
    const kept = await read(xml);
    assert.ok(isKept(kept));
    assert.match(kept.text, /Ärger &amp; Söhne/);
  });

  test('say 304 to the tag that they have', async () => {
    const tag = (await read()).headers.get('etag') ?? '';
    const unchanged = await read({ ...plain, 'if-none-match': tag });
    assert.deepEqual([unchanged.status, unchanged.text, unchanged.headers.get('etag')], [304, '', tag]);
    assert.equal((await read({ ...plain, 'if-none-match': '"another"' })).status, 200);
  });

  test('are logged and counted as others are, each under its own request id', async () => {
    await read();
    const { events } = place.installation;
    const firstNew = events.length;
    const kept = await read({ ...plain, 'x-request-id': 'the-second' });
    assert.ok(isKept(kept));
    assert.equal(kept.headers.get('x-request-id'), 'the-second');
    const done = events.slice(firstNew).filter(({ kind }) => kind === 'request_done');
    const [{ duration, ...facts } = {} as never] = done as readonly Record<string, unknown>[];
    assert.equal(typeof duration, 'number');
    assert.deepEqual(facts, {
      kind: 'request_done',
      requestId: 'the-second',
      method: 'GET',
      path: `/${place.account.name}/v4/${path}`,
      query: '',
      status: 200,
      account: place.account.name,
      resource: 'clients',
      action: 'read',
      credential: place.account.clientId,
      client: '127.0.0.1',
      bytes: Buffer.byteLength(kept.text),
    });
  });

  test('hold in their own second alone when they are compressed', async () => {
    for (let index = 0; index < 10; index += 1)
      await place.machine.create('clients', { company_name: `Client ${index}` });
    const gzip = { 'accept-encoding': 'gzip' };
    const list = (): Promise<Answer> => place.machine.get('clients/read', {}, gzip);
    await list();
    assert.ok(isKept(await list()));
    stop('2026-06-10T12:01:10Z');
    const later = await list();
    assert.ok(!isKept(later));
    assert.equal(later.json['RequestEndTime'], '2026-06-10 12:01:10');
  });

  test('are one for each token, and end with each commit in the account', async () => {
    const { account, installation } = place;
    const where = { address: installation.address, account: account.name };
    const token = await fetchToken(where, {
      grant_type: 'client_credentials',
      client_id: account.clientId,
      client_secret: account.clientSecret,
    });
    const other: Client = createClient(where, token.access_token);
    await read();
    assert.ok(!isKept(await other.get(path, {}, plain)));
    assert.ok(isKept(await other.get(path, {}, plain)));
    await place.machine.create('clients', { company_name: 'One more' });
    assert.ok(!isKept(await other.get(path, {}, plain)));
    await send(`${installation.address}/${account.name}/auth/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({
        token: token.access_token,
        client_id: account.clientId,
        client_secret: account.clientSecret,
      }),
    });
    assert.equal((await other.get(path, {}, plain)).status, 401);
    assert.equal((await read()).status, 200);
  });

  test('stand while another account is written in, and end when the clock is set back', async () => {
    const rival = await place.installation.addAccount('rival');
    await read();
    await rival.machine.create('clients', { company_name: 'Not ours' });
    assert.ok(isKept(await read()));
    stop('2026-06-10T11:59:00Z');
    assert.ok(!isKept(await read()));
  });

  test('of what time changes hold in their own second alone', async () => {
    stop('2026-06-10T12:30:00Z');
    const time = (): Promise<Answer> => place.machine.get('serverTime/read', {}, plain);
    await time();
    assert.ok(isKept(await time()));
    stop('2026-06-10T12:30:01Z');
    const later = await time();
    assert.ok(!isKept(later));
    assert.match(later.text, /12:30:01/);
  });
};

onEveryEngine('kept answers', keeping, { startsAt: '2026-06-10T11:50:00Z' });

onEveryEngine(
  'kept answers of a person who is bound to network addresses',
  (place) => {
    test('are given to these addresses alone', async () => {
      const { installation, account } = place;
      await place.machine.create('users', {
        username: 'emma',
        firstname: 'Emma',
        lastname: 'Person',
        password,
        department_id: 1,
        restrict_to_ip: 1,
        allowed_ips: '203.0.113.9',
      });
      const from = (address: string): Record<string, string> => ({ ...plain, 'x-forwarded-for': address });
      const { access_token: token } = (
        await send(`${installation.address}/${account.name}/auth/oauth2/token`, {
          method: 'POST',
          headers: from('203.0.113.9'),
          body: new URLSearchParams({
            grant_type: 'password',
            client_id: account.clientId,
            client_secret: account.clientSecret,
            username: 'emma',
            password,
          }),
        })
      ).json;
      const emma = createClient({ address: installation.address, account: account.name }, token as string);
      const asked = async (address: string): Promise<Answer> => emma.get('users/me', {}, from(address));
      assert.equal((await asked('203.0.113.9')).status, 200);
      // A commit in the account, such as one of background work, ends a kept answer; the next answer is kept.
      const becomesKept = async (): Promise<boolean> => {
        for (let turn = 0; turn < 20; turn += 1) if (isKept(await asked('203.0.113.9'))) return true;
        return false;
      };
      assert.ok(await becomesKept());
      assert.equal((await asked('203.0.113.10')).status, 401);
      assert.ok(await becomesKept());
    });
  },
  { flags: { 'trusted-proxies': '127.0.0.0/8' } },
);
