// The end of an account: every row of it in every table, in one transaction. Nothing is left to restore.
import type { Database } from '#sql/database.ts';
import type { Table } from '#sql/table.ts';

/** Which account, and the tables that the database has. */
export interface AccountDeletion {
  readonly accountId: number;
  readonly tables: Iterable<Table>;
}

/** Deletes an account and answers how many rows it had. Its id is never given to another. */
export async function deleteAccount(
  database: Database,
  { accountId, tables }: AccountDeletion,
): Promise<number> {
  const ofAccounts = [...tables].filter((table) => table.scope === 'account');
  // Rows refer to each other in circles (a department has a supervisor, who has a department), so no order of
  // tables would do: references are checked at the end.
  return database.changeSchema(async (tx) => {
    const { builder } = tx.dialect;
    let rows = 0;
    for (const { name } of ofAccounts) {
      rows += await tx.run(builder.deleteFrom(name).where('account_id', '=', accountId).compile());
    }
    await tx.run(builder.deleteFrom('accounts').where('id', '=', accountId).compile());
    return rows;
  });
}
