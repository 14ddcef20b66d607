// The accounts of the installation, for those who run it.
import type { Tx } from '#sql/database.ts';
import { statement } from '#sql/statement.ts';

/** One account; moments are epoch seconds. */
export interface ListedAccount {
  readonly id: number;
  readonly name: string;
  readonly createdAt: number;
  readonly suspendedAt: number | null;
}

const everyAccount = statement((db) =>
  db.selectFrom('accounts').select(['id', 'name', 'created_at', 'suspended_at']).orderBy('name'),
);

/** Every account by name. */
export async function listAccounts(tx: Tx): Promise<readonly ListedAccount[]> {
  const rows = await everyAccount.all(tx, []);
  return rows.map((row) => ({
    id: row['id'] as number,
    name: row['name'] as string,
    createdAt: row['created_at'] as number,
    suspendedAt: row['suspended_at'] as number | null,
  }));
}
