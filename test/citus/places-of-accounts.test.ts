// Tests on a real Citus the commands that tell where accounts are and move them, while they are written.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { insertAccount } from '#sql/accounts.ts';
import type { Database } from '#sql/database.ts';
import { planMoves } from '#sql/plan-moves.ts';
import { addressOfNode, moveShard, placementOf, type Placement } from '#sql/shard-groups.ts';
import { hourbook, killAll, startCommand } from '../process/executable.ts';
import { column, run } from '../sql/scratch.ts';
import { nodeProcesses } from './node-processes.ts';
import { citusSuite, spreadDatabase, type SpreadDatabase } from './spread-database.ts';

const accounts = Array.from({ length: 9 }, (_, index) => index + 1);

/** What came of something that was repeated. */
interface Repeated {
  readonly all: number;
  /** Of them: those that began and ended while a shard was moved or split. */
  readonly meanwhile: number;
  readonly refusals: readonly unknown[];
}

citusSuite('places of accounts', () => {
  let spread: SpreadDatabase;
  let database: Database;
  let owner: Database;
  before(async () => {
    spread = await spreadDatabase();
    database = await spread.open();
    owner = await spread.openAsOwner();
    for (const account of accounts)
      await database.write(account, async (tx) => {
        await insertAccount(tx, { id: account, name: `account${account}` });
        const add =
          'insert into departments (account_id, id, department_name, row_revision) values (?, 1, ?, 0)';
        await run(tx, add, account, `department ${account}`);
      });
  });
  after(async () => {
    killAll();
    await spread?.close();
  });

  /** Runs a command; answers what `--json` prints. */
  const done = async (...words: readonly string[]): Promise<Record<string, unknown>> => {
    const ended = await hourbook([...words, '--json', '--database', spread.ownerUrl]);
    assert.equal(ended.code, 0, ended.complaint);
    return JSON.parse(ended.output) as Record<string, unknown>;
  };

  /** Whether a shard is moved or split now. */
  const isAtWork = async (): Promise<boolean> => {
    const [found] = await spread.asSuperuser(
      `select count(*)::int as count from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()
        and datname = current_database() and query ~ '^select (citus_move_shard_placement|isolate_tenant_to_new_shard)'`,
    );
    return Number(found?.['count']) > 0;
  };

  /**
   * Writes and reads in all accounts while `work` runs: no read is refused, no write is refused for good, none is lost, and each
   * account is written while a shard is moved or split.
   */
  const whileWriting = async (work: () => Promise<unknown>): Promise<void> => {
    const working = new AbortController();
    const revisionOf = async (account: number): Promise<number> => {
      const sql = 'select row_revision from departments where account_id = ?';
      const [found] = await database.read(account, (tx) => column(tx, sql, account));
      return Number(found);
    };
    const revisions = (): Promise<number[]> => Promise.all(accounts.map(revisionOf));
    let atWork = false;
    const watched = (async () => {
      while (!working.signal.aborted) {
        atWork = await isAtWork();
        await pause(100);
      }
    })();
    const atFirst = await revisions();
    /** Repeats something until the work ends; counts the successes, also those within a move or split, and keeps the refusals. */
    const repeat = async (once: () => Promise<unknown>): Promise<Repeated> => {
      const counts = { all: 0, meanwhile: 0, refusals: [] as unknown[] };
      while (!working.signal.aborted) {
        const wasAtWork = atWork;
        try {
          await once();
          counts.all += 1;
          if (wasAtWork && atWork) counts.meanwhile += 1;
        } catch (error) {
          counts.refusals.push(error);
        }
      }
      return counts;
    };
    const add = 'update departments set row_revision = row_revision + 1 where account_id = ?';
    const written = accounts.map((account) =>
      repeat(() => database.write(account, (tx) => run(tx, add, account))),
    );
    const read = accounts.map((account) => repeat(() => revisionOf(account).then(() => pause(50))));
    await work().finally(() => working.abort());
    await watched;
    const counts = await Promise.all(written);
    assert.deepEqual(
      await revisions(),
      atFirst.map((revision, index) => revision + Number(counts[index]?.all)),
    );
    for (const { meanwhile, refusals } of counts) {
      assert.ok(meanwhile > 0, counts.map((one) => one.meanwhile).join());
      for (const error of refusals) assert.ok(database.dialect.isUnavailable(error), String(error));
    }
    for (const { meanwhile, refusals } of await Promise.all(read)) {
      assert.deepEqual(refusals, []);
      assert.ok(meanwhile > 0);
    }
  };

  const placement = (): Promise<Placement> => placementOf(owner);
  const sharesOf = ({ nodes, shards }: Placement): number[] =>
    nodes
      .filter(({ takesShards }) => takesShards)
      .map(({ group }) => shards.filter((shard) => shard.group === group).length);

  /** Moves all shards to one node; answers how many there are. */
  const gather = async (): Promise<number> => {
    const { nodes, shards } = await placement();
    const to = nodes.find(({ takesShards }) => takesShards);
    if (to === undefined) throw new Error('no node takes shards');
    for (const { shard, group } of shards.filter((one) => one.group !== to.group)) {
      const from = nodes.find((node) => node.group === group);
      if (from !== undefined) await moveShard(owner, { shard, from, to });
    }
    assert.equal(sharesOf(await placement())[0], shards.length);
    return shards.length;
  };
  /** Waits until a shard is moved, or none is moved any more. */
  const untilAtWork = async (is: boolean): Promise<void> => {
    for (let looks = 0; (await isAtWork()) !== is; looks += 1) {
      assert.ok(looks < 600, `a shard is ${is ? 'never' : 'still'} moved`);
      await pause(100);
    }
  };

  test('are evened out by a second db rebalance when the first one was killed', async () => {
    const all = await gather();
    const command = startCommand(['db', 'rebalance', '--database', spread.ownerUrl]);
    await untilAtWork(true);
    await command.kill();
    await untilAtWork(false);
    await done('db', 'rebalance');
    assert.ok(Math.max(...sharesOf(await placement())) < all);
  });

  test('are evened out by db rebalance', async () => {
    const all = await gather();
    const planned = await done('db', 'rebalance', '--dry-run');
    await whileWriting(async () => assert.deepEqual(await done('db', 'rebalance'), planned));
    assert.ok(Math.max(...sharesOf(await placement())) < all);
    // Rows that have moved take less room, so that what was planned with more may need another move; then all is even.
    let again: unknown;
    for (let time = 0; time < 3; time += 1) again = await done('db', 'rebalance');
    assert.deepEqual(again, { moves: [] });
  });

  test('are a node of its own for an account after db isolate, and stay so', async () => {
    let isolated: Record<string, unknown> = {};
    await whileWriting(async () => (isolated = await done('db', 'isolate', 'account3')));
    const status = (await done('db', 'status')) as unknown as {
      nodes: { address: string; accounts: number; answers: boolean }[];
      accounts: { name: string; node: string }[];
    };
    const own = status.nodes.find(({ address }) => address === isolated['node']);
    assert.deepEqual([own?.accounts, own?.answers], [1, true]);
    assert.equal(status.accounts.find(({ name }) => name === 'account3')?.node, isolated['node']);
    assert.equal(status.accounts.length, accounts.length);
    await done('db', 'rebalance');
    assert.deepEqual(await done('db', 'isolate', 'account3', '--node', String(isolated['node'])), isolated);
    const { nodes, shards } = await placement();
    const there = nodes.find((node) => addressOfNode(node) === isolated['node']);
    assert.deepEqual(
      shards.filter(({ group }) => group === there?.group).map(({ isIsolated }) => isIsolated),
      [true],
    );
  });

  test('are told by db status while a node is frozen, without those on it, and stay', async () => {
    const worker = spread.nodes.find(({ isCoordinator }) => !isCoordinator);
    if (worker === undefined) throw new Error('there is no worker');
    const processes = await nodeProcesses(worker);
    processes.signal('SIGSTOP');
    try {
      const status = (await done('db', 'status')) as unknown as {
        nodes: { address: string; answers: boolean }[];
        accounts: { rows: number | null; node: string }[];
      };
      const address = `${worker.host}:${worker.port}`;
      assert.deepEqual(
        status.nodes.filter(({ answers }) => !answers).map((node) => node.address),
        [address],
      );
      for (const { rows, node } of status.accounts) assert.equal(rows === null, node === address);
      const found = await placementOf(owner, 2_000);
      assert.throws(() => planMoves(found), { message: new RegExp(`^${address} does not answer: `) });
    } finally {
      processes.signal('SIGCONT');
    }
  });
});
