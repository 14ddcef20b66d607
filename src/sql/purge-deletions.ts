// Forgets deletions that are older than the operator keeps them. Who asks for older ones gets a complete answer.
import type { Database } from './database.ts';
import { listAccountIds } from './accounts.ts';
import { statement } from './statement.ts';

const forget = statement((db, value) =>
  db.deleteFrom('deletions').where('account_id', '=', value(0)).where('deleted_at', '<', value(1)),
);

/** Goes through all accounts, one short transaction each. Answers how many deletions are forgotten. */
export async function purgeDeletions(database: Database, keptSeconds: number): Promise<number> {
  let forgotten = 0;
  for (const { id } of await database.read(listAccountIds)) {
    forgotten += await database.write((tx) => forget.run(tx, [id, tx.now - keptSeconds]));
  }
  return forgotten;
}
