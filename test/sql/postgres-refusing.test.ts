// Tests a server whose PostgreSQL runs but refuses work, a read-only connection, and text with NUL in requests.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { postgresEngine, type ScratchDatabase, type StorageEngine } from '../support/engines.ts';
import { startInstallation, type Installation } from '../support/installation.ts';
import { addressOf, withServer } from '../support/postgres-databases.ts';
import { column } from './scratch.ts';
import { postgresSuite, scratchPostgres } from './postgres-scratch.ts';

interface Served {
  readonly place: Installation;
  /** Runs a statement as the superuser, elsewhere, and ends the connections of the database. */
  change(statement: string): Promise<void>;
  readonly name: string;
}

async function served(t: TestContext): Promise<Served> {
  let made: ScratchDatabase | undefined;
  const engine: StorageEngine = {
    ...(postgresEngine as StorageEngine),
    create: async () => (made = await (postgresEngine as StorageEngine).create()),
  };
  const place = await startInstallation({ engine });
  t.after(() => place.close());
  const { url } = made as ScratchDatabase;
  const name = new URL(url).pathname.slice(1);
  const server = addressOf(url, { user: 'postgres', database: 'postgres' });
  return {
    place,
    name,
    change: (statement) =>
      withServer(server, async (client) => {
        await client.query(statement);
        await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
          name,
        ]);
      }),
  };
}

postgresSuite('a server whose PostgreSQL refuses work', () => {
  for (const [what, closing, opening, isReadable] of [
    [
      'is closed for writing',
      'alter database X set default_transaction_read_only = on',
      'alter database X reset all',
      true,
    ],
    [
      'is closed',
      'alter database X allow_connections false',
      'alter database X allow_connections true',
      false,
    ],
    ['has another name', 'alter database X rename to X_away', 'alter database X_away rename to X', false],
  ] as const) {
    const refused = isReadable ? 'writes and later reads' : 'writes and reads';
    test(`answers 503 to ${refused} while the database ${what}`, async (t) => {
      const { place, change, name } = await served(t);
      const { machine } = place.account;
      place.clock.stoppedAt = Date.now();
      const ready = async (): Promise<number> => (await fetch(`${place.address}/health/ready`)).status;
      const say = (statement: string): Promise<void> => change(statement.replaceAll('X', name));
      await machine.create('skills', { syn: 'before' });
      const known = (await machine.get('skills/read')).json['Results'];
      assert.equal(await ready(), 200);
      // A database in use cannot be renamed.
      if (closing.includes('rename')) await say('alter database X allow_connections false');
      await say(closing);
      // The horizon stands there already: nothing need be written for the answer to be right.
      const within = await machine.get('skills/read');
      if (isReadable) assert.deepEqual([within.status, within.json['Results']], [200, known]);
      else assert.equal(within.status, 503, within.text);
      place.clock.stoppedAt += 1000;
      for (const answer of [
        await machine.post('skills/create', { syn: 'lost' }),
        await machine.get('skills/read'),
      ]) {
        assert.equal(answer.status, 503, answer.text);
        assert.ok(Number(answer.headers.get('retry-after')) > 0);
      }
      assert.equal(await ready(), 503);
      await say(opening);
      if (closing.includes('rename')) await say('alter database X allow_connections true');
      assert.equal(await ready(), 200);
      await machine.create('skills', { syn: 'after' });
    });
  }

  test('writes no account clock over a read-only connection', async (t) => {
    const { open, clock, database, asSuperuser } = await scratchPostgres(t);
    await database.write(1, async () => undefined);
    const before = await asSuperuser('select account_id, stamp, version from account_clocks order by 1');
    clock.set(clock() / 1000 + 100);
    const reader = await open({ readOnly: true });
    assert.deepEqual(await reader.read(1, (tx) => column(tx, 'select 1::int')), [1]);
    assert.deepEqual(
      await asSuperuser('select account_id, stamp, version from account_clocks order by 1'),
      before,
    );
  });
});

onEveryEngine('text with NUL', (place) => {
  test('matches no account, client, user or row', async () => {
    const { account, installation, machine } = place;
    const login = (path: string, form: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(`${installation.address}/${path}`, { method: 'POST', body: new URLSearchParams(form) });
    const credentials = { client_id: account.clientId, client_secret: account.clientSecret };
    const grant = { grant_type: 'client_credentials', ...credentials };
    const token = `${account.name}/auth/oauth2/token`;
    const answers = [
      await login(token, { ...grant, client_id: 'a\0b' }),
      await login('a%00b/auth/oauth2/token', grant),
      await login(token, { ...grant, grant_type: 'password', username: 'a\0b', password: 'x' }),
      await login(token, { ...grant, grant_type: 'refresh_token', refresh_token: 'a\0b' }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 404, 400, 400],
    );
    for (const field of ['username', 'id', 'active']) {
      const found = await machine.get('users/read', { [field]: 'a\0b', [`_op__${field}`]: 'like' });
      assert.deepEqual([found.status, found.json['NumResults']], [200, 0], found.text);
    }
  });
});
