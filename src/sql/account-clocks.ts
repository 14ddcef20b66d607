// The rows of accounts' clocks, where the engine keeps them in a table: how one begins and ends with its account. What
// they promise stands in postgres-clock.ts.
import type { Tx } from './database.ts';
import { statement } from './statement.ts';

const insert = statement((db, value) =>
  db.insertInto('account_clocks').values({ account_id: value(0), stamp: value(1), version: value(2) }),
);

/** Begins the clock of an account whose rows were written without it: no row is stamped later than `stamp`. */
export async function startClock(
  tx: Tx,
  { accountId, stamp }: { readonly accountId: number; readonly stamp: number },
): Promise<void> {
  if (tx.dialect.name === 'postgres') await insert.run(tx, [accountId, stamp, 0]);
}

const remove = statement((db, value) => db.deleteFrom('account_clocks').where('account_id', '=', value(0)));

/** Ends the clock of an account that is gone, in the last transaction that writes in it. Answers how many rows that were. */
export function stopClock(tx: Tx, accountId: number): Promise<number> {
  return remove.run(tx, [accountId]);
}
