// Makes a company of one person: copies all that is stored about them, in SQL, while no service runs. Only the day account
// is left out: `accounts rebuild` counts it, for them and for everybody else.
import Database from 'better-sqlite3';

/** What to copy, and how often. */
export interface Copying {
  readonly file: string;
  readonly accountId: number;
  readonly userId: number;
  readonly copies: number;
}

/** The tables that hold something about a person who books and is on leave, with the columns that are ids of copied rows. */
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: { id: 'users' },
  person_history: { user_id: 'users' },
  user_status_overview: { user_id: 'users' },
  nodes_to_users: { user: 'users' },
  holiday_terms: { user_id: 'users' },
  absences: { user_id: 'users' },
  absence_days: { user_id: 'users', request_id: 'absences' },
  timesheet_action_logs: { user_id: 'users', request_id: 'absences' },
  holiday_entries: { user_id: 'users', source_id: 'absences' },
  notifications: { user_id: 'users', assoc_id: 'absences' },
  time_trackings: { user_id: 'users' },
  time_tracking_changelogs: { user_id: 'users', tracker_id: 'time_trackings' },
};
const dayAccount = ['timesheet_accountings', 'account_months'];
/** Login names are unique. */
const names = ['username', 'username_folded'];

/** Copies a person and forgets the days of their account. */
export function copyPerson({ file, accountId, userId, copies }: Copying): void {
  const database = new Database(file);
  database.pragma('foreign_keys = off');
  database.pragma('cache_size = -500000');
  const account = { accountId, userId };
  const spans = new Map(
    Object.keys(tables).map((table) => [
      table,
      database.prepare(`select max(id) from ${table} where account_id = ?`).pluck().get(accountId) as number,
    ]),
  );
  database.exec(`create temp table copies as with recursive n(i) as
    (select 1 union all select i + 1 from n where i < ${copies}) select i from n`);
  database.transaction(() => {
    for (const table of dayAccount)
      database.prepare(`delete from ${table} where account_id = ?`).run(accountId);
    for (const [table, ids] of Object.entries(tables)) {
      const columns = database.prepare('select name from pragma_table_info(?)').pluck().all(table) as string[];
      const span = (of: string): number => spans.get(of) as number;
      const values = columns.map((name) => {
        if (name === 'id') return `id + i * ${span(table)}`;
        if (names.includes(name)) return `${name} || '-' || i`;
        return ids[name] === undefined ? `"${name}"` : `"${name}" + i * ${span(ids[name])}`;
      });
      const owner = Object.keys(ids).find((name) => ids[name] === 'users') as string;
      database
        .prepare(
          `insert into ${table} (${columns.map((name) => `"${name}"`).join(', ')}) select ${values.join(', ')}
           from copies cross join ${table} where account_id = @accountId and "${owner}" = @userId order by i, id`,
        )
        .run(account);
      database
        .prepare(
          `update row_counters set next_id = @next where account_id = @accountId and sequence = '${table}'`,
        )
        .run({ accountId, next: span(table) * (copies + 1) + 1 });
    }
  })();
  database.pragma('wal_checkpoint(truncate)');
  database.close();
}
