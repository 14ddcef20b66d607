// Tests on a real Citus what clients of a service see, and whether what it has acknowledged is there, while a worker dies, freezes
// and comes back, accounts move, and a newer version migrates. One of two services is pointed at a worker.
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startApp, type RunningApp } from '#app';
import { readConfig } from '#config';
import type { Database } from '#sql/database.ts';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import type { Operation } from '#sql/migrations/operation.ts';
import { openDatabase } from '#sql/open-database.ts';
import { moveShard, placementOf } from '#sql/shard-groups.ts';
import { citusNodes, citusRoles, type CitusNode } from '../support/citus-databases.ts';
import { createClient, type Client } from '../support/client.ts';
import { citus, postgresEngine, type StorageEngine } from '../support/engines.ts';
import { startInstallation, type Installation, type TestAccount } from '../support/installation.ts';
import { addressOf, withServer } from '../support/postgres-databases.ts';
import { notes } from '../sql/small-tables.ts';
import { nodeProcesses } from './node-processes.ts';
import { citusSuite } from './spread-database.ts';

const observe = (): void => undefined;
const numberOfAccounts = 6;

/** What the clients of one account have seen. */
interface Seen {
  readonly acknowledged: number[];
  refused: number;
  /** Whatever is neither an answer nor a 503. */
  readonly faults: string[];
  /** Milliseconds. */
  longest: number;
  requests: number;
}

/** What a newer version brings, in two migrations. */
const later: readonly (readonly Operation[])[] = [
  [
    { kind: 'createTable', table: notes },
    { kind: 'addColumn', table: 'notes', column: { name: 'since', type: 'bigint' } },
    { kind: 'addColumn', table: 'notes', column: { name: 'until', type: 'bigint' } },
    {
      kind: 'addForeignKey',
      table: 'notes',
      foreignKey: { columns: ['account_id', 'id'], table: 'departments', references: ['account_id', 'id'] },
    },
    {
      kind: 'addExclusion',
      table: 'notes',
      exclusion: { name: 'notes_exclusive', columns: ['account_id', 'id'], from: 'since', until: 'until' },
    },
    { kind: 'addColumn', table: 'departments', column: { name: 'short', type: 'text' } },
    {
      kind: 'createIndex',
      table: 'departments',
      index: { name: 'departments_by_name', columns: ['account_id', 'department_name'] },
    },
  ],
  [
    {
      kind: 'eachAccount',
      sqlite: [],
      postgres: ["update departments set short = 'x' where account_id = {account} and short is null"],
    },
  ],
];

