// Tests on a real Citus what the owner of the tables and the role of the service may do, also after the tables were spread.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAccount } from '#sql/accounts.ts';
import type { Tx } from '#sql/database.ts';
import { distribute } from '#sql/distribute.ts';
import { declaredTables } from '#sql/migrations/generate.ts';
import { loadMigrations } from '#sql/migrations/load-migrations.ts';
import { migrate } from '#sql/migrations/migrate.ts';
import { column, run } from '../sql/scratch.ts';
import { laterOperations } from '../sql/later-version.ts';
import { citusSuite, spreadDatabase, type SpreadDatabase } from './spread-database.ts';

const observe = (): void => undefined;
const names = (tx: Tx): Promise<unknown[]> =>
  column(tx, 'select department_name from departments order by id');

citusSuite('roles and migrations of a database that is spread over nodes', () => {
  let spread: SpreadDatabase;
  before(async () => {
    spread = await spreadDatabase();
    const database = await spread.open();
    for (const account of [1, 2])
      await database.write(account, async (tx) => {
        await insertAccount(tx, { id: account, name: `account${account}` });
        const add = 'insert into departments (account_id, id, department_name) values ($1, $2, $3)';
        await run(tx, add, account, account, `department ${account}`);
      });
  });
  after(() => spread?.close());

  test('spread every table of accounts over the workers, and copy the others', async () => {
    const placed = await spread.asSuperuser(
      'select table_name::text as name, citus_table_type as type, shard_count::int as shards from citus_tables',
    );
    const namesOf = (type: string): unknown[] =>
      placed
        .filter((row) => row['type'] === type)
        .map((row) => row['name'])
        .sort();
    const declared = await declaredTables();
    const scoped = (scope: string): string[] =>
      declared.filter((table) => table.scope === scope).map(({ name }) => name);
    assert.deepEqual(namesOf('distributed'), [...scoped('account'), ...scoped('overview')].sort());
    assert.deepEqual(namesOf('reference'), [...scoped('installation'), 'schema_migrations'].sort());
    const [{ nodes } = {}] = await spread.asSuperuser(
      'select count(distinct nodeport)::int as nodes from citus_shards where citus_table_type = $$distributed$$',
    );
    assert.equal(nodes, spread.nodes.length - 1);
    assert.deepEqual(await distribute(await spread.openAsOwner(), declared), { distributed: [], copied: [] });
  });

  test('show the service rows of one account at a time, and no way around that', async () => {
    const database = await spread.open();
    assert.deepEqual(await database.read(1, names), ['department 1']);
    assert.deepEqual(await database.read(2, names), ['department 2']);
    assert.deepEqual(await database.read(null, names), []);
    const others = 'select department_name from departments where account_id = 2';
    assert.deepEqual(await database.read(1, (tx) => column(tx, others)), []);
    await assert.rejects(
      database.write(1, (tx) =>
        run(tx, "insert into departments (account_id, id, department_name) values (2, 9, 'x')"),
      ),
      /row-level security/,
    );
    await assert.rejects(
      database.changeSchema((tx) => run(tx, 'alter table departments add column x bigint')),
      /must be owner|permission denied/,
    );
  });

  test('let a later version add tables, references, exclusions and indexes', async () => {
    const known = await loadMigrations();
    const next = { version: known.length + 1, name: 'later', load: async () => laterOperations };
    const migrations = [...known, next];
    const service = await spread.open();
    await assert.rejects(migrate(service, { observe, migrations }), /belong to the role hourbook_owner/);
    assert.deepEqual(await migrate(await spread.openAsOwner(), { observe, migrations }), ['later']);
    const add = "insert into notes (account_id, id, text, since, until) values ($1, $2, 'n', 1, 2)";
    assert.equal(await service.write(2, (tx) => run(tx, add, 2, 2)), 1);
    await assert.rejects(
      service.write(2, (tx) => run(tx, add, 2, 7)),
      /foreign key/,
    );
    assert.deepEqual(await service.read(1, (tx) => column(tx, 'select id from notes')), []);
    assert.deepEqual(await service.read(1, names), ['moved']);
    const forced = 'select count(*)::int as forced from pg_class where relforcerowsecurity';
    assert.equal((await spread.asSuperuser(forced))[0]?.['forced'], 0);
  });
});
