// Tests that a worker of a real Citus which is frozen takes nothing from accounts on other workers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { insertAccount } from '#sql/accounts.ts';
import type { Database } from '#sql/database.ts';
import type { CitusNode } from '../support/citus-databases.ts';
import { column, run } from '../sql/scratch.ts';
import { nodeProcesses } from './node-processes.ts';
import { citusSuite, spreadDatabase, type SpreadDatabase } from './spread-database.ts';

const accounts = Array.from({ length: 12 }, (_, index) => index + 1);

const readIn = (database: Database, account: number): Promise<unknown[]> =>
  database.read(account, (tx) =>
    column(tx, 'select department_name from departments where account_id = ?', account),
  );

const writeIn = (database: Database, account: number): Promise<number> =>
  database.write(account, (tx) =>
    run(tx, 'update departments set row_revision = row_revision + 1 where account_id = ?', account),
  );

citusSuite('a node that is frozen', () => {
  let spread: SpreadDatabase;
  let database: Database;
  const portOf = new Map<number, unknown>();
  before(async () => {
    spread = await spreadDatabase();
    database = await spread.open();
    for (const account of accounts) {
      await database.write(account, async (tx) => {
        await insertAccount(tx, { id: account, name: `account${account}` });
        const add = 'insert into departments (account_id, id, department_name) values (?, 1, ?)';
        await run(tx, add, account, `department ${account}`);
      });
      portOf.set(account, await spread.portOf(account));
    }
  });
  after(() => spread?.close());

  test('refuses its own accounts soon and leaves all others their connections', async () => {
    const worker = spread.nodes.find(({ isCoordinator }) => !isCoordinator) as CitusNode;
    const there = accounts.filter((account) => portOf.get(account) === worker.port);
    const elsewhere = accounts.filter((account) => portOf.get(account) !== worker.port);
    assert.ok(there.length > 0 && elsewhere.length > 0);
    await Promise.all(accounts.map((account) => readIn(database, account)));
    const processes = await nodeProcesses(worker);
    processes.signal('SIGSTOP');
    try {
      const refused = Promise.allSettled(
        Array.from({ length: 5 }, () =>
          there.flatMap((account) => [readIn(database, account), writeIn(database, account)]),
        ).flat(),
      );
      for (let round = 0; round < 20; round += 1) {
        const rows = await Promise.all(elsewhere.map((account) => readIn(database, account)));
        assert.deepEqual(
          rows.flat(),
          elsewhere.map((account) => `department ${account}`),
        );
        await Promise.all(elsewhere.map((account) => writeIn(database, account)));
      }
      for (const end of await refused)
        assert.ok(
          end.status === 'rejected' && database.dialect.isUnavailable(end.reason),
          String(end.status),
        );
    } finally {
      processes.signal('SIGCONT');
    }
    for (const account of there) await untilAnswered(() => readIn(database, account));
    for (const account of there) assert.equal(await writeIn(database, account), 1);
  });
});

/** A node that was silent is left alone for some seconds. */
async function untilAnswered(read: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await read();
      return;
    } catch (error) {
      if (attempt === 30) throw error;
      await pause(1_000);
    }
  }
}
