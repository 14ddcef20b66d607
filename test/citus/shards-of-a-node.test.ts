// Tests on a real Citus what holds where a node has several shards, as in every installation.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAccount } from '#sql/accounts.ts';
import type { Database } from '#sql/database.ts';
import { addressOfNode, placementOf, type ShardGroup, type SpreadNode } from '#sql/shard-groups.ts';
import { hourbook, killAll } from '../process/executable.ts';
import { column, run } from '../sql/scratch.ts';
import { addressOf, withServer } from '../support/postgres-databases.ts';
import { citusSuite, spreadDatabase, type SpreadDatabase } from './spread-database.ts';

const accounts = Array.from({ length: 16 }, (_, index) => index + 1);

citusSuite('a node with several shards', () => {
  let spread: SpreadDatabase;
  let database: Database;
  before(async () => {
    spread = await spreadDatabase({ shardsOfNode: 4 });
    database = await spread.open();
    for (const account of accounts)
      await database.write(account, async (tx) => {
        await insertAccount(tx, { id: account, name: `account${account}` });
        const add = 'insert into departments (account_id, id, department_name) values (?, 1, ?)';
        await run(tx, add, account, `department ${account}`);
      });
  });
  after(async () => {
    killAll();
    await spread?.close();
  });

  const namesIn = (account: number): Promise<unknown[]> =>
    database.read(account, (tx) =>
      column(tx, 'select department_name from departments where account_id = ?', account),
    );
  const writeIn = (account: number): Promise<number> =>
    database.write(account, (tx) =>
      run(tx, 'update departments set row_revision = row_revision + 1 where account_id = ?', account),
    );

  /** Accounts of which each shard of a worker has one. */
  const neighbours = async (): Promise<{ readonly port: unknown; readonly byShard: Map<number, number> }> => {
    const worker = spread.nodes.find(({ isCoordinator }) => !isCoordinator);
    const byShard = new Map<number, number>();
    for (const account of accounts)
      if ((await spread.portOf(account)) === worker?.port)
        byShard.set(await spread.shardOf(account, 'departments'), account);
    return { port: worker?.port, byShard };
  };

  test('answers accounts of the other shards while one shard is locked', async () => {
    const { port, byShard } = await neighbours();
    const [[shard, locked], ...others] = [...byShard] as [[number, number], ...[number, number][]];
    assert.ok(others.length > 0, 'a worker has accounts in one shard only');
    const node = new URL(addressOf(spread.url, { user: 'postgres', database: pathOf(spread.url) }));
    node.port = String(port);
    await withServer(node.href, async (client) => {
      await client.query('set citus.enable_manual_changes_to_shards = on');
      await client.query('begin');
      await client.query(`lock table departments_${shard} in access exclusive mode`);
      const refused = Promise.allSettled(
        Array.from({ length: 10 }, () => [namesIn(locked), writeIn(locked)]).flat(),
      );
      for (let round = 0; round < 20; round += 1)
        for (const [, account] of others) {
          assert.deepEqual(await namesIn(account), [`department ${account}`]);
          assert.equal(await writeIn(account), 1);
        }
      for (const end of await refused)
        assert.ok(end.status === 'rejected' && database.dialect.isUnavailable(end.reason), end.status);
      await client.query('rollback');
    });
    assert.deepEqual(await namesIn(locked), [`department ${locked}`]);
    assert.equal(await writeIn(locked), 1);
  });

  test('is left by all other accounts for each that is isolated, and by no isolated one', async () => {
    const isolated: string[] = [];
    for (const name of ['account3', 'account5']) {
      const ended = await hourbook(['db', 'isolate', name, '--json', '--database', spread.ownerUrl]);
      assert.equal(ended.code, 0, ended.complaint);
      isolated.push((JSON.parse(ended.output) as { node: string }).node);
    }
    assert.equal(new Set(isolated).size, 2, isolated.join());
    const { nodes, shards } = await placementOf(await spread.openAsOwner());
    for (const address of isolated) {
      const node = nodes.find((one) => addressOfNode(one) === address);
      assert.deepEqual(
        shards.filter(({ group }) => group === node?.group).map(({ isIsolated }) => isIsolated),
        [true],
      );
    }
    for (const account of accounts) assert.deepEqual(await namesIn(account), [`department ${account}`]);
  });

  test('is taken from no isolated account, and the last one is left to all others', async () => {
    const { nodes, shards } = await placementOf(await spread.openAsOwner());
    const ownNode = nodes.find(({ group }) =>
      shards.some((shard) => shard.isIsolated && shard.group === group),
    ) as SpreadNode;
    const refused = async (...words: readonly string[]): Promise<string> => {
      const ended = await hourbook(['db', 'isolate', 'account7', ...words, '--database', spread.ownerUrl]);
      assert.equal(ended.code, 1, ended.output);
      return ended.complaint;
    };
    assert.match(await refused(), /The other accounts have nowhere to go from /);
    assert.match(await refused('--node', addressOfNode(ownNode)), /is another account's own: name a node /);
    const places = (all: readonly ShardGroup[]): unknown[] => all.map(({ shard, group }) => [shard, group]);
    assert.deepEqual(places((await placementOf(await spread.openAsOwner())).shards), places(shards));
  });
});

function pathOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
