// Sets right what a server wrote while its clock was ahead: stamps, jobs and logins of the future. What people booked then
// stays: the administrator corrects it like any wrong booking.
import type { Engine } from '#engine/engine.ts';
import { forgetFuture } from '#sql/forget-future.ts';
import { listAccounts } from './list-accounts.ts';

/** What was set right in an account. */
export interface HealedAccount {
  readonly accountId: number;
  readonly account: string;
  /** Rows, deletions and jobs that got the present second. */
  readonly moved: number;
  /** Logins, codes and failed logins that were removed. */
  readonly removed: number;
}

/** Goes through every account; no server may run meanwhile. */
export async function healClock({
  database,
  schema,
}: Pick<Engine, 'database' | 'schema'>): Promise<readonly HealedAccount[]> {
  const healed: HealedAccount[] = [];
  for (const { id, name } of await database.read(null, listAccounts)) {
    const { now, ...counts } = await database.write(id, (tx) =>
      forgetFuture({ tx, accountId: id }, schema.resources.values()),
    );
    await database.lowerStamp(id, now);
    healed.push({ accountId: id, account: name, ...counts });
  }
  return healed;
}
