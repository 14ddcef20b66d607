// How many commits of a SQLite file concern an account: this process counts its own by account, and SQLite tells the
// connection that writes of those of other processes, which may concern every account.
import type { AccountScope } from './database.ts';
import { sqliteDialect } from './dialects/sqlite.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** The counts of one process. */
export interface Commits {
  /**
   * Never falls, and moves with each commit that concerns the account, in the turn in which it is made. `null`: not known, as
   * the file is locked for a moment.
   */
  version(account: AccountScope): number | null;
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
    version(account) {
      const others = numberOf(ofOthers);
      if (others === null) return null;
      return others + (account === null ? all : installation + (own.get(account) ?? 0));
    },
    join: (account) => void joined.add(account),
    count() {
      // All that was to be committed was undone.
      if (joined.size === 0) return;
      all += 1;
      for (const account of joined) {
        if (account === null) installation += 1;
        else own.set(account, (own.get(account) ?? 0) + 1);
      }
      joined.clear();
    },
  };
}

function numberOf(counter: { get(): unknown }): number | null {
  try {
    return counter.get() as number;
  } catch (error) {
    // Whoever reads or writes now waits for the lock; who only wants to know does without.
    if (sqliteDialect.isUnavailable(error)) return null;
    throw error;
  }
}
