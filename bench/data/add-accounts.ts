// Fills a database with other accounts: each a copy of ours without credentials and with few rows in large tables.
import Database from 'better-sqlite3';

/** Rows that a copy gets of each table at the most. */
const rowsPerTable = 10;
/** No user logs in to the copies. */
const leftOut = new Set(['credentials', 'tokens', 'login_failures']);

/** Adds so many copies of an account, while no service runs. */
export function addAccounts(file: string, accountId: number, count: number): void {
  const database = new Database(file);
  database.pragma('foreign_keys = off');
  const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).pluck().all() as string[];
  const highest = database.prepare('select max(id) from accounts').pluck().get() as number;
  database.exec(`create temp table copies as with recursive n(i) as
    (select 1 union all select i + 1 from n where i < ${count}) select i + ${highest} as i from n`);
  database.transaction(() => {
    for (const table of tables) {
      const names = (database.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
      if (!names.includes('account_id') || leftOut.has(table)) continue;
      const copied = names.map((name) => (name === 'account_id' ? 'i' : `"${name}"`));
      database.exec(`insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')})
        select ${copied.join(', ')} from copies, (select * from "${table}" where account_id = ${accountId} limit ${rowsPerTable})`);
    }
    // The edition with them: a server that starts has nothing to add to the copies.
    database.exec(`insert into accounts (id, name, created_at, edition) select i, 'other-' || i, created_at, edition
      from copies, accounts where id = ${accountId}`);
    database.exec(`update installation_counters set next_id = ${highest + count + 1} where sequence = 'accounts'`);
  })();
  database.pragma('wal_checkpoint(truncate)');
  database.close();
}
