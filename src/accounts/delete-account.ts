// The end of an account: off the list at once, and every row of it page by page. Nothing is left to restore; if the
// process dies in between, a server clears the rest.
import { removeAccount } from '#sql/accounts.ts';
import type { FileStore } from '#files/file-store.ts';
import type { Database } from '#sql/database.ts';
import type { Table } from '#sql/table.ts';
import { clearAccount, promiseToClear } from './clear-account.ts';

/** Which account, and the tables that the database has. */
export interface AccountDeletion {
  readonly accountId: number;
  readonly tables: Iterable<Table>;
  /** Where bytes of its files are; `null`: nowhere. */
  readonly store: FileStore | null;
}

/** Deletes an account and answers how many rows it had. Its id is never given to another. */
export async function deleteAccount(
  database: Database,
  { accountId, tables, store }: AccountDeletion,
): Promise<number> {
  const job = await database.write(accountId, async (tx) => {
    await removeAccount(tx, accountId);
    return promiseToClear(tx, accountId);
  });
  return clearAccount(database, { job, tables, store });
}
