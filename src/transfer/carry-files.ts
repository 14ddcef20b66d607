// The bytes of an account's files, out of their storage into a folder that goes along with the export, and back. A file
// there is named by its key; the rows say how long it is and what its checksum is.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AccountError } from '#accounts/account-error.ts';
import type { FileStore } from '#files/file-store.ts';
import type { Database } from '#sql/database.ts';
import { keepPrivate, makePrivateFolder } from '#sql/file-owner.ts';
import { meantFiles, type MeantFile } from '#sql/stored-files.ts';

/** Whose files, where they are kept, and the folder beside the export. */
export interface Carrying {
  readonly database: Database;
  readonly accountId: number;
  readonly store: FileStore;
  readonly folder: string;
}

/** How many files rows of the account mean. */
export async function countFiles({
  database,
  accountId,
}: Pick<Carrying, 'database' | 'accountId'>): Promise<number> {
  let count = 0;
  await eachFile({ database, accountId }, async () => void (count += 1));
  return count;
}

/** Throws an Error in one line unless the folder can be made: it must not exist. */
export async function assertNewFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found !== null)
    throw new Error(`${folder} exists already; an export of files never overwrites a folder.`);
}

/** Copies the bytes into a new folder. Answers how many files it holds; throws an Error in one line for one that is not whole. */
export async function exportFiles({ database, accountId, store, folder }: Carrying): Promise<number> {
  await assertNewFolder(folder);
  makePrivateFolder(folder);
  let count = 0;
  await eachFile({ database, accountId }, async (file) => {
    const opened = await store.open({ accountId, key: file.key });
    if (opened === null) throw new Error(`The bytes of the file ${file.key} are not in the storage.`);
    const sum = createHash('sha256');
    const summing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        sum.update(chunk);
        done(null, chunk);
      },
    });
    const path = join(folder, file.key);
    await pipeline(opened.stream, summing, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    keepPrivate(path);
    if (sum.digest('hex') !== file.sha256) throw damaged(`The bytes of the file ${file.key} in the storage`);
    count += 1;
  });
  return count;
}

/** Brings the bytes out of the folder into the storage; `hold` is called before each. Throws {@link AccountError}. */
export async function importFiles(
  { database, accountId, store, folder }: Carrying,
  hold: () => Promise<void>,
): Promise<number> {
  let count = 0;
  await eachFile({ database, accountId }, async (file) => {
    await hold();
    const path = join(folder, nameOf(file));
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      throw new AccountError(`${path} cannot be read (${error.code}): the account has a row that means it.`);
    });
    const isWhole =
      bytes.length === file.size && createHash('sha256').update(bytes).digest('hex') === file.sha256;
    if (!isWhole) throw damaged(path);
    await store.put({ accountId, key: file.key }, bytes);
    count += 1;
  });
  return count;
}

/** A key that an attacker has put into an export must not lead out of the folder. */
function nameOf({ key }: MeantFile): string {
  if (/^[\w-]{8,80}$/.test(key)) return key;
  throw new AccountError(`The storage_key ${JSON.stringify(key.slice(0, 100))} is no key of a file.`);
}

function damaged(what: string): AccountError {
  return new AccountError(`${what} is not what the checksum in its row says.`);
}

async function eachFile(
  { database, accountId }: Pick<Carrying, 'database' | 'accountId'>,
  work: (file: MeantFile) => Promise<void>,
): Promise<void> {
  for (let after = ''; ;) {
    const from = after;
    const some = await database.read(accountId, (tx) => meantFiles({ tx, accountId }, from));
    for (const file of some) await work(file);
    after = some.at(-1)?.key ?? '';
    if (after === '') return;
  }
}
