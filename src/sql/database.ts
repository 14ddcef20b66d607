// The database as the rest of the service sees it: two kinds of transaction and nothing else.
// What touches the database takes the transaction as its only handle.
import type { Dialect } from './dialect.ts';

/** SQL text with its parameters in order of appearance. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Whole numbers come back as BigInt: for sums that may pass 2^53. */
  readonly bigints?: boolean;
}

/** One transaction. Await nothing but the transaction inside it: other requests wait behind it. */
export interface Tx {
  readonly dialect: Dialect;
  /** Epoch seconds: the stamp of every row this transaction writes; the clock's time for one that reads. */
  readonly now: number;
  /**
   * Epoch seconds. Every change that this transaction cannot see has, or will have, a stamp at or after it:
   * the `RequestStartTime` that delta synchronisation may rely on (decisions §5).
   */
  readonly horizon: number;
  /** Moves whenever any process commits anything; equal numbers mean an unchanged database. `null`: not known. */
  readonly version: number | null;
  all(statement: Statement): Promise<readonly Record<string, unknown>[]>;
  /** Number of rows changed. */
  run(statement: Statement): Promise<number>;
  /** Runs `work` so that its changes vanish, and only they, if it throws. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

/** An open database. */
export interface Database {
  readonly dialect: Dialect;
  /** Runs `work` on one consistent snapshot of what is committed. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction; resolves once it is durable, rejects with nothing written. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Like `write`, for migrations: alone, with references between tables checked at the end only. */
  changeSchema<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** How many writes wait: the measure of overload. */
  waiting(): number;
  close(): Promise<void>;
}
