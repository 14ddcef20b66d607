// Tests on a real Citus that a database with accounts is spread, after an interruption too, and keeps its rows and references.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAccount } from '#sql/accounts.ts';
import type { Database } from '#sql/database.ts';
import { distribute } from '#sql/distribute.ts';
import { declaredTables } from '#sql/migrations/generate.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { openDatabase } from '#sql/open-database.ts';
import { citusRoles, createCitus } from '../support/citus-databases.ts';
import { citus, type ScratchDatabase } from '../support/engines.ts';
import { addressOf, withServer } from '../support/postgres-databases.ts';
import { column, run } from '../sql/scratch.ts';
import { citusSuite } from './spread-database.ts';

const accounts = [1, 2, 3, 4, 5, 6, 7, 8];
const observe = (): void => undefined;

citusSuite('a database with accounts that is spread over nodes', () => {
  let scratch: ScratchDatabase;
  let owner: Database;
  let service: Database;
  let keys: readonly unknown[];
  const asSuperuser = async (text: string): Promise<readonly Record<string, unknown>[]> =>
    withServer(addressOf(scratch.url, { user: 'postgres', database: nameOf(scratch) }), async (client) => {
      const { rows } = await client.query<Record<string, unknown>>(text);
      return rows;
    });
  const foreignKeys = (): Promise<readonly unknown[]> =>
    asSuperuser(`select conname from pg_constraint where contype = 'f' and convalidated
      and connamespace = 'public'::regnamespace order by conname`);
  before(async () => {
    scratch = await createCitus(citus, { empty: true });
    owner = await openDatabase({ url: scratch.url, clock: Date.now, observe, isCommand: true });
    await migrate(owner, { observe, serviceRole: citusRoles.service });
    const url = addressOf(scratch.url, { user: citusRoles.service, database: nameOf(scratch) });
    service = await openDatabase({ url, clock: Date.now, observe });
    for (const account of accounts)
      await service.write(account, async (tx) => {
        await insertAccount(tx, { id: account, name: `account${account}` });
        const add = 'insert into departments (account_id, id, department_name) values (?, 1, ?)';
        await run(tx, add, account, `department ${account}`);
      });
    keys = await foreignKeys();
  });
  after(async () => {
    await Promise.all([owner, service].map((one) => one?.close()));
    await scratch?.remove();
  });
  const namesIn = (account: number): Promise<unknown[]> =>
    service.read(account, (tx) =>
      column(tx, 'select department_name from departments where account_id = ?', account),
    );

  test('shuts services out only when it may', async () => {
    await assert.rejects(distribute(owner, await declaredTables()), /holds 8 accounts .* --pause/);
    assert.deepEqual(await namesIn(1), ['department 1']);
    assert.equal((await asSuperuser('select 1 from pg_dist_partition')).length, 0);
  });

  test('answers "unavailable" while it is spread, until an interrupted run has gone on', async () => {
    const declared = await declaredTables();
    const interrupted = distribute(owner, declared, {
      mayPause: true,
      spread: (_table, done, all) => {
        if (done >= all / 2) throw new Error('interrupted');
      },
    });
    await assert.rejects(interrupted, /^Error: interrupted$/);
    const isUnavailable = (error: unknown): boolean => service.dialect.isUnavailable(error);
    await assert.rejects(namesIn(1), isUnavailable);
    await assert.rejects(
      service.write(2, (tx) => run(tx, 'update departments set department_name = null')),
      isUnavailable,
    );
    const { distributed, copied } = await distribute(owner, declared);
    assert.ok(distributed.length > 0 && copied.length === 0);
    for (const account of accounts) assert.deepEqual(await namesIn(account), [`department ${account}`]);
    assert.deepEqual(await foreignKeys(), keys);
    assert.deepEqual(await distribute(owner, declared), { distributed: [], copied: [] });
    const placed = await asSuperuser(
      "select distinct nodeport from citus_shards where table_name = 'departments'::regclass",
    );
    assert.ok(placed.length > 1);
    const [left] = await asSuperuser(
      'select sum(pg_relation_size(logicalrelid))::bigint as bytes from pg_dist_partition',
    );
    assert.equal(Number(left?.['bytes']), 0, 'rows stay where they were before');
    const move = 'update departments set department_name = $1 where account_id = $2';
    assert.equal(await service.write(2, (tx) => run(tx, move, 'moved', 2)), 1);
  });
});

const nameOf = ({ url }: ScratchDatabase): string => new URL(url).pathname.slice(1);
