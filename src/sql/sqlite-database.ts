// A SQLite file as a database: one connection that writes, one that reads, one that feels for the write lock,
// and a thread for checkpoints.
import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Observe } from '#observe/event.ts';
import { createClockWatch } from './clock-watch.ts';
import type { AccountScope, Database, Tx } from './database.ts';
import { sqliteDialect } from './dialects/sqlite.ts';
import { fitIntoFolder, makeFolder } from './file-owner.ts';
import { createAnswers } from './sqlite-answers.ts';
import { openCheckpoints } from './sqlite-checkpoint.ts';
import { createRoomCheck } from './room-check.ts';
import { openCommits, type Commits } from './sqlite-commits.ts';
import { openConnection, type SqliteConnection } from './sqlite-connection.ts';
import { commitsOf, openReader, standingOf, type Reader, type ReaderParts } from './sqlite-reader.ts';
import { openStamps } from './sqlite-stamps.ts';
import { openWriter } from './sqlite-writer.ts';
import { whoCreates } from './who-creates.ts';

const mostApart = 2;

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
  /** The file must exist. */
  readonly mustExist?: boolean;
}

/** Opens the file, making it and its directory when missing. Throws what SQLite says. */
export function openSqlite(options: SqliteOptions): Database {
  const {
    file: given,
    clock,
    observe,
    lockTimeout = 5_000,
    readOnly = false,
    mustExist = readOnly,
  } = options;
  if (!existsSync(given)) createFile(given, mustExist);
  const answers = createAnswers();
  const writing = openConnection(given, 'writer', answers);
  // All processes must find the same neighbour files, whatever link led them here.
  const file = realpathSync(given);
  const reading = openConnection(file, 'reader');
  const probe = openConnection(file, 'writer');
  const watch = createClockWatch(clock, observe);
  const stamps = openStamps(file, probe, { clock, watch });
  const commits = openCommits(writing);
  const checkpoints = openCheckpoints({ file, connection: probe, observe });
  const writer = openWriter({
    connection: writing,
    answers,
    stamps,
    clock,
    lockTimeout,
    countCommit: commits.count,
    committed: checkpoints.consider,
  });
  const reader = openReader({ connection: reading, stamps, commits, clock });
  const counted = countedBy(commits);
  let closing: Promise<void> | null = null;
  const apart = openApart(file, { stamps, commits, clock });
  const close = async (): Promise<void> => {
    await Promise.all([writer.idle(), reader.idle(), apart.close()]);
    await checkpoints.close();
    stamps.close();
    for (const connection of [probe, reading, writing]) connection.close();
  };
  return {
    dialect: sqliteDialect,
    // One file has one writer at a time, and its statements name the account: which one it is makes no difference.
    read: reader.read,
    readApart: apart.read,
    readOverviews: async (work) => [await reader.read(null, (tx) => work(tx, null))],
    write: (account, work) => writer.write(counted(account, work)),
    look: (account) => standingOf({ stamps, commits }, account),
    lookForCommits: (account) => commitsOf(commits, account),
    changeSchema: (work) => writer.changeSchema(counted(null, work)),
    runOutside: () => Promise.reject(new Error('A SQLite file runs every statement in a transaction.')),
    isWritable: () => reader.read(null, async () => true),
    clockLag: watch.lag,
    lowerStamp: async (_account, second) => stamps.lower(second),
    hasRoom: createRoomCheck(file, observe),
    waiting: writer.waiting,
    close: () => (closing ??= close()),
  };
}

/** Makes work that is counted as a commit of its account. What is undone is not counted. */
function countedBy(commits: Commits) {
  return <T>(account: AccountScope, work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      const result = await work(tx);
      commits.join(account);
      return result;
    };
}

/** Connections for long reads, opened when they are first needed; each takes one read after another. */
function openApart(
  file: string,
  parts: Omit<ReaderParts, 'connection'>,
): Pick<Reader, 'read'> & { close(): Promise<void> } {
  const opened: { connection: SqliteConnection; reader: Reader; working: number }[] = [];
  const free = () => {
    const idle = opened.find(({ working }) => working === 0);
    if (idle !== undefined) return idle;
    if (opened.length >= mostApart) return opened.toSorted((a, b) => a.working - b.working)[0];
    const connection = openConnection(file, 'reader');
    opened.push({ connection, reader: openReader({ ...parts, connection }), working: 0 });
    return opened.at(-1);
  };
  return {
    async read(account, work) {
      const place = free();
      if (place === undefined) throw new Error('no connection for long reads');
      place.working += 1;
      try {
        return await place.reader.read(account, work);
      } finally {
        place.working -= 1;
      }
    },
    async close() {
      await Promise.all(opened.map(({ reader }) => reader.idle()));
      for (const { connection } of opened) connection.close();
    },
  };
}

/** Others on the machine have no business with it; SQLite gives its neighbour files the same owner and mode. */
function createFile(file: string, mustExist: boolean): void {
  if (mustExist) throw new Error(`there is no such file; ${whoCreates}`);
  makeFolder(dirname(resolve(file)));
  closeSync(openSync(file, 'a', 0o600));
  fitIntoFolder(file);
}
