// Whether the disk of a SQLite file has room: a quota or the last blocks for root are known to nobody but who writes.
import { rm, writeFile } from 'node:fs/promises';
import type { Observe } from '#observe/event.ts';

/** What a few writes take, with their log. */
const needed = Buffer.alloc(256 * 1024);
const full = new Set(['ENOSPC', 'EDQUOT']);

/** Makes the check, which writes a file beside the database and takes it away again; tells when the answer changes. */
export function createRoomCheck(file: string, observe: Observe): () => Promise<boolean> {
  const trial = `${file}-room`;
  let had = true;
  return async () => {
    const has = await canWrite(trial);
    if (has !== had) observe({ kind: has ? 'storage_freed' : 'storage_full', database: file });
    had = has;
    return has;
  };
}

async function canWrite(trial: string): Promise<boolean> {
  try {
    await writeFile(trial, needed, { mode: 0o600 });
    return true;
  } catch (error) {
    return !full.has(String((error as NodeJS.ErrnoException).code));
  } finally {
    await rm(trial, { force: true }).catch(() => {});
  }
}