citusSuite('failures under load', () => {
  let installation: Installation;
  let atWorker: RunningApp;
  let owner: Database;
  let worker: CitusNode;
  const accounts: TestAccount[] = [];
  const clientsOf = new Map<TestAccount, readonly Client[]>();
  const portOf = new Map<TestAccount, unknown>();
  before(async () => {
    installation = await startInstallation({ engine: postgresEngine as StorageEngine });
    const database = new URL(installation.databaseUrl).pathname.slice(1);
    const ownerUrl = addressOf(citus, { user: citusRoles.owner, database });
    owner = await openDatabase({ url: ownerUrl, clock: Date.now, observe });
    const nodes = await citusNodes(citus);
    const workers = nodes.filter(({ isCoordinator }) => !isCoordinator);
    worker = workers[0] as CitusNode;
    const other = workers.at(-1) as CitusNode;
    const flags = {
      database: addressOf(other.url, { user: citusRoles.service, database }),
      port: '0',
      'max-event-loop-delay': '60000',
      'file-storage': installation.filesFolder,
    };
    atWorker = await startApp(readConfig({ flags, env: {} }), { clock: Date.now, observe });
    accounts.push(installation.account);
    for (let index = 1; index < numberOfAccounts; index += 1)
      accounts.push(await installation.addAccount(`account${index}`));
    for (const account of accounts) {
      const { token } = account.machine;
      const second = createClient({ address: atWorker.address, account: account.name }, token);
      clientsOf.set(account, [account.machine, second]);
      const sql = `select nodeport from citus_shards
        where shardid = get_shard_id_for_distribution_column('account_clocks', ${account.id}::bigint)`;
      const placed = await withServer(addressOf(citus, { user: 'postgres', database }), (client) =>
        client.query<{ nodeport: number }>(sql),
      );
      portOf.set(account, placed.rows[0]?.nodeport);
    }
  });
  after(async () => {
    await Promise.all([atWorker, owner].map((one) => one?.close()));
    await installation?.close();
  });

  const write = async (client: Client, seen: Seen): Promise<void> => {
    const begun = performance.now();
    const name = `department ${Math.random()}`;
    const answer = await client.post('departments/create', { department_name: name }).catch(String);
    seen.longest = Math.max(seen.longest, performance.now() - begun);
    seen.requests += 1;
    if (typeof answer === 'string') seen.faults.push(answer);
    else if (answer.status === 200) seen.acknowledged.push(Number(answer.json['Results'][0].id));
    else if (answer.status === 503) seen.refused += 1;
    else seen.faults.push(`${answer.status} ${answer.text}`);
  };

  /** Writes in all accounts through both services while `work` runs, and until `work` has ended and all take writes again. */
  const underLoad = async (work: () => Promise<unknown>): Promise<ReadonlyMap<TestAccount, Seen>> => {
    const ended = new AbortController();
    const seen = new Map<TestAccount, Seen>(
      accounts.map((account) => [
        account,
        { acknowledged: [], refused: 0, faults: [], longest: 0, requests: 0 },
      ]),
    );
    const loads = [...seen].flatMap(([account, one]) =>
      (clientsOf.get(account) ?? []).map(async (client) => {
        while (!ended.signal.aborted) {
          await write(client, one);
          await pause(20);
        }
      }),
    );
    try {
      await pause(1_000);
      await work();
      await untilAllAnswer();
    } finally {
      ended.abort();
    }
    await Promise.all(loads);
    return seen;
  };

  /** A node that was silent is left alone for some seconds. */
  const untilAllAnswer = async (): Promise<void> => {
    for (const client of [...clientsOf.values()].flat())
      for (let attempt = 1; ; attempt += 1) {
        const { status, text } = await client.get('departments/read', { limit: 1 });
        if (status === 200) break;
        assert.ok(status === 503 && attempt < 60, text);
        await pause(1_000);
      }
  };

  /** Of every account: no fault, and nothing lost that was acknowledged. Of those given: nothing refused either. */
  const assertWhole = async (
    t: TestContext,
    seen: ReadonlyMap<TestAccount, Seen>,
    elsewhere: (account: TestAccount) => boolean,
  ): Promise<void> => {
    const sum = { requests: 0, acknowledged: 0, refused: 0, longest: 0, there: 0 };
    for (const [account, one] of seen) {
      assert.deepEqual(one.faults, [], account.name);
      const ids = new Set(await idsIn(account));
      assert.deepEqual(
        one.acknowledged.filter((id) => !ids.has(id)),
        [],
        account.name,
      );
      sum.requests += one.requests;
      sum.acknowledged += one.acknowledged.length;
      sum.refused += one.refused;
      if (!elsewhere(account)) sum.there = Math.max(sum.there, one.longest);
      else {
        sum.longest = Math.max(sum.longest, one.longest);
        assert.equal(one.refused, 0, `${account.name} was refused ${one.refused} times`);
      }
    }
    assert.ok(sum.acknowledged > 0);
    t.diagnostic(
      `${sum.requests} writes, ${sum.acknowledged} acknowledged, 0 lost, ${sum.refused} refused; longest elsewhere ${Math.round(sum.longest)} ms, on the node ${Math.round(sum.there)} ms`,
    );
  };

  const idsIn = (account: TestAccount): Promise<readonly number[]> =>
    installation.app.engine.database.read(account.id, async (tx) => {
      const sql = 'select id from departments where account_id = $1';
      return (await tx.all({ sql, parameters: [account.id] })).map(({ id }) => Number(id));
    });

  const isElsewhere = (account: TestAccount): boolean => portOf.get(account) !== worker.port;

  for (const [how, signal] of [
    ['killed', 'SIGKILL'],
    ['frozen', 'SIGSTOP'],
  ] as const)
    test(`lose nothing and refuse nobody elsewhere when a worker is ${how} and back`, async (t) => {
      assert.ok(accounts.some(isElsewhere) && !accounts.every(isElsewhere));
      const processes = await nodeProcesses(worker);
      const seen = await underLoad(async () => {
        processes.signal(signal);
        await pause(8_000);
        if (signal === 'SIGKILL') await processes.start();
        else processes.signal('SIGCONT');
      });
      await assertWhole(t, seen, isElsewhere);
    });

  test('lose nothing and refuse nobody while accounts move to another node', async (t) => {
    const seen = await underLoad(async () => {
      const { nodes, shards } = await placementOf(owner);
      const [from, to] = nodes.filter(({ takesShards }) => takesShards);
      const moving = shards.find(({ group }) => group === from?.group);
      if (from === undefined || to === undefined || moving === undefined) throw new Error('no two workers');
      await moveShard(owner, { shard: moving.shard, from, to });
    });
    await assertWhole(t, seen, () => true);
  });

  test('lose nothing and refuse nobody while a newer version migrates beside them', async (t) => {
    const known = await loadMigrations();
    const migrations = later.map((operations, index) => ({
      version: known.length + 1 + index,
      name: `later${index}`,
      load: async () => operations,
    }));
    let applied: readonly string[] = [];
    const seen = await underLoad(async () => {
      applied = await migrate(owner, { observe, migrations: [...known, ...migrations] });
    });
    assert.deepEqual(applied, ['later0', 'later1']);
    await assertWhole(t, seen, () => true);
  });
});
