// Tests on a real Citus that the owner moves accounts to another node under load, and copies an installation into a spread one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { copyInstallation } from '#transfer/copy-installation.ts';
import { insertAccount } from '#sql/accounts.ts';
import type { Database } from '#sql/database.ts';
import { declaredTables } from '#sql/migrations/generate.ts';
import { column, run } from '../sql/scratch.ts';
import { withServer } from '../support/postgres-databases.ts';
import { citusSuite, spreadDatabase, type SpreadDatabase } from './spread-database.ts';

const accounts = [1, 2, 3, 4, 5, 6];

async function fill(database: Database): Promise<void> {
  for (const account of accounts)
    await database.write(account, async (tx) => {
      await insertAccount(tx, { id: account, name: `account${account}` });
      const add = 'insert into departments (account_id, id, department_name) values (?, 1, ?)';
      await run(tx, add, account, `department ${account}`);
    });
}

const revisionOf = async (database: Database, account: number): Promise<number> => {
  const sql = 'select row_revision from departments where account_id = ?';
  const [revision] = await database.read(account, (tx) => column(tx, sql, account));
  return Number(revision);
};

citusSuite('rows of a database that is spread over nodes', () => {
  let spread: SpreadDatabase;
  let database: Database;
  before(async () => {
    spread = await spreadDatabase();
    database = await spread.open();
    await fill(database);
  });
  after(() => spread?.close());

  test('move to another node while they are written, and no write is lost', async () => {
    const place = (): Promise<readonly Record<string, unknown>[]> =>
      spread.asSuperuser(`select shardid, nodename, nodeport from citus_shards
        where shardid = get_shard_id_for_distribution_column('account_clocks', 1::bigint)`);
    const [from = {}] = await place();
    const to = spread.nodes.find(({ isCoordinator, port }) => !isCoordinator && port !== from['nodeport']);
    const revisions = await Promise.all(accounts.map((account) => revisionOf(database, account)));
    const moving = new AbortController();
    const written = accounts.map(async (account) => {
      let count = 0;
      while (!moving.signal.aborted) {
        const update = 'update departments set row_revision = row_revision + 1 where account_id = ?';
        // A move holds writes for moments; who is refused has written nothing.
        await database
          .write(account, (tx) => run(tx, update, account))
          .then(() => (count += 1))
          .catch((error: unknown) => assert.ok(database.dialect.isUnavailable(error), String(error)));
      }
      return count;
    });
    await withServer(spread.ownerUrl, (client) =>
      client.query('select citus_move_shard_placement($1, $2, $3, $4, $5)', [
        from['shardid'],
        from['nodename'],
        from['nodeport'],
        to?.host,
        to?.port,
      ]),
    ).finally(() => moving.abort());
    const counts = await Promise.all(written);
    assert.equal((await place())[0]?.['nodeport'], to?.port);
    assert.ok(counts.every((count) => count > 0));
    assert.deepEqual(
      await Promise.all(accounts.map((account) => revisionOf(database, account))),
      revisions.map((revision, index) => revision + Number(counts[index])),
    );
  });

  test('come from another installation by a copy of the owner', async () => {
    const target = await spreadDatabase();
    try {
      const to = await target.openAsOwner();
      const tables = await declaredTables();
      const copied = await copyInstallation({ from: database, to, tables, clock: Date.now });
      assert.equal(copied.find(({ table }) => table === 'departments')?.rows, accounts.length);
      const serving = await target.open();
      for (const account of accounts)
        assert.equal(await revisionOf(serving, account), await revisionOf(database, account));
    } finally {
      await target.close();
    }
  });
});
