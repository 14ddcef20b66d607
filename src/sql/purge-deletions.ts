// Forgets deletions and former sights that are older than the operator keeps them, and stops that ended nothing. Who asks
// for older changes gets a complete answer; what is uploaded as late as that runs on.
import type { Database } from './database.ts';
import { listAccountIds } from './accounts.ts';
import { statement } from './statement.ts';

const forgetDeletions = statement((db, value) =>
  db.deleteFrom('deletions').where('account_id', '=', value(0)).where('deleted_at', '<', value(1)),
);

const forgetSights = statement((db, value) =>
  db.deleteFrom('former_sights').where('account_id', '=', value(0)).where('used_until', '<', value(1)),
);

const forgetStops = statement((db, value) =>
  db
    .deleteFrom('timer_uploads')
    .where('account_id', '=', value(0))
    .where('client_unique_id', 'is', null)
    .where('instant', '<', value(1)),
);

/** Goes through all accounts, one short transaction each. Answers how many entries are forgotten. */
export async function purgeDeletions(database: Database, keptSeconds: number): Promise<number> {
  let forgotten = 0;
  for (const { id } of await database.read(listAccountIds)) {
    await database.write(async (tx) => {
      const before = tx.now - keptSeconds;
      for (const forget of [forgetDeletions, forgetSights, forgetStops])
        forgotten += await forget.run(tx, [id, before]);
    });
  }
  return forgotten;
}
