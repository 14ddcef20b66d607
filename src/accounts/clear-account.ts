// Clears what is left of a deleted account or of an import that did not end: rows of an account that is on no list.
// It works page by page, so that no other writer waits. The list of jobs holds such accounts, and the process that
// clears one holds its job.
import { addHeldJob, endJob, holdJob, type StoredJob } from '#sql/background-jobs.ts';
import { stopClock } from '#sql/account-clocks.ts';
import { endWork } from '#sql/due-work.ts';
import type { FileStore } from '#files/file-store.ts';
import type { Database, Tx } from '#sql/database.ts';
import { accountClocksTable } from '#sql/system-tables.ts';
import type { Table } from '#sql/table.ts';
import { fillingOrder } from '#sql/table-order.ts';
import { deletePage, unlinkRows } from '#sql/table-rows.ts';
import { removeFilesOf } from './remove-files.ts';

/** The name of the job; its subject is the id of the account. */
export const clearAccountJob = 'clear_account';

/** From now on the account's rows will be cleared, unless the answered job is ended before it is due. */
export function promiseToClear(tx: Tx, accountId: number): Promise<StoredJob> {
  return addHeldJob(tx, { name: clearAccountJob, subject: accountId });
}

/** What clearing needs. */
export interface Clearing {
  readonly job: StoredJob;
  /** Every table that the database has. */
  readonly tables: Iterable<Table>;
  /** Where bytes of its files are; `null`: nowhere. */
  readonly store: FileStore | null;
  /** Ends early: the job stays. */
  readonly stop?: AbortSignal;
}

/** Clears what the job says and ends it. Answers how many rows are gone. Throws an Error when the job has changed hands. */
export async function clearAccount(
  database: Database,
  { job, tables, store, stop }: Clearing,
): Promise<number> {
  const accountId = job.subject;
  const order = fillingOrder([...tables].filter(isCleared));
  const step = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.write(accountId, async (tx) => {
      await holdJob(tx, job);
      return work(tx);
    });
  // Their keys stand in the rows.
  const goOn = async (): Promise<boolean> => {
    await step(async () => {});
    return stop?.aborted !== true;
  };
  if (!(await removeFilesOf(database, { store, accountId, goOn }))) return 0;
  for (const { table, late } of order)
    if (late.length > 0) await step((tx) => unlinkRows(tx, { table, accountId, late }));
  let rows = 0;
  for (const { table } of order.toReversed()) {
    for (let page = 1; page > 0; rows += page) {
      if (stop?.aborted === true) return rows;
      page = await step((tx) => deletePage(tx, { table, accountId }));
    }
  }
  // Each transaction that writes in an account needs its clock: the last transaction removes it.
  const clocks = await database.write(accountId, async (tx) => {
    await endWork(tx, accountId);
    await endJob(tx, job);
    return stopClock(tx, accountId);
  });
  return rows + clocks;
}

function isCleared({ name, scope }: Table): boolean {
  return scope === 'account' && name !== accountClocksTable.name;
}
