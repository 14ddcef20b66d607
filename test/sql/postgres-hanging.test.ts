// Tests a server whose PostgreSQL keeps its connections open and answers nothing. A slow statement is not given up.
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { ObservedEvent } from '#observe/event.ts';
import type { Database, Tx } from '#sql/database.ts';
import { openDatabase } from '#sql/open-database.ts';
import { fetchToken } from '../support/client.ts';
import { storageEngines, type StorageEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { startCluster, type Cluster } from '../support/postgres-cluster.ts';
import { createPostgres } from '../support/postgres-databases.ts';
import { countOf } from '../support/property.ts';
import { column, run } from './scratch.ts';
import { postgresSuite } from './postgres-scratch.ts';

postgresSuite('a server whose PostgreSQL hangs', () => {
  let cluster: Cluster;
  before(async () => {
    cluster = (await startCluster()) as Cluster;
  });
  after(() => cluster?.remove());

  async function installation(t: TestContext): Promise<Installation> {
    const postgres = storageEngines.find(({ name }) => name === 'postgres') as StorageEngine;
    const place = await startInstallation({
      engine: { ...postgres, create: () => createPostgres(cluster.url) },
    });
    t.after(async () => {
      cluster.signal('SIGCONT');
      await place.close();
    });
    return place;
  }

  const told = ({ events }: Installation, kind: string): number =>
    events.filter((event) => event.kind === kind).length;

  test('answers 503 with Retry-After during the hang and serves again after it', async (t) => {
    const place = await installation(t);
    const { machine, name, clientId, clientSecret } = place.account;
    const first = await machine.create('skills', { syn: 'before' });
    cluster.signal('SIGSTOP');
    // Some wait for an answer, some for a connection.
    const answers = await Promise.all([
      ...Array.from({ length: 15 }, () => machine.get('skills/read')),
      ...Array.from({ length: 5 }, () => machine.post('skills/create', { syn: 'lost' })),
      fetch(`${place.address}/health/ready`),
    ]);
    // The driver loses patience too, after 70 seconds, and says nothing of the database.
    assert.equal(told(place, 'database_lost'), 1);
    const late = await Promise.all([
      machine.get('skills/read'),
      machine.post('skills/create', { syn: 'lost' }),
      fetch(`${place.address}/health/ready`),
    ]);
    for (const { status, headers } of [...answers, ...late]) {
      assert.equal(status, 503);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
    const login = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    await assert.rejects(fetchToken({ address: place.address, account: name }, login), /503/);
    assert.equal(told(place, 'database_found'), 0);
    cluster.signal('SIGCONT');
    while (told(place, 'database_found') === 0) await pause(50);
    const { json } = await machine.get('skills/read');
    const syns = (json['Results'] as readonly { syn: string }[]).map(({ syn }) => syn);
    assert.equal(syns[0], 'before');
    assert.equal((await machine.create('skills', { syn: 'after' }))['id'], Number(first['id']) + syns.length);
    assert.equal(told(place, 'database_lost'), 1);
  });

  test('stores each acknowledged write exactly once', async (t) => {
    const place = await installation(t);
    const { database } = place.app.engine;
    const accountId = place.account.id;
    const acknowledged: string[] = [];
    const refusals: string[] = [];
    for (let round = 0; round < countOf({ test: 1, long: 2, soak: 30 }); round += 1) {
      const writes = startWrites(database, { accountId, name: `write ${round}` });
      while (writes.acknowledged.length < 20) await pause(1);
      cluster.signal('SIGSTOP');
      const error = await writes.refusal;
      cluster.signal('SIGCONT');
      acknowledged.push(...writes.acknowledged);
      refusals.push(error);
      while (told(place, 'database_found') <= round) await pause(50);
    }
    const stored = await database.read(accountId, sequences);
    assert.deepEqual(
      acknowledged.filter((one) => !stored.includes(one)),
      [],
    );
    // The primary key would refuse a second one.
    for (const error of refusals) assert.doesNotMatch(error, /duplicate key/);
    t.diagnostic(refusals.join('; '));
  });

  test('waits for a statement of 10 seconds without an error', async (t) => {
    const { url, remove } = await createPostgres(cluster.url);
    const events: ObservedEvent[] = [];
    const database = await openDatabase({
      url,
      clock: Date.now,
      observe: (event) => void events.push(event),
    });
    t.after(async () => {
      await database.close();
      await remove();
    });
    const sleep = (tx: Tx): Promise<unknown[]> => column(tx, "select 'slept' from pg_sleep(10)");
    assert.deepEqual(await Promise.all([database.read(1, sleep), database.write(1, sleep)]), [
      ['slept'],
      ['slept'],
    ]);
    assert.deepEqual(events, []);
  });
});

const sequences = (tx: Tx): Promise<unknown[]> =>
  column(tx, "select sequence from row_counters where sequence like 'write %'");

interface Writes {
  readonly acknowledged: readonly string[];
  /** What ended them. */
  readonly refusal: Promise<string>;
}

/** One write after another until one is refused. */
function startWrites(
  database: Database,
  { accountId, name }: { readonly accountId: number; readonly name: string },
): Writes {
  const acknowledged: string[] = [];
  const refusal = (async () => {
    for (let serial = 0; ; serial += 1) {
      const sequence = `${name} ${serial}`;
      const text = 'insert into row_counters (account_id, sequence, next_id) values ($1, $2, 0)';
      try {
        await database.write(accountId, (tx) => run(tx, text, accountId, sequence));
      } catch (error) {
        return String(error);
      }
      acknowledged.push(sequence);
    }
  })();
  return { acknowledged, refusal };
}
