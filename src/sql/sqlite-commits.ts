// How many commits of a SQLite file concern an account: this process counts its own by account, and SQLite tells the
// connection that writes of those of other processes, which may concern every account.
import type { AccountScope } from './database.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** The counts of one process. */
export interface Commits {
  /** Never falls, and moves with each commit that concerns the account, in the turn in which it is made. */
  version(account: AccountScope): number;
  /** A write in this scope belongs to the transaction that is committed next. */
  join(account: AccountScope): void;
  /** Counts a commit. */
  count(): void;
}

/** `writing`: the only connection through which this process commits. */
export function openCommits(writing: SqliteConnection): Commits {
  const ofOthers = writing.prepare('pragma data_version').pluck();
  const own = new Map<number, number>();
  const joined = new Set<AccountScope>();
  let all = 0;
  let installation = 0;
  return {
    version: (account) =>
      (ofOthers.get() as number) + (account === null ? all : installation + (own.get(account) ?? 0)),
    join: (account) => void joined.add(account),
    count() {
      all += 1;
      for (const account of joined) {
        if (account === null) installation += 1;
        else own.set(account, (own.get(account) ?? 0) + 1);
      }
      joined.clear();
    },
  };
}
