// A file that is there whole or not at all: written beside its place, and put there when it is done.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { keepPrivate } from '#sql/file-owner.ts';
import { CommandFailure } from './command.ts';

/** Writes what `work` writes, over what the file held. Throws {@link CommandFailure} when the place cannot be written. */
export async function writeWhole<T>(file: string, work: (out: Writable) => Promise<T>): Promise<T> {
  const part = `${file}.${randomBytes(4).toString('hex')}.part`;
  const out = createWriteStream(part, { flags: 'wx', mode: 0o600 });
  try {
    await once(out, 'open');
    const done = finished(out);
    const result = await Promise.race([work(out), done.then(() => neverEnds())]);
    out.end();
    await done;
    keepPrivate(part);
    await rename(part, file);
    return result;
  } catch (error) {
    out.destroy();
    await rm(part, { force: true });
    if (isSystemError(error)) throw new CommandFailure(`${file} cannot be written: ${error.message}`);
    throw error;
  }
}

function neverEnds(): never {
  throw new Error('the stream ended before the work on it');
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
