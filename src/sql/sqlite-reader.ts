// Reads, one after another on one connection, each on one snapshot of what is committed.
import type { Tx } from './database.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Stamps } from './sqlite-stamps.ts';
import { withTransaction } from './transaction.ts';

/** What reading needs. */
export interface ReaderParts {
  readonly connection: SqliteConnection;
  readonly stamps: Stamps;
  readonly clock: () => number;
}

/** The reading half of {@link Database}. */
export interface Reader {
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Another text after every commit of any process. */
  version(): Promise<string>;
  /** Resolves when every read that was asked for has ended. */
  idle(): Promise<void>;
}

/** Of a file that is open nothing is ever undone. */
const onlyHistory = '';

/** Makes the reader of a connection that nobody else uses. */
export function openReader({ connection, stamps, clock }: ReaderParts): Reader {
  const begin = connection.prepare('begin');
  const end = connection.prepare('commit');
  // Reading the version is also what takes the snapshot: BEGIN alone does not.
  const version = connection.prepare('pragma data_version').pluck();
  let last: Promise<unknown> = Promise.resolve();

  const onSnapshot = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const horizon = stamps.horizon();
    begin.run();
    try {
      const now = Math.floor(clock() / 1000);
      const moment = { now, stamp: now, horizon, version: version.get() as number, history: onlyHistory };
      return await withTransaction(connection, moment, work);
    } finally {
      if (connection.inTransaction()) end.run();
    }
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  return {
    read: (work) => inTurn(() => onSnapshot(work)),
    // In a transaction it would be that of its snapshot.
    version: () => inTurn(async () => String(version.get())),
    idle: async () => void (await last),
  };
}
