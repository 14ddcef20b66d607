// Databases on a Citus that tests have in turn: to copy and drop one takes many times as long as most tests that want one.
import { atEnd } from './at-end.ts';
import { citusNodes, citusRoles, createCitus, onEach, type CitusNode } from './citus-databases.ts';
import type { ScratchDatabase } from './engines.ts';
import { addressOf } from './postgres-databases.ts';

const free: ScratchDatabase[] = [];
const made: ScratchDatabase[] = [];

/** A database with the present schema and no row, which is emptied for the next test when this one removes it. */
export async function borrowCitus(coordinator: string): Promise<ScratchDatabase> {
  const database = free.pop() ?? (await newDatabase(coordinator));
  return {
    url: database.url,
    ownerUrl: addressOf(database.url, {
      user: citusRoles.owner,
      database: new URL(database.url).pathname.slice(1),
    }),
    remove: async () => {
      // At the end of the process it may be gone by then.
      if (!made.includes(database)) return;
      const name = new URL(database.url).pathname.slice(1);
      await empty(await citusNodes(coordinator), name);
      free.push(database);
    },
  };
}

async function newDatabase(coordinator: string): Promise<ScratchDatabase> {
  const database = await createCitus(coordinator);
  // Each waits for a checkpoint of every node, which one is for all of them.
  if (made.length === 0)
    atEnd(async () => void (await Promise.all(made.splice(0).map(({ remove }) => remove()))));
  made.push(database);
  return database;
}

/** Row by row, because most tables are empty, and without a look at foreign keys, which go in circles. */
const emptyTables = `do $$
  declare
    part regclass;
    has_rows boolean;
  begin
    for part in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname !~ '^schema_migrations' and oid not in (select logicalrelid from pg_dist_partition)
    loop
      execute format('select exists (select from %s)', part) into has_rows;
      if has_rows then execute format('delete from %s', part); end if;
    end loop;
  end $$`;

async function empty(nodes: readonly CitusNode[], database: string): Promise<void> {
  await onEach(
    nodes.map((node) => ({ ...node, url: addressOf(node.url, { user: 'postgres', database }) })),
    // What a test has left open would go on writing.
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    'set citus.override_table_visibility = off',
    'set citus.enable_manual_changes_to_shards = on',
    'set session_replication_role = replica',
    emptyTables,
  );
}
