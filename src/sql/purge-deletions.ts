// Forgets deletions and entries of the access history that are older than the operator keeps them, and uploads of the
// timer. Who asks for older changes gets a complete answer; what is uploaded as late as that runs on.
import { inEveryAccount, type GoOn } from './accounts.ts';
import type { AccountTx, Database } from './database.ts';
import { statement } from './statement.ts';

const forgetDeletions = statement((db, value) =>
  db.deleteFrom('deletions').where('account_id', '=', value(0)).where('deleted_at', '<', value(1)),
);

const forgetAccessHistory = statement((db, value) =>
  db.deleteFrom('former_sights').where('account_id', '=', value(0)).where('used_until', '<', value(1)),
);

/** Stops that ended nothing. */
const forgetStops = statement((db, value) =>
  db
    .deleteFrom('timer_uploads')
    .where('account_id', '=', value(0))
    .where('client_unique_id', 'is', null)
    .where('instant', '<', value(1)),
);

/** What was uploaded under a name, so that it counts once. */
const forgetNamed = statement((db, value) =>
  db
    .deleteFrom('timer_uploads')
    .where('account_id', '=', value(0))
    .where('client_unique_id', 'is not', null)
    .where('instant', '<', value(1)),
);

/** Clients send again for as long as this, however soon deletions are forgotten: 90 days. */
const namesKeptSeconds = 90 * 86_400;

const insertReach = statement((db, value) =>
  db.insertInto('purged_deletions').values({ account_id: value(0), purged_until: value(1) }),
);

const raiseReach = statement((db, value) =>
  db
    .updateTable('purged_deletions')
    .set({ purged_until: value(1) })
    .where('account_id', '=', value(0))
    .where('purged_until', '<', value(1)),
);

const knownReach = statement((db, value) =>
  db.selectFrom('purged_deletions').select('purged_until').where('account_id', '=', value(0)),
);

/** Goes through all accounts, one short transaction each. Answers how many entries are forgotten. */
export function purgeDeletions(
  database: Database,
  { keptSeconds, goOn = async () => true }: { readonly keptSeconds: number; readonly goOn?: GoOn },
): Promise<number> {
  return inEveryAccount(database, {
    goOn,
    work: async (tx, id) => {
      const before = tx.now - keptSeconds;
      const beforeNamed = tx.now - Math.max(keptSeconds, namesKeptSeconds);
      return (
        (await forgetChanges({ tx, accountId: id }, before)) +
        (await forgetStops.run(tx, [id, before])) +
        (await forgetNamed.run(tx, [id, beforeNamed]))
      );
    },
  });
}

/** How far it reaches is kept with it: other servers may keep more, and the account may move. */
async function forgetChanges({ tx, accountId }: AccountTx, before: number): Promise<number> {
  const forgotten =
    (await forgetDeletions.run(tx, [accountId, before])) +
    (await forgetAccessHistory.run(tx, [accountId, before]));
  if (forgotten === 0) return 0;
  const known = await knownReach.get(tx, [accountId]);
  await (known === undefined ? insertReach : raiseReach).run(tx, [accountId, before]);
  return forgotten;
}
