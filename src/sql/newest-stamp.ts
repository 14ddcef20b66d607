// The newest second that an account's rows are stamped with.
import type { Resource } from '#resource/resource.ts';
import type { AccountTx } from './database.ts';
import { extremeOf } from './extreme-of.ts';

/** Epoch seconds; 0 when nothing is stamped. Deletions count as the rows do. */
export async function newestStamp(account: AccountTx, resources: Iterable<Resource>): Promise<number> {
  const stamped: [table: string, column: string][] = [
    ['deletions', 'deleted_at'],
    ['former_sights', 'used_until'],
  ];
  for (const { storage, flagView, table, lastChange } of resources)
    if (storage === 'account' && flagView === null && lastChange !== null) stamped.push([table, lastChange]);
  let newest = 0;
  for (const [table, column] of stamped)
    newest = Math.max(newest, (await extremeOf(account, { which: 'max', table, column })) ?? 0);
  return newest;
}
