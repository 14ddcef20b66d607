// Tests a server that cannot reach PostgreSQL: it answers 503, keeps each acknowledged write and repeats none.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Database, Tx } from '#sql/database.ts';
import { storageEngines, type StorageEngine } from '../support/engines.ts';
import { openLine, type CuttableLine } from '../support/cuttable-line.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { countOf } from '../support/property.ts';
import { column, run } from './scratch.ts';
import { postgresSuite } from './postgres-scratch.ts';

/** An installation whose line to the database the test holds. */
async function onLine(t: TestContext): Promise<{ place: Installation; line: CuttableLine }> {
  const postgres = storageEngines.find(({ name }) => name === 'postgres') as StorageEngine;
  let line: CuttableLine | undefined;
  const engine: StorageEngine = {
    ...postgres,
    create: async () => {
      const database = await postgres.create();
      line = await openLine(database.url);
      return { ...database, url: line.url };
    },
  };
  const place = await startInstallation({ engine });
  t.after(async () => {
    await place.close();
    await line?.close();
  });
  return { place, line: line as CuttableLine };
}

const sequences = (tx: Tx): Promise<unknown[]> =>
  column(tx, "select sequence from row_counters where sequence like 'write %'");

const insert = (database: Database, account: number, name: string): Promise<unknown> =>
  database.write(account, (tx) =>
    run(tx, 'insert into row_counters (account_id, sequence, next_id) values ($1, $2, 0)', account, name),
  );

postgresSuite('a server without a connection to PostgreSQL', () => {
  test('answers 503 with Retry-After during an outage and serves again after it', async (t) => {
    const { place, line } = await onLine(t);
    const { machine, name } = place.account;
    const before = await machine.create('skills', { syn: 'before' });
    await line.cut(true);
    for (const answer of [
      await machine.get('skills/read'),
      await machine.post('skills/create', { syn: 'lost' }),
      await fetch(`${place.address}/${name}/auth/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: place.account.clientId,
          client_secret: place.account.clientSecret,
        }),
      }),
      await fetch(`${place.address}/health/ready`),
    ]) {
      assert.equal(answer.status, 503);
    }
    const refused = await machine.get('skills/read');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await fetch(`${place.address}/health/live`)).status, 200);
    await line.restore();
    const { json } = await machine.get('skills/read');
    assert.deepEqual(
      (json['Results'] as readonly { syn: string }[]).map(({ syn }) => syn),
      ['before'],
    );
    const after = await machine.create('skills', { syn: 'after' });
    assert.equal(after['id'], before['id'] + 1);
  });

  test('answers reads without an error when connections break', async (t) => {
    const { place, line } = await onLine(t);
    for (let round = 0; round < 5; round += 1) {
      assert.equal((await place.account.machine.get('users/read')).status, 200);
      await line.cut();
    }
  });

  test('stores each acknowledged write exactly once when connections break', async (t) => {
    const { place, line } = await onLine(t);
    const { database } = place.app.engine;
    const accountId = place.account.id;
    const acknowledged: string[] = [];
    const refusals: unknown[] = [];
    for (let round = 0; round < countOf({ test: 20, long: 100, soak: 4000 }); round += 1) {
      const names = Array.from({ length: 5 }, (_, index) => `write ${round} ${index}`);
      const writes = names.map((one) =>
        insert(database, accountId, one).then(
          () => acknowledged.push(one),
          (error: unknown) => refusals.push(error),
        ),
      );
      // At another moment of the group's life each time.
      await new Promise((passed) => setTimeout(passed, round % 20));
      if (round % 2 === 1) await line.cut();
      await Promise.all(writes);
    }
    // The primary key would refuse a second one, so nothing else than "not now" may be told either.
    for (const error of refusals) assert.doesNotMatch(String(error), /duplicate key/);
    const stored = new Set(await database.read(accountId, sequences));
    assert.deepEqual(
      acknowledged.filter((one) => !stored.has(one)),
      [],
    );
    assert.ok(acknowledged.length > 20, `only ${acknowledged.length} writes came through`);
  });
});
