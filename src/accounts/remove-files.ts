// Bytes of files that no row means: of refused writes, of rows that went with others or expired, of deleted accounts.
import type { Engine } from '#engine/engine.ts';
import type { FileStore } from '#files/file-store.ts';
import { removeStored } from '#files/remove-stored.ts';
import { listAccountIds, type GoOn } from '#sql/accounts.ts';
import type { Database } from '#sql/database.ts';
import { notedFiles, unmeantKeys } from '#sql/stored-files.ts';

/** Bytes of a request that is still running are younger, in seconds. */
const longestRequest = 3600;

/**
 * Removes what no row means, in every account, as long as it may go on. What fails in one account keeps the others from
 * nothing, and is thrown at the end.
 */
export async function removeUnmeantFiles(
  { database, files, clock }: Pick<Engine, 'database' | 'files' | 'clock'>,
  goOn: GoOn = async () => true,
): Promise<number> {
  const { store } = files;
  if (store === null) return 0;
  const before = Math.floor(clock() / 1000) - longestRequest;
  const failures: unknown[] = [];
  let removed = 0;
  for (const { id: accountId } of await database.read(null, listAccountIds)) {
    let keys: readonly string[] = [];
    do {
      if (!(await goOn())) return removed;
      try {
        keys = await database.read(accountId, (tx) => unmeantKeys({ tx, accountId }, before));
        removed += await removeStored({ database }, { store, accountId, keys });
      } catch (error) {
        failures.push(error);
        keys = [];
      }
    } while (keys.length > 0);
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts failed`);
  return removed;
}

/** Removes all bytes of an account that is not on the list any more; its rows are left. `false`: it was to end early. */
export async function removeFilesOf(
  database: Database,
  part: { readonly store: FileStore | null; readonly accountId: number; readonly goOn: GoOn },
): Promise<boolean> {
  const { store, accountId, goOn } = part;
  if (store === null) return true;
  for (let after = ''; ;) {
    if (!(await goOn())) return false;
    const from = after;
    const some = await database.read(accountId, (tx) => notedFiles({ tx, accountId }, from));
    for (const { key } of some) await store.remove({ accountId, key });
    after = some.at(-1)?.key ?? '';
    if (after === '') return true;
  }
}
