// The end of an account: every row of it in every table, in one transaction. Nothing is left to restore.
import type { Database, Tx } from '#sql/database.ts';
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
  return database.write(accountId, async (tx) => {
    for (const table of ofAccounts) await forgetRelations(tx, table, accountId);
    let rows = 0;
    for (const { name } of inDeletionOrder(ofAccounts)) {
      const text = tx.dialect.builder.deleteFrom(name).where('account_id', '=', accountId);
      rows += await tx.run(text.compile());
    }
    await tx.run(tx.dialect.builder.deleteFrom('accounts').where('id', '=', accountId).compile());
    return rows;
  });
}

/**
 * Rows refer to each other in circles (a department has a supervisor, who has a department), so no order of tables
 * alone would do: relations that may be empty are emptied first.
 */
async function forgetRelations(tx: Tx, table: Table, accountId: number): Promise<void> {
  const columns = relationsOf(table).filter(({ required }) => !required);
  if (columns.length === 0) return;
  const empty = Object.fromEntries(columns.map(({ column }) => [column, null]));
  const text = tx.dialect.builder.updateTable(table.name).set(empty).where('account_id', '=', accountId);
  await tx.run(text.compile());
}

/** A table comes after those whose rows must name one of its rows. Throws an Error when such tables form a circle. */
function inDeletionOrder(tables: readonly Table[]): readonly Table[] {
  const left = new Set(tables);
  const ordered: Table[] = [];
  while (left.size > 0) {
    const free = [...left].filter((table) => !isNeeded(table, left));
    if (free.length === 0)
      throw new Error(`${[...left].map(({ name }) => name).join(', ')} need each other.`);
    for (const table of free) left.delete(table);
    ordered.push(...free);
  }
  return ordered;
}

function isNeeded(table: Table, others: Iterable<Table>): boolean {
  return [...others].some(
    (other) =>
      other !== table && relationsOf(other).some(({ required, target }) => required && target === table.name),
  );
}

/** A relation inside the account: the column that holds the id, and whether it must. */
interface Relation {
  readonly column: string;
  readonly target: string;
  readonly required: boolean;
}

function relationsOf(table: Table): readonly Relation[] {
  return table.foreignKeys
    .filter(({ columns }) => columns.length === 2)
    .map(({ columns: [, column = ''], table: target }) => ({
      column,
      target,
      required: table.columns.some((one) => one.name === column && one.notNull === true),
    }));
}
