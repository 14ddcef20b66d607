// Makes the copy for a backup in a thread of its own, because it keeps SQLite busy for seconds.
// VACUUM INTO reads one snapshot: nothing that others write meanwhile waits or gets in.
import Sqlite from 'better-sqlite3';
import { parentPort, workerData } from 'node:worker_threads';
import { writeManifest } from './backup-manifest.ts';

/** What the thread is asked to do. */
export interface BackupOrder {
  readonly source: string;
  readonly copy: string;
  readonly key: string;
  /** Epoch seconds. */
  readonly takenAt: number;
}

const { source, copy, key, takenAt } = workerData as BackupOrder;
const database = new Sqlite(source, { fileMustExist: true, timeout: 5_000 });
database.prepare('vacuum into ?').run(copy);
database.close();
parentPort?.postMessage(writeManifest(copy, { takenAt, key }));
