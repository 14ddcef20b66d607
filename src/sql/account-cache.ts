// What is remembered of accounts between transactions: each account's only while the database says that it stands
// unchanged. Accounts do not disturb each other.
import type { Tx } from './database.ts';

/** Values by account and key. */
export interface AccountCache<T> {
  /** The value that a transaction of the same version has kept. */
  get(tx: Tx, accountId: number, key: string): T | undefined;
  /** Keeps a value that this transaction has read. */
  keep(tx: Tx, accountId: number, key: string, value: T): void;
}

interface Remembered<T> {
  readonly version: number;
  readonly values: Map<string, T>;
}

/** Makes a cache that forgets everything when it holds so many values. */
export function createAccountCache<T>(most: number): AccountCache<T> {
  const accounts = new Map<number, Remembered<T>>();
  let count = 0;
  const valuesAt = (version: number, accountId: number): Map<string, T> | null => {
    const known = accounts.get(accountId);
    if (known?.version === version) return known.values;
    // An older snapshot must not push out what is known of a newer one.
    if (known !== undefined && known.version > version) return null;
    count -= known?.values.size ?? 0;
    const values = new Map<string, T>();
    accounts.set(accountId, { version, values });
    return values;
  };
  return {
    get(tx, accountId, key) {
      const known = accounts.get(accountId);
      return known !== undefined && known.version === tx.version ? known.values.get(key) : undefined;
    },
    keep(tx, accountId, key, value) {
      if (tx.version === null) return;
      if (count >= most) {
        accounts.clear();
        count = 0;
      }
      const values = valuesAt(tx.version, accountId);
      if (values === null) return;
      if (!values.has(key)) count += 1;
      values.set(key, value);
    },
  };
}
