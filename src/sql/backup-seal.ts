// The seal of a backup: a checksum of all it holds that only those can make who have the key.
import { createHmac } from 'node:crypto';
import type Sqlite from 'better-sqlite3';
import { schemaEntries } from './backup-entries.ts';

/** What is sealed beside the rows. */
export interface Sealing {
  readonly key: string;
  readonly contents: object;
  /** The table that holds the seal. */
  readonly without: string;
}

/** HMAC-SHA256, hexadecimal, of the schema and every row of every table. */
export function sealOf(database: Sqlite.Database, { key, contents, without }: Sealing): string {
  const hmac = createHmac('sha256', key).update(JSON.stringify(contents));
  for (const { type, name, sql } of schemaEntries(database, without)) {
    hmac.update(`${JSON.stringify([type, name, sql])}\n`);
    if (type !== 'table') continue;
    const rows = database.prepare(`select * from "${name}" order by rowid`).raw().safeIntegers();
    for (const row of rows.iterate() as IterableIterator<readonly unknown[]>)
      hmac.update(`${JSON.stringify(row.map(told))}\n`);
  }
  return hmac.digest('hex');
}

/** Numbers as text with a sign that no text begins with alone: 1 and "1" are different rows. */
function told(value: unknown): unknown {
  if (typeof value === 'bigint') return [String(value)];
  return Buffer.isBuffer(value) ? { bytes: value.toString('hex') } : value;
}
