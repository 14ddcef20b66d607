// Files in a folder that the processes of an installation share: <folder>/<account>/<key>. They are for the owner only,
// and have their name once they are whole and on the disk.
import { open, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ApiError } from '#errors/api-error.ts';
import { keepPrivate, makeFolder, makePrivateFolder } from '#sql/file-owner.ts';
import type { FilePlace, FileStore } from './file-store.ts';

const forOwner = 0o600;

/** A store in a folder, which is made with the first file. */
export function createFolderStore(folder: string): FileStore {
  const pathOf = ({ accountId, key }: FilePlace): string => {
    if (!/^[\w-]{8,80}$/.test(key)) throw new Error(`${key} is no key of a file`);
    return join(folder, String(accountId), key);
  };
  return {
    put: (place, bytes) => translated(() => putFile(pathOf(place), bytes)),
    open: (place) =>
      translated(async () => {
        const file = await open(pathOf(place), 'r').catch(nullIfMissing);
        if (file === null) return null;
        const { size } = await file.stat();
        return { size, stream: file.createReadStream() };
      }),
    remove: (place) =>
      translated(async () => {
        const path = pathOf(place);
        await rm(path, { force: true });
        await rm(draftOf(path), { force: true });
        // The folder of the account goes with its last file.
        await rmdir(dirname(path)).catch(() => {});
      }),
  };
}

function draftOf(path: string): string {
  return `${path}.unfinished`;
}

const attempts = 5;

async function putFile(path: string, bytes: Buffer): Promise<void> {
  const [draft, own] = [draftOf(path), dirname(path)];
  makeFolder(dirname(own));
  for (let attempt = 1; ; attempt += 1) {
    makePrivateFolder(own);
    try {
      await writeDraft(draft, bytes);
      break;
    } catch (error) {
      // The caller that removed the last other file of the account has removed the folder since.
      if (codeOf(error) !== 'ENOENT' || attempt === attempts) throw error;
    }
  }
  await rename(draft, path);
  await sync(own);
  await sync(dirname(own));
}

async function writeDraft(draft: string, bytes: Buffer): Promise<void> {
  const file = await open(draft, 'w', forOwner);
  try {
    await file.writeFile(bytes);
    keepPrivate(draft);
    await file.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

function nullIfMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}

const full: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What the file system says, as a client may hear it. */
async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined || error instanceof ApiError) throw error;
    if (full.has(code))
      throw new ApiError('storage_full', 'The folder for files is full; nothing was stored.');
    throw new ApiError('storage_unreachable', `The folder for files cannot be used (${code}).`);
  }
}
