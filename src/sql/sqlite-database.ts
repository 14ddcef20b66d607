// A SQLite file as a database: one connection that writes, one that reads, one that feels for the write lock,
// and a thread for checkpoints.
import { closeSync, existsSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Observe } from '#observe/event.ts';
import type { Database } from './database.ts';
import { sqliteDialect } from './dialects/sqlite.ts';
import { openCheckpoints } from './sqlite-checkpoint.ts';
import { openConnection, type SqliteConnection } from './sqlite-connection.ts';
import { openReader } from './sqlite-reader.ts';
import { openStamps } from './sqlite-stamps.ts';
import { openWriter } from './sqlite-writer.ts';

/** What opening a SQLite file needs. */
export interface SqliteOptions {
  readonly file: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly observe: Observe;
  /** How long a write waits while another process writes, in milliseconds; 5,000 when left out. */
  readonly lockTimeout?: number;
  /** The file must exist, and nothing in it is changed. */
  readonly readOnly?: boolean;
}

/** Opens the file, making it and its directory when missing. Throws what SQLite says. */
export function openSqlite(options: SqliteOptions): Database {
  const { file: given, clock, observe, lockTimeout = 5_000, readOnly = false } = options;
  if (!existsSync(given)) createFile(given, readOnly);
  const writing = openConnection(given, 'writer');
  if (!readOnly) refreshStatistics(writing);
  // All processes must find the same neighbour files, whatever link led them here.
  const file = realpathSync(given);
  const reading = openConnection(file, 'reader');
  const probe = openConnection(file, 'writer');
  const stamps = openStamps(file, probe, clock);
  const checkpoints = openCheckpoints({ file, connection: probe, observe });
  const writer = openWriter({ connection: writing, stamps, lockTimeout, committed: checkpoints.consider });
  const reader = openReader({ connection: reading, stamps, clock });
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await Promise.all([writer.idle(), reader.idle()]);
    await checkpoints.close();
    stamps.close();
    for (const connection of [probe, reading, writing]) connection.close();
  };
  return {
    dialect: sqliteDialect,
    // One file has one writer at a time, and its statements name the account: which one it is makes no difference.
    read: (_account, work) => reader.read(work),
    write: (_account, work) => writer.write(work),
    changeSchema: writer.changeSchema,
    isWritable: () => reader.read(async () => true),
    waiting: writer.waiting,
    close: () => (closing ??= close()),
  };
}

/** Others on the machine have no business with it; SQLite gives its neighbour files the same mode. */
function createFile(file: string, readOnly: boolean): void {
  if (readOnly) throw new Error('there is no such file');
  mkdirSync(dirname(resolve(file)), { recursive: true });
  closeSync(openSync(file, 'a', 0o600));
}

/** What the planner knows of the data is looked up when a connection first reads, so it is refreshed before that. */
function refreshStatistics(connection: SqliteConnection): void {
  try {
    connection.execute('pragma analysis_limit = 400; pragma optimize = 0x10002');
  } catch (error) {
    // Another process is writing: its statistics will do.
    if (!sqliteDialect.isUnavailable(error)) throw error;
  }
}
