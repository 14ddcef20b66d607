// Removes bytes that no row means: decided under the lock of the account, so that no row can come to mean them meanwhile.
import type { Database } from '#sql/database.ts';
import { forgetFile, markRemoving } from '#sql/stored-files.ts';
import type { FileStore } from './file-store.ts';

/** Which bytes of which account. */
export interface Removal {
  readonly store: FileStore;
  readonly accountId: number;
  readonly keys: readonly string[];
}

/** Removes them unless rows mean them, and answers how many. If a step fails, the next clean-up repeats it. */
export async function removeStored(
  { database }: { readonly database: Database },
  { store, accountId, keys }: Removal,
): Promise<number> {
  let removed = 0;
  for (const key of keys) {
    if (
      !(await database.write(accountId, (tx) =>
        tx.unit((unit) => markRemoving({ tx: unit, accountId }, key)),
      ))
    )
      continue;
    await store.remove({ accountId, key });
    await database.write(accountId, (tx) => tx.unit((unit) => forgetFile({ tx: unit, accountId }, key)));
    removed += 1;
  }
  return removed;
}
