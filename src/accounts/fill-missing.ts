// What rows lack that an older version of the program wrote: added once, in the account of each.
import { accountView } from '#engine/account-view.ts';
import type { Engine } from '#engine/engine.ts';
import type { View } from '#resource/rule.ts';
import { listAccountIds } from '#sql/accounts.ts';
import { rowsWithout, type Lack } from '#sql/rows-without.ts';
import { systemRun } from './system-run.ts';

/** What is lacking, and what adds it to the row of an id. */
export interface Filling {
  readonly lack: Lack;
  readonly fill: (id: number, view: View) => Promise<void>;
}

/** Adds it to every row that lacks it; rows that have it are left alone. */
export async function fillMissing(engine: Engine, { lack, fill }: Filling): Promise<void> {
  if ((await engine.database.read((tx) => rowsWithout(tx, lack))).length === 0) return;
  await engine.database.write(async (tx) => {
    const byAccount = Map.groupBy(await rowsWithout(tx, lack), ({ accountId }) => accountId);
    for (const account of await listAccountIds(tx)) {
      const missing = byAccount.get(account.id) ?? [];
      if (missing.length === 0) continue;
      const view = accountView(await systemRun(engine, { tx, account, secrets: new Map() }));
      for (const { id } of missing) await fill(id, view);
    }
  });
}
