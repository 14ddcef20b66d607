// Tests a server after acknowledged commits are lost, by a delayed standby or a restored dump. Ids and versions repeat
// then, and the server shows nothing of the lost commits.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { caughtUp } from '../../support/caught-up.ts';
import { createClient, type Client } from '../../support/client.ts';
import { openLine, type CuttableLine } from '../../support/cuttable-line.ts';
import {
  findPrograms,
  startCluster,
  startFollower,
  type Cluster,
  type Follower,
} from '../../support/postgres-cluster.ts';
import { addressOf, createPostgres, withServer } from '../../support/postgres-databases.ts';
import { postgresSuite } from '../../sql/postgres-scratch.ts';
import { killAll, serve, type ServingProcess } from '../executable.ts';
import { createAcme, loginMachine, type Credential } from '../site.ts';

const run = promisify(execFile);
const rounds = 4;

postgresSuite('a server after lost commits', () => {
  let primary: Cluster;
  let follower: Follower;
  let line: CuttableLine;
  let survivor: ServingProcess;
  let credential: Credential;
  let client: Client;
  let kept: number;

  before(async () => {
    primary = (await startCluster(['synchronous_commit=local'])) as Cluster;
    follower = await startFollower(primary);
    const { url } = await createPostgres(primary.url);
    line = await openLine(url);
    credential = await createAcme({ database: url });
    survivor = await serve(line.url);
    client = await loginMachine(survivor.address, credential);
    kept = (await client.create('skills', { syn: 'kept' }))['id'] as number;
  });
  after(async () => {
    killAll();
    await line?.close();
    follower?.remove();
    primary?.remove();
  });

  /** Writes that will be lost. */
  async function writeLost(): Promise<Lost> {
    const tags: string[] = [];
    const tokens: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { token } = await loginMachine(survivor.address, credential);
      tokens.push(token);
      await client.put('skills/update', { id: kept, syn: `lost ${round}` });
      await client.create('skills', { syn: `lost too ${round}` });
      const { status, headers } = await as(token).get('skills/read');
      assert.equal(status, 200);
      tags.push(headers.get('etag') as string);
    }
    assert.equal(new Set(tags).size, rounds);
    const commits = await onServer(addressOf(primary.url, { user: 'postgres', database: nameOf(line.url) }), {
      text: 'select version::int as found from account_clocks where account_id = 1',
    });
    return { tags, tokens, commits: commits as number };
  }

  const as = (token: string): Client => createClient({ address: survivor.address, account: 'acme' }, token);

  /** Writes others in their place by a server that knows nothing, and compares what the two show after each. */
  async function writeOthers(database: string, lost: Lost): Promise<void> {
    const fresh = await serve(database);
    const other = await loginMachine(fresh.address, credential);
    const compare = async (): Promise<void> => {
      const { json } = await other.get('skills/read');
      const rows = json['Results'] as readonly { readonly id: number; readonly syn: string }[];
      assert.ok(rows.every(({ syn }) => !syn.startsWith('lost')));
      for (const tag of lost.tags) {
        const answer = await client.get('skills/read', {}, { 'if-none-match': tag });
        assert.equal(answer.status, 200, 'what is no more was said to be unchanged');
        assert.deepEqual(answer.json['Results'], rows);
      }
      for (const row of rows) {
        assert.deepEqual((await client.get(`skills/read/${row.id}`)).json['Results'], [row]);
      }
      for (const token of lost.tokens) assert.equal((await as(token).get('skills/read')).status, 401);
    };
    // As many commits as the survivor had seen when it was asked last.
    await onServer(addressOf(database, { user: 'postgres', database: nameOf(database) }), {
      text: 'update account_clocks set version = $1 where account_id = 1',
      values: [lost.commits],
    });
    for (const token of lost.tokens) assert.equal((await as(token).get('skills/read')).status, 401);
    await compare();
    for (let round = 0; round < 2 * rounds; round += 1) {
      await other.put('skills/update', { id: kept, syn: `stands ${round}` });
      await compare();
      await other.create('skills', { syn: `stands too ${round}` });
      await compare();
    }
    assert.deepEqual(await fresh.end('SIGTERM'), { code: 0, signal: null });
  }

  test('shows none of them after a dump is restored into the database in use', async () => {
    const programs = findPrograms() as string;
    const database = addressOf(primary.url, { user: 'postgres', database: nameOf(line.url) });
    const file = join(decodeURIComponent(new URL(primary.url).host), 'dump');
    await run(join(programs, 'pg_dump'), ['--format=custom', `--file=${file}`, database]);
    const lost = await writeLost();
    await run(join(programs, 'pg_restore'), [
      '--clean',
      '--single-transaction',
      `--dbname=${database}`,
      file,
    ]);
    await writeOthers(addressOf(primary.url, { user: 'hourbook', database: nameOf(line.url) }), lost);
  });

  // The last one: the primary is gone.
  test('shows none of them after a delayed standby takes over', async () => {
    await caughtUp(primary, follower);
    await follower.stop();
    const lost = await writeLost();
    await line.cut(true);
    primary.remove();
    await follower.start();
    await withServer(follower.url, (server) => server.query('select pg_promote()'));
    line.lead(follower.url);
    await line.restore();
    await writeOthers(addressOf(follower.url, { user: 'hourbook', database: nameOf(line.url) }), lost);
  });
});

/** What the survivor remembers of each state that will be lost: its tag, and a token issued in it. */
interface Lost {
  readonly tags: readonly string[];
  readonly tokens: readonly string[];
  /** How many commits the account had in the end. */
  readonly commits: number;
}

async function onServer(url: string, query: { text: string; values?: readonly unknown[] }): Promise<unknown> {
  let found: unknown;
  await withServer(url, async (server) => {
    const { rows } = await server.query<{ found: unknown }>(query.text, [...(query.values ?? [])]);
    found = rows[0]?.found;
  });
  return found;
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
