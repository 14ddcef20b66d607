// Reads from PostgreSQL: each on one snapshot of what is committed, several at a time. What a reader loses because a
// connection broke it reads again.
import { setTimeout as pause } from 'node:timers/promises';
import type { AccountScope, Tx } from './database.ts';
import { isConnectionLost, isConnectionRefused, isWorthRepeating } from './dialects/postgres-errors.ts';
import { openSnapshot, raiseClock } from './postgres-clock.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { betweenAttempts, type PostgresPool } from './postgres-pool.ts';
import { withTransaction } from './transaction.ts';

/** What reading needs. */
export interface ReaderParts {
  readonly pool: PostgresPool;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** The reading half of {@link Database}. */
export type Read = <T>(account: AccountScope, work: (tx: Tx) => Promise<T>) => Promise<T>;

const clocksKept = 10_000;
const attempts = 3;

/** Makes the reader. */
export function openReader({ pool, clock }: ReaderParts): Read {
  const horizons = new Map<number, number>();
  const raising = new Map<number, Promise<void>>();
  const raise = async (connection: PostgresConnection, account: number, second: number): Promise<void> => {
    let underWay = raising.get(account);
    if (underWay === undefined) {
      underWay = raiseClock(connection, account, second).finally(() => raising.delete(account));
      raising.set(account, underWay);
    }
    await underWay;
  };
  const onSnapshot = async <T>(
    connection: PostgresConnection,
    account: AccountScope,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> => {
    const second = Math.floor(clock() / 1000);
    if (account !== null && (horizons.get(account) ?? 0) < second) await raise(connection, account, second);
    try {
      const moment = await openSnapshot(connection, account, { clock });
      if (account !== null) {
        if (horizons.size >= clocksKept) horizons.clear();
        horizons.set(account, moment.horizon);
      }
      return await withTransaction(connection, moment, work);
    } finally {
      // Nothing was written: nobody need wait for the end.
      void connection.script('rollback').catch(() => undefined);
    }
  };
  return async (account, work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await pool.use((connection) => onSnapshot(connection, account, work));
      } catch (error) {
        if (attempt === attempts || !isWorthAnother(error)) throw error;
        await pause(betweenAttempts);
      }
    }
  };
}

/** Whoever refuses connections will refuse the next one too. */
function isWorthAnother(error: unknown): boolean {
  return isWorthRepeating(error) || (isConnectionLost(error) && !isConnectionRefused(error));
}
