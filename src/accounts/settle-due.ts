// Rows that time alone changes turn when their second comes, though nobody reads them: whoever is to be told is told.
import type { Engine } from '#engine/engine.ts';
import { anyDue, settle } from '#engine/settle.ts';
import { createAccountRounds } from '#sql/account-rounds.ts';
import { accountsInUse, type ListedId } from '#sql/accounts.ts';

/** Makes what brings rows up to date whose second has come: in a few accounts at each call, in turn. */
export function createSettler(engine: Engine): () => Promise<void> {
  const rounds = createAccountRounds();
  let accounts: ReadonlyMap<number, ListedId> = new Map();
  const list = async (): Promise<readonly number[]> => {
    accounts = new Map((await engine.database.read(null, accountsInUse)).map((one) => [one.id, one]));
    return [...accounts.keys()];
  };
  return async () => {
    for (const id of await rounds.next(list)) await settleSafely(engine, accounts.get(id) as ListedId);
  };
}

/** An account that fails does not hold up the others. */
async function settleSafely(engine: Engine, account: ListedId): Promise<void> {
  const { turning } = engine.schema;
  try {
    const accountId = account.id;
    if (!(await engine.database.read(accountId, (tx) => anyDue({ tx, accountId }, turning)))) return;
    for (const resource of turning) await settle(engine, account, resource);
  } catch (error) {
    engine.observe({ kind: 'background_failed', task: `settle_due of ${account.name}`, error });
  }
}
