// Which bytes an account has beside the database: noted before they are written, forgotten after they are removed. It
// must not know where they are.
import type { AccountTx, AccountUnit } from './database.ts';
import { statement } from './statement.ts';

/** Keys in one answer. */
const atOnce = 500;

/** Bytes that are noted. */
export interface NotedFile {
  readonly key: string;
  readonly size: number;
}

const sizes = statement((db, value) =>
  db
    .selectFrom('stored_files')
    .select(({ fn }) => fn.sum('size').as('bytes'))
    .where('account_id', '=', value(0)),
);

/** How many bytes the account has, those that are being written or removed among them. */
export function storedBytes({ tx, accountId }: AccountUnit): number {
  return Number(sizes.get(tx, [accountId])?.['bytes'] ?? 0);
}

const insert = statement((db, value) =>
  db.insertInto('stored_files').values({
    account_id: value(0),
    storage_key: value(1),
    size: value(2),
    noted_at: value(3),
    removing: value(4),
  }),
);

/** Notes bytes that are about to be written. */
export function noteFile({ tx, accountId }: AccountUnit, { key, size }: NotedFile): void {
  insert.run(tx, [accountId, key, size, tx.now, 0]);
}

const kept = statement((db, value) =>
  db
    .selectFrom('stored_files')
    .select('storage_key')
    .where('account_id', '=', value(0))
    .where('storage_key', '=', value(1))
    .where('removing', '=', value(2)),
);

/** Whether a row may mean the bytes: nobody has decided to remove them. */
export function isKept({ tx, accountId }: AccountUnit, key: string): boolean {
  return kept.get(tx, [accountId, key, 0]) !== undefined;
}

const unmeant = statement((db, value) =>
  db
    .selectFrom('stored_files')
    .select('storage_key')
    .where('stored_files.account_id', '=', value(0))
    .where('noted_at', '<', value(1))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('files')
            .select('files.id')
            .where('files.account_id', '=', value(0))
            .whereRef('files.storage_key', '=', 'stored_files.storage_key'),
        ),
      ),
    )
    .orderBy('storage_key')
    .limit(atOnce),
);

/** Keys of bytes noted before a second (epoch) that no row means, 500 at the most. */
export async function unmeantKeys({ tx, accountId }: AccountTx, before: number): Promise<readonly string[]> {
  return (await unmeant.all(tx, [accountId, before])).map((row) => row['storage_key'] as string);
}

const meant = statement((db, value) =>
  db.selectFrom('files').select('id').where('account_id', '=', value(0)).where('storage_key', '=', value(1)),
);

const mark = statement((db, value) =>
  db
    .updateTable('stored_files')
    .set({ removing: value(2) })
    .where('account_id', '=', value(0))
    .where('storage_key', '=', value(1)),
);

/** Decides to remove bytes; `false`: a row means them, or they are gone. */
export function markRemoving({ tx, accountId }: AccountUnit, key: string): boolean {
  if (meant.get(tx, [accountId, key]) !== undefined) return false;
  return mark.change(tx, [accountId, key, 1]) === 1;
}

const forget = statement((db, value) =>
  db.deleteFrom('stored_files').where('account_id', '=', value(0)).where('storage_key', '=', value(1)),
);

/** Forgets bytes that are removed. */
export function forgetFile({ tx, accountId }: AccountUnit, key: string): void {
  forget.run(tx, [accountId, key]);
}

const page = statement((db, value) =>
  db
    .selectFrom('stored_files')
    .select(['storage_key', 'size'])
    .where('account_id', '=', value(0))
    .where('storage_key', '>', value(1))
    .orderBy('storage_key')
    .limit(atOnce),
);

/** Bytes of the account in the order of their keys, those behind a key; 500 at the most. */
export async function notedFiles({ tx, accountId }: AccountTx, after: string): Promise<readonly NotedFile[]> {
  return (await page.all(tx, [accountId, after])).map((row) => ({
    key: row['storage_key'] as string,
    size: row['size'] as number,
  }));
}

const checked = statement((db, value) =>
  db
    .selectFrom('files')
    .select(['storage_key', 'sha256', 'size'])
    .where('account_id', '=', value(0))
    .where('storage_key', '>', value(1))
    .orderBy('storage_key')
    .limit(atOnce),
);

/** Bytes that a row means, with their checksum. */
export interface MeantFile extends NotedFile {
  readonly sha256: string;
}

/** The bytes that rows of the account mean, in the order of their keys, those behind a key; 500 at the most. */
export async function meantFiles({ tx, accountId }: AccountTx, after: string): Promise<readonly MeantFile[]> {
  return (await checked.all(tx, [accountId, after])).map((row) => ({
    key: row['storage_key'] as string,
    size: row['size'] as number,
    sha256: row['sha256'] as string,
  }));
}
