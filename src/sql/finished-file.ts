// A file that is whole and on the disk before it has its name, so that nobody takes a half for it.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { keepPrivate } from './file-owner.ts';

/** Gives a file its name, once `fit` has settled its owner and mode; another of that name is replaced. */
export function putInPlace(from: string, to: string, fit = keepPrivate): void {
  fit(from);
  sync(from);
  renameSync(from, to);
  sync(dirname(resolve(to)));
}

/**
 * Has `write` make a file under a passing name and puts it in place. Throws an Error when `file` exists, which `what`
 * never overwrites, or its folder does not; whatever is thrown, nothing is left.
 */
export async function writeNewFile<T>(
  file: string,
  { what, write }: { readonly what: string; readonly write: (draft: string) => Promise<T> },
): Promise<T> {
  if (existsSync(file)) throw new Error(`${file} exists already; ${what} never overwrites one.`);
  const folder = dirname(resolve(file));
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Error(`${file} cannot be written: there is no folder ${folder}; make it first.`);
  const draft = `${file}.${process.pid}.unfinished`;
  rmSync(draft, { force: true });
  try {
    const result = await write(draft);
    putInPlace(draft, file);
    return result;
  } finally {
    rmSync(draft, { force: true });
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
