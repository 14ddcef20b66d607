// Exports accounts and counts the rows of an account in a file or a database.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { exportAccount, type Exported } from '#transfer/export-account.ts';
import type { Database } from '#sql/database.ts';
import { loadMigrations, schemaAfter } from '#sql/migrations/load-migrations.ts';
import { byHand } from '../sql/scratch.ts';

/** Exports an account to a file. */
export async function exportTo(
  database: Database,
  { accountId, file }: { readonly accountId: number; readonly file: string },
): Promise<Exported> {
  return exportAccount(database, { accountId, file, migrations: await loadMigrations() });
}

/** Every line of an export but the first, which names the account. */
export function linesAfterFirst(file: string): string {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return text.slice(text.indexOf('\n') + 1);
}

/** Every table of accounts, but the clock that an engine keeps for itself. */
export async function accountTables(): Promise<readonly string[]> {
  const tables = [...(await schemaAfter(await loadMigrations())).values()];
  return tables
    .filter(({ name, scope }) => scope === 'account' && name !== 'account_clocks')
    .map(({ name }) => name);
}

/** How many rows each table of accounts holds of an account, those that hold none left out. */
export async function rowCounts(database: Database, accountId: number): Promise<Record<string, number>> {
  const tables = await accountTables();
  const counts: Record<string, number> = {};
  await database.read(accountId, async (tx) => {
    for (const name of tables) {
      const sql = byHand(`select count(*) as found from "${name}" where account_id = ${accountId}`);
      const [row] = await tx.all({ sql, parameters: [] });
      if (Number(row?.['found']) > 0) counts[name] = Number(row?.['found']);
    }
  });
  return counts;
}
