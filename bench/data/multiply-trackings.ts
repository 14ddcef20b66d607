// Makes a large account of a small one: copies its time trackings to other days, in SQL, while no service runs.
// The copies are what the service would have written; going through it would take an hour for two million rows.
import Database from 'better-sqlite3';

const daySeconds = 86_400;

/** What to copy: the account's rows of `days` days, `copies` times, each copy `days` later than the one before. */
export interface Multiplication {
  readonly file: string;
  readonly accountId: number;
  readonly days: number;
  readonly copies: number;
}

/** Multiplies the time trackings of an account. All its times must be in UTC. Answers how many rows there are now. */
export function multiplyTrackings({ file, accountId, days, copies }: Multiplication): number {
  const database = new Database(file);
  const columns = database.pragma('table_info(time_trackings)') as { name: string }[];
  const names = columns.map(({ name }) => name);
  const highest = database.prepare('select max(id) from time_trackings where account_id = ?').pluck();
  const original = highest.get(accountId) as number;
  const copy = database.prepare(
    `insert into time_trackings (${names.join(', ')}) select ${names.map(shifted).join(', ')}
     from time_trackings where account_id = @accountId and id <= @original order by id`,
  );
  database.transaction(() => {
    for (let index = 1; index < copies; index++) {
      const shift = index * days;
      const age = (copies - index) * daySeconds;
      copy.run({ accountId, original, ids: index * original, shift, seconds: shift * daySeconds, age });
    }
    const next = database.prepare(
      `update row_counters set next_id = ? where account_id = ? and sequence = 'time_trackings'`,
    );
    if (next.run(original * copies + 1, accountId).changes !== 1) throw new Error('the id counter was not found');
  })();
  database.pragma('wal_checkpoint(truncate)');
  database.close();
  return original * copies;
}

/** The expression that copies a column: ids move on, moments and dates move by the shift. */
function shifted(column: string): string {
  if (column === 'id') return 'id + @ids';
  if (column === 'start_instant' || column === 'end_instant') return `${column} + @seconds`;
  if (column === 'start_time' || column === 'end_time') return `datetime(${column}, @shift || ' days')`;
  if (column === 'start_date') return `date(${column}, @shift || ' days')`;
  // Each copy was written on a day of its own, its rows spread over that day.
  if (column === 'updated') return `updated - @age - id * 37 % ${daySeconds}`;
  if (column === 'client_unique_id') return 'null';
  return column;
}
