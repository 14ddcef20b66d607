// Refreshes due rows, which time alone changes, even if no client reads them. So the server sends the notifications of
// their changes in time.
import type { Engine } from '#engine/engine.ts';
import { refreshDue } from '#engine/refresh-due.ts';
import type { ListedId } from '#sql/accounts.ts';
import { isWorkDue } from '#sql/due-work.ts';
import { workThroughDue } from '#sql/work-through-due.ts';

/** Brings rows up to date whose second has come, in every account in which it has and no other process is faster. */
export async function settleDue(engine: Engine, stop?: AbortSignal): Promise<void> {
  const { database, observe, bootId } = engine;
  await workThroughDue(database, {
    kind: 'turn_rows',
    goOn: () => stop?.aborted !== true,
    work: (account) => settleAccount(engine, account),
    failed: (account, error) =>
      observe({ kind: 'background_failed', task: `settle_due of ${account.name}`, error }),
    beginAt: Buffer.from(bootId).readUInt32LE(),
  });
}

async function settleAccount(engine: Engine, account: ListedId): Promise<void> {
  const turning = { kind: 'turn_rows', accountId: account.id } as const;
  // Another process may have done it since the list was read.
  if (!(await engine.database.read(account.id, (tx) => isWorkDue(tx, turning)))) return;
  for (const resource of engine.schema.turning) await refreshDue(engine, account, resource);
}
