// Every statement that the tests of a run have sent to the scratch PostgreSQL server, and what is wrong with them.
import pg from 'pg';
import { declaredTables } from '#sql/migrations/generate.ts';
import { loadParser } from './sql-tree.ts';
import { faultsOf } from './statement-faults.ts';
import { byHandMark } from '../sql/scratch.ts';
import { owner, template } from './postgres-databases.ts';

/** The statements that could not be run on the node of one account, each with the reason; `null`: none were counted. */
export async function unroutable(server: string): Promise<readonly string[] | null> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    const loaded = await client.query('show shared_preload_libraries');
    if (loaded.rows[0]?.['shared_preload_libraries'] !== 'pg_stat_statements') return null;
    await client.query('create extension if not exists pg_stat_statements');
    // Migrations work on all accounts, alone: the schema is made in the template, and by another role in empty databases.
    const sent = await client.query<{ query: string }>(
      `select distinct query from pg_stat_statements
        where userid = (select oid from pg_roles where rolname = $1)
        and dbid <> coalesce((select oid from pg_database where datname = $2), 0)`,
      [owner, template],
    );
    const tables = (await declaredTables()).filter(({ scope }) => scope === 'account');
    const names = new Set(tables.map(({ name }) => name));
    await loadParser();
    const made = sent.rows.filter(({ query }) => !query.startsWith(byHandMark));
    return [
      ...(await forgotten(client)),
      ...made.flatMap(({ query }) => faultsOf(query, names).map((fault) => `${fault}: ${query}`)),
    ];
  } finally {
    await client.end();
  }
}

/** The server makes room for new statements by dropping old ones; one that is dropped as it runs is kept with its constants. */
async function forgotten(client: pg.Client): Promise<readonly string[]> {
  const info = await client.query<{ dealloc: string }>('select dealloc from pg_stat_statements_info');
  const times = Number(info.rows[0]?.dealloc);
  if (times === 0) return [];
  return [`not all were looked at: room had to be made ${times} times, pg_stat_statements.max is too small`];
}
