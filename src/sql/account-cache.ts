// What is remembered of accounts between transactions: each account's only while the database says that it stands
// unchanged, in the same history. Accounts do not disturb each other.
import type { Tx } from './database.ts';

/** Values by account and key. */
export interface AccountCache<T> {
  /** The value that a transaction of the same version and history has kept. */
  get(tx: Tx, accountId: number, key: string): T | undefined;
  /** Keeps a value that this transaction has read. */
  keep(tx: Tx, accountId: number, key: string, value: T): void;
}

interface Remembered<T> {
  readonly history: string;
  readonly version: number;
  readonly values: Map<string, T>;
}

/** Makes a cache that forgets everything when it holds so many values. */
export function createAccountCache<T>(most: number): AccountCache<T> {
  const accounts = new Map<number, Remembered<T>>();
  let count = 0;
  const valuesAt = (
    at: Pick<Remembered<T>, 'history' | 'version'>,
    accountId: number,
  ): Map<string, T> | null => {
    const known = accounts.get(accountId);
    if (known?.history === at.history) {
      if (known.version === at.version) return known.values;
      // An older snapshot must not push out what is known of a newer one.
      if (known.version > at.version) return null;
    }
    count -= known?.values.size ?? 0;
    const values = new Map<string, T>();
    accounts.set(accountId, { ...at, values });
    return values;
  };
  return {
    get(tx, accountId, key) {
      const known = accounts.get(accountId);
      const isSame = known?.version === tx.version && known.history === tx.history;
      return isSame ? known.values.get(key) : undefined;
    },
    keep({ version, history }, accountId, key, value) {
      if (version === null || history === null) return;
      if (count >= most) {
        accounts.clear();
        count = 0;
      }
      const values = valuesAt({ version, history }, accountId);
      if (values === null) return;
      if (!values.has(key)) count += 1;
      values.set(key, value);
    },
  };
}
