// Reads, one after another on one connection, each on one snapshot of what is committed.
import type { Tx } from './database.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Stamps } from './sqlite-stamps.ts';
import { withTransaction } from './sqlite-transaction.ts';

/** What reading needs. */
export interface ReaderParts {
  readonly connection: SqliteConnection;
  readonly stamps: Stamps;
  readonly clock: () => number;
}

/** Makes the function that reads; see {@link Database.read}. */
export function openReader({ connection, stamps, clock }: ReaderParts): <T>(work: (tx: Tx) => Promise<T>) => Promise<T> {
  const begin = connection.prepare('begin');
  const end = connection.prepare('commit');
  // Reading the version is also what takes the snapshot: BEGIN alone does not.
  const version = connection.prepare('pragma data_version').pluck();
  let last: Promise<unknown> = Promise.resolve();

  const onSnapshot = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const horizon = stamps.horizon();
    begin.run();
    try {
      const moment = { now: Math.floor(clock() / 1000), horizon, version: version.get() as number };
      return await withTransaction(connection, moment, work);
    } finally {
      end.run();
    }
  };
  return (work) => {
    const result = last.then(() => onSnapshot(work));
    last = result.catch(() => undefined);
    return result;
  };
}
