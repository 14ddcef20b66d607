// Backup and restore of a SQLite database as one file, while servers use it or none does, respectively.
// A backup is complete, checked and on the disk before it has its name.
import Sqlite from 'better-sqlite3';
import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readManifest, removeManifest, type BackupContents } from './backup-manifest.ts';
import { assertSchema } from './backup-schema.ts';
import { inThread } from '#values/in-thread.ts';
import type { BackupOrder } from './backup-worker.ts';
import { sqliteDialect } from './dialects/sqlite.ts';
import { fitIntoFolder, makeFolder } from './file-owner.ts';
import { putInPlace, writeNewFile } from './finished-file.ts';
import { isPostgres, sqliteFile } from './open-database.ts';

/** What a backup needs. */
export interface BackupOptions {
  readonly url: string;
  readonly file: string;
  /** What the backup is sealed with; empty: with nothing. */
  readonly key?: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Writes a consistent copy to `file`, which must not exist yet; its folder is made when missing. Throws an Error with one line. */
export async function backup({ url, file, key = '', clock }: BackupOptions): Promise<BackupContents> {
  refusePostgres(url);
  const source = sqliteFile(url);
  if (!existsSync(source)) throw new Error(`There is no database ${source}.`);
  const takenAt = Math.floor(clock() / 1000);
  // A job that somebody set up writes here, by a path that holds a date perhaps.
  makeFolder(dirname(resolve(file)));
  return writeNewFile(file, {
    what: 'a backup',
    write: (copy) => copyInThread({ source, copy, key, takenAt }),
  });
}

function copyInThread(order: BackupOrder): Promise<BackupContents> {
  return inThread(new URL('./backup-worker.ts', import.meta.url), { order, what: 'The backup' });
}

/** PostgreSQL has tools of its own, which know its roles, extensions and logs. */
function refusePostgres(url: string): void {
  if (!isPostgres(url)) return;
  throw new Error(
    'This copies SQLite files; back a PostgreSQL database up with pg_dump, restore it with pg_restore.',
  );
}

/** What a restore needs. */
export interface RestoreOptions {
  readonly file: string;
  readonly url: string;
  /** The backup must be sealed with it; empty: no seal is looked at. */
  readonly key?: string;
  /** Replaces a database that exists. */
  readonly force?: boolean;
}

/** Puts a backup in the place of a database that nobody has open. Throws an Error with one line; then nothing changed. */
export async function restore({
  file,
  url,
  key = '',
  force = false,
}: RestoreOptions): Promise<BackupContents> {
  refusePostgres(url);
  const target = sqliteFile(url);
  if (!existsSync(file)) throw new Error(`There is no backup ${file}.`);
  const exists = existsSync(target) && statSync(target).size > 0;
  if (exists && !force) throw new Error(`${target} holds a database already; say --force to replace it.`);
  makeFolder(dirname(resolve(target)));
  const copy = `${target}.${process.pid}.restoring`;
  try {
    copyFileSync(file, copy);
    const contents = readManifest(copy, { key, file });
    await assertSchema(copy, file);
    removeManifest(copy);
    if (exists) whileNobodyHasIt(target, () => replaceDatabase(copy, target));
    else replaceDatabase(copy, target);
    return contents;
  } finally {
    rmSync(copy, { force: true });
  }
}

/**
 * Runs `work` while no connection can use the file. Leaving WAL mode wants the file alone, and merges the log into
 * it. A file too damaged to be asked can only be replaced.
 */
function whileNobodyHasIt(target: string, work: () => void): void {
  const database = new Sqlite(target, { timeout: 0 });
  try {
    try {
      database.pragma('journal_mode = delete');
      database.exec('begin exclusive');
    } catch (error) {
      if (!sqliteDialect.isUnavailable(error)) return work();
      throw new Error(`${target} is in use: stop the server before you restore.`, { cause: error });
    }
    work();
  } finally {
    database.close();
  }
}

/** A log left by the old database must not be taken for the new one's. */
function replaceDatabase(copy: string, target: string): void {
  for (const neighbour of ['-wal', '-shm']) rmSync(target + neighbour, { force: true });
  putInPlace(copy, target, fitIntoFolder);
}
