// The line that the server logs of each request names who sent it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '#sql/open-database.ts';
import { run } from '../sql/scratch.ts';
import { send, type Client } from '../support/client.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { hire } from '../time-tracking/booking.ts';

onEveryEngine('the event of a request', (place) => {
  const lastOf = (path: string) => {
    const done = place.installation.events.findLast(
      (event) => event.kind === 'request_done' && event.path.endsWith(path),
    );
    assert.equal(done?.kind, 'request_done');
    const { account, user, credential, client } = done as Extract<typeof done, { kind: 'request_done' }>;
    return { account, user, credential, client };
  };
  const client = '127.0.0.1';

  test('names account, user, credential and client of reads and writes', async () => {
    const { account, machine } = place;
    const user = await hire(machine, 'reader');
    const person = await account.login('reader');
    const common = { account: account.name, credential: account.clientId, client };
    const asks = async (by: Client, id: number | undefined): Promise<void> => {
      // The first read looks the token up, the second finds it remembered.
      for (const path of ['skills/read', 'skills/read/2']) {
        await by.get(path);
        assert.deepEqual(lastOf(path), { ...common, user: id });
      }
      await by.post('skills/create', { syn: 'S' });
      assert.deepEqual(lastOf('skills/create'), { ...common, user: id });
    };
    await asks(person, user);
    await asks(machine, undefined);
  });

  test('names no user of a change whose token was revoked elsewhere', async (t) => {
    const { installation, account, machine } = place;
    await hire(machine, 'writer');
    const person = await account.login('writer');
    await person.post('skills/create', { syn: 'S' });
    const elsewhere = await openDatabase({
      url: installation.databaseUrl,
      clock: Date.now,
      observe: () => undefined,
    });
    t.after(() => elsewhere.close());
    await elsewhere.write(account.id, (tx) =>
      run(tx, 'update tokens set revoked_at = 1 where user_id is not null'),
    );
    assert.equal((await person.post('skills/create', { syn: 'S' })).status, 401);
    const none = { account: account.name, user: undefined, credential: undefined, client };
    assert.deepEqual(lastOf('skills/create'), none);
  });

  test('names only the client of a request without a valid token', async () => {
    const { installation, account } = place;
    const url = `${installation.address}/${account.name}/v4/clients/read`;
    await send(url, { method: 'GET' });
    const none = { account: account.name, user: undefined, credential: undefined, client };
    assert.deepEqual(lastOf('clients/read'), none);
    await send(url, { method: 'GET', token: 'x'.repeat(43) });
    assert.deepEqual(lastOf('clients/read'), none);
  });
});
