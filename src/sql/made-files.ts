// What is left of a SQLite file that was made in vain: nothing. What was there before stays.
import { existsSync, lstatSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isPostgres, sqliteFile } from './open-database.ts';

/** The file itself, and those that SQLite and the service keep beside it. */
const endings = ['', '-wal', '-shm', '-journal', '-stamps', '-room'];

/**
 * Runs `work`, which may make the database of an address and has closed it when it ends. If it throws, files and folders of
 * a SQLite database that was not there before are gone again.
 */
export async function leavingNothing<T>(url: string, work: () => Promise<T>): Promise<T> {
  if (isPostgres(url)) return work();
  const file = resolve(sqliteFile(url));
  if (isThere(file)) return work();
  const files = endings.map((ending) => file + ending).filter((name) => !isThere(name));
  const folders = missingFolders(dirname(file));
  try {
    return await work();
  } catch (error) {
    for (const name of files) rmSync(name, { force: true });
    removeEmpty(folders);
    throw error;
  }
}

/** A link that leads nowhere is there too. */
function isThere(name: string): boolean {
  return lstatSync(name, { throwIfNoEntry: false }) !== undefined;
}

/** The deepest first. */
function missingFolders(folder: string): readonly string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}

/** Somebody else may have put something there meanwhile; and what went wrong first is what matters. */
function removeEmpty(folders: readonly string[]): void {
  try {
    for (const folder of folders) rmdirSync(folder);
  } catch {
    // It stays.
  }
}
