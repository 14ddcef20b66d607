// The handle that one unit of work holds while its transaction is open. It begins and ends nothing itself.
import type { Statement, Tx } from './database.ts';
import { sqliteDialect } from './dialects/sqlite.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** What a transaction tells about its moment; see {@link Tx}. */
export type Moment = Pick<Tx, 'now' | 'horizon' | 'version'>;

/** Runs `work` with a handle on the connection's open transaction; the handle is dead afterwards. */
export async function withTransaction<T>(
  connection: SqliteConnection,
  moment: Moment,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let ended = false;
  let depth = 0;
  const live = (): SqliteConnection => {
    if (ended) throw new Error('This transaction has ended: work went on without being awaited.');
    // SQLite ends a transaction by itself when the disk is full; what came next would commit at once.
    if (!connection.inTransaction()) throw new Error('SQLite has rolled this transaction back.');
    return connection;
  };
  const tx: Tx = {
    dialect: sqliteDialect,
    ...moment,
    all: async (statement: Statement) => live().all(statement),
    run: async (statement: Statement) => live().run(statement),
    async savepoint<R>(inner: () => Promise<R>): Promise<R> {
      live();
      const name = `inner_${(depth += 1)}`;
      try {
        return await inSavepoint(connection, name, inner);
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
  connection: SqliteConnection,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  connection.run({ sql: `savepoint ${name}`, parameters: [] });
  try {
    const result = await work();
    connection.run({ sql: `release ${name}`, parameters: [] });
    return result;
  } catch (error) {
    if (connection.inTransaction()) {
      connection.run({ sql: `rollback to ${name}`, parameters: [] });
      connection.run({ sql: `release ${name}`, parameters: [] });
    }
    throw error;
  }
}
