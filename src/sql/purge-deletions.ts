// Forgets deletions and former sights that are older than the operator keeps them; who asks for older ones gets a complete
// answer. Stops and named uploads of the timer are forgotten with them: what is uploaded as late as that runs on.
import type { Database } from './database.ts';
import { listAccountIds } from './accounts.ts';
import { statement } from './statement.ts';

const forgetDeletions = statement((db, value) =>
  db.deleteFrom('deletions').where('account_id', '=', value(0)).where('deleted_at', '<', value(1)),
);

const forgetSights = statement((db, value) =>
  db.deleteFrom('former_sights').where('account_id', '=', value(0)).where('used_until', '<', value(1)),
);

const forgetUploads = statement((db, value) =>
  db.deleteFrom('timer_uploads').where('account_id', '=', value(0)).where('instant', '<', value(1)),
);

/** Devices may be without connection for as long as this, however soon deletions are forgotten: 90 days. */
const uploadsKeptSeconds = 90 * 86_400;

/** Goes through all accounts, one short transaction each. Answers how many entries are forgotten. */
export async function purgeDeletions(database: Database, keptSeconds: number): Promise<number> {
  let forgotten = 0;
  for (const { id } of await database.read(listAccountIds)) {
    forgotten += await database.write(async (tx) => {
      const before = tx.now - keptSeconds;
      const beforeUploads = tx.now - Math.max(keptSeconds, uploadsKeptSeconds);
      return (
        (await forgetDeletions.run(tx, [id, before])) +
        (await forgetSights.run(tx, [id, before])) +
        (await forgetUploads.run(tx, [id, beforeUploads]))
      );
    });
  }
  return forgotten;
}
