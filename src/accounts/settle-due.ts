// Rows that time alone changes turn when their second comes, though nobody reads them: whoever is to be told is told.
import type { Engine } from '#engine/engine.ts';
import { settle } from '#engine/settle.ts';
import { accountsWithDue } from '#sql/due-accounts.ts';

/** Brings every row up to date whose second has come. An account that fails does not hold up the others. */
export async function settleDue(engine: Engine): Promise<void> {
  for (const resource of engine.schema.turning) {
    for (const account of await engine.database.read((tx) => accountsWithDue(tx, resource))) {
      try {
        await settle(engine, account, resource);
      } catch (error) {
        engine.observe({ kind: 'background_failed', task: `settle_due of ${account.name}`, error });
      }
    }
  }
}
