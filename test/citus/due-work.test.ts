// Tests on a real Citus that a worker which is down keeps neither writes that make something due nor what is due from others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { insertAccount } from '#sql/accounts.ts';
import type { Database } from '#sql/database.ts';
import { expectWork, findDueWork, setNextWork, type WorkKind } from '#sql/due-work.ts';
import { workThroughDue } from '#sql/work-through-due.ts';
import type { CitusNode } from '../support/citus-databases.ts';
import { nodeProcesses } from './node-processes.ts';
import { citusSuite, spreadDatabase, type SpreadDatabase } from './spread-database.ts';
import { asUnit } from '#sql/transaction.ts';

const accounts = Array.from({ length: 12 }, (_, index) => index + 1);
const kind: WorkKind = 'send_mails';

const expectIn = (database: Database, accountId: number): Promise<void> =>
  database.write(
    accountId,
    asUnit((tx) => expectWork(tx, { kind, accountId }, tx.now)),
  );

citusSuite('due work on several nodes', () => {
  let spread: SpreadDatabase;
  let database: Database;
  const portOf = new Map<number, unknown>();
  before(async () => {
    spread = await spreadDatabase();
    database = await spread.open();
    for (const account of accounts) {
      await database.write(account, (tx) => insertAccount(tx, { id: account, name: `account${account}` }));
      portOf.set(account, await spread.portOf(account));
    }
  });
  after(() => spread?.close());

  const worked = async (): Promise<readonly number[]> => {
    const done: number[] = [];
    await workThroughDue(database, {
      kind,
      goOn: () => true,
      failed: (account, error) => assert.fail(`${account.name}: ${String(error)}`),
      work: async ({ id: accountId }) => {
        done.push(accountId);
        await database.write(accountId, (tx) => setNextWork(tx, { kind, accountId }, null));
      },
    });
    return done.toSorted((a, b) => a - b);
  };

  test('is found and done on every node', async () => {
    await Promise.all(accounts.map((account) => expectIn(database, account)));
    assert.deepEqual(await worked(), accounts);
    assert.deepEqual(await worked(), []);
  });

  test('asks each node once', async () => {
    const [found = {}] = await spread.asSuperuser(
      "select count(distinct nodeport)::int as nodes from citus_shards where table_name = 'due_work'::regclass",
    );
    let asked = 0;
    const seen = await database.readOverviews(async (_tx, some) => {
      asked += 1;
      return some ?? [];
    });
    assert.deepEqual([asked, seen.flat().toSorted((a, b) => a - b)], [found['nodes'], accounts]);
    for (const some of seen) assert.equal(new Set(some.map((account) => portOf.get(account))).size, 1);
  });

  for (const [how, signal] of [
    ['dead', 'SIGKILL'],
    ['frozen', 'SIGSTOP'],
  ] as const)
    test(`is noted and done elsewhere while a node is ${how}`, async () => {
      const worker = spread.nodes.find(({ isCoordinator }) => !isCoordinator) as CitusNode;
      const isThere = (account: number): boolean => portOf.get(account) === worker.port;
      const elsewhere = accounts.filter((account) => !isThere(account));
      assert.ok(elsewhere.length > 0 && elsewhere.length < accounts.length);
      const processes = await nodeProcesses(worker);
      processes.signal(signal);
      try {
        await Promise.all(elsewhere.map((account) => expectIn(database, account)));
        for (const account of accounts.filter(isThere))
          await assert.rejects(expectIn(database, account), (error) => database.dialect.isUnavailable(error));
        assert.deepEqual(await worked(), elsewhere);
      } finally {
        if (signal === 'SIGKILL') await processes.start();
        else processes.signal('SIGCONT');
      }
      const left = accounts.filter(isThere);
      // It is left alone for moments after it did not answer.
      for (const account of left) await untilTaken(() => expectIn(database, account));
      await untilTaken(async () => assert.ok((await findDueWork(database, kind)).length > 0));
      assert.deepEqual(await worked(), left);
      assert.deepEqual(await findDueWork(database, kind), []);
    });
});

async function untilTaken(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === 30) throw error;
      await pause(1_000);
    }
  }
}
