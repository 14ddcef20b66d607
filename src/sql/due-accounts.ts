// In which accounts rows are due that time alone changes.
import type { Resource } from '#resource/resource.ts';
import type { ListedId } from './accounts.ts';
import type { Tx } from './database.ts';
import { statement, type Prepared } from './statement.ts';

const prepared = new Map<string, Prepared>();

/** The accounts with rows of the resource whose second has come; suspended ones are left alone. */
export async function accountsWithDue(tx: Tx, { table, turns }: Resource): Promise<readonly ListedId[]> {
  if (turns === null) return [];
  let due = prepared.get(table);
  if (due === undefined) {
    due = statement((db, value) =>
      db
        .selectFrom('accounts')
        .select(['id', 'name'])
        .where('suspended_at', 'is', null)
        .where(({ exists }) =>
          exists((inner) =>
            inner
              .selectFrom(table)
              .select('id')
              .whereRef(`${table}.account_id`, '=', 'accounts.id')
              .where(turns.column, '<=', value(0)),
          ),
        )
        .orderBy('id'),
    );
    prepared.set(table, due);
  }
  return (await due.all(tx, [tx.now])) as unknown as readonly ListedId[];
}
