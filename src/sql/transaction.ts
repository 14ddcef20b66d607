// The handle that one unit of work holds while its transaction is open. It begins and ends nothing itself.
import type { Keep, Moment, Statement, Tx, UnitTx } from './database.ts';
import type { Dialect } from './dialect.ts';

type Answer<T> = T | Promise<T>;

/** What {@link Tx.unit} is given. */
export interface Unit<T> {
  readonly work: (tx: UnitTx) => T;
  readonly keep?: Keep | undefined;
  readonly ahead?: ((tx: UnitTx) => unknown) | undefined;
}

/** A connection with an open transaction, as far as work needs it. */
export interface OpenTransaction {
  readonly dialect: Dialect;
  all(statement: Statement): Answer<readonly Record<string, unknown>[]>;
  /** Number of rows changed. */
  run(statement: Statement): Answer<number>;
  /** Marks a place to which the transaction can go back. */
  mark(name: string): Answer<void>;
  /** Forgets the mark. Throws when something since has failed that cannot stand. */
  release(name: string): Answer<void>;
  /** Undoes what was done since the mark, if the transaction is still open. */
  undo(name: string): Answer<void>;
  /** Throws when the engine has ended the transaction by itself. */
  assertOpen(): void;
  /** See {@link Tx.unit}. */
  unit<T>(moment: Moment, unit: Unit<T>): Answer<T>;
}

/** Work of one unit as the work of a transaction. */
export function asUnit<T>(work: (tx: UnitTx) => T): (tx: Tx) => Promise<T> {
  return (tx) => tx.unit(work);
}

/** Runs `work` with a handle on the open transaction; the handle is dead afterwards. */
export async function withTransaction<T>(
  open: OpenTransaction,
  moment: Moment,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let ended = false;
  let depth = 0;
  const live = (): OpenTransaction => {
    if (ended) throw new Error('This transaction has ended: work went on without being awaited.');
    open.assertOpen();
    return open;
  };
  const tx: Tx = {
    dialect: open.dialect,
    ...moment,
    all: async (statement: Statement) => live().all(statement),
    run: async (statement: Statement) => live().run(statement),
    unit: async <R>(inner: (unit: UnitTx) => R, keep?: Keep, ahead?: Unit<R>['ahead']): Promise<R> =>
      live().unit(moment, { work: inner, keep, ahead }),
    async savepoint<R>(inner: () => Promise<R>): Promise<R> {
      live();
      const name = `inner_${(depth += 1)}`;
      try {
        return await inSavepoint(open, name, inner);
      } finally {
        depth -= 1;
      }
    },
  };
  try {
    return await work(tx);
  } finally {
    ended = true;
  }
}

/** Runs `work` so that its changes, and only they, vanish when it throws. Savepoints nest, and never overlap. */
export async function inSavepoint<T>(
  open: OpenTransaction,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  await open.mark(name);
  try {
    const result = await work();
    await open.release(name);
    return result;
  } catch (error) {
    await open.undo(name);
    throw error;
  }
}
