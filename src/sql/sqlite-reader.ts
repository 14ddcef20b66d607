// Reads, one after another on one connection, each on one snapshot of what is committed.
import type { AccountScope, CommitStanding, Standing, Tx } from './database.ts';
import type { Commits } from './sqlite-commits.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { Stamps } from './sqlite-stamps.ts';
import { withTransaction } from './transaction.ts';

/** What reading needs. */
export interface ReaderParts {
  readonly connection: SqliteConnection;
  readonly stamps: Stamps;
  readonly commits: Pick<Commits, 'version'>;
  readonly clock: () => number;
}

/** The reading half of {@link Database}. */
export interface Reader {
  read<T>(account: AccountScope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Resolves when every read that was asked for has ended. */
  idle(): Promise<void>;
}

/** Of a file that is open nothing is ever undone. */
const history = '';

/** What a snapshot that is taken now would show, and how far it would reach. */
export function standingOf(
  { stamps, commits }: Pick<ReaderParts, 'stamps' | 'commits'>,
  account: AccountScope,
): Standing {
  // The horizon comes first: what is committed in between it does not promise.
  const horizon = stamps.horizon();
  return { horizon, ...commitsOf(commits, account) };
}

/** What has been committed now. */
export function commitsOf(commits: ReaderParts['commits'], account: AccountScope): CommitStanding {
  return { version: commits.version(account), history };
}

/** Makes the reader of a connection that nobody else uses. */
export function openReader({ connection, stamps, commits, clock }: ReaderParts): Reader {
  const begin = connection.prepare('begin');
  const end = connection.prepare('commit');
  // BEGIN alone takes no snapshot: the first look at the file does.
  const take = connection.prepare('pragma data_version').pluck();
  let last: Promise<unknown> = Promise.resolve();

  const onSnapshot = async <T>(account: AccountScope, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const { horizon, version } = standingOf({ stamps, commits }, account);
    begin.run();
    try {
      take.get();
      // Another process may have committed before the snapshot was taken.
      const isSame = commits.version(account) === version;
      const now = Math.floor(clock() / 1000);
      const moment = { now, stamp: now, horizon, version: isSame ? version : null, history };
      return await withTransaction(connection, moment, work);
    } finally {
      if (connection.inTransaction()) end.run();
    }
  };
  return {
    read(account, work) {
      const result = last.then(() => onSnapshot(account, work));
      last = result.catch(() => undefined);
      return result;
    },
    idle: async () => void (await last),
  };
}
