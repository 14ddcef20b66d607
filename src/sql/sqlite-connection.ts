// One connection to a SQLite file: its settings and its prepared statements. It knows no transactions.
import Sqlite from 'better-sqlite3';
import type { Moment, Statement, UnitTx } from './database.ts';
import { sqliteDialect } from './dialects/sqlite.ts';
import type { Answers } from './sqlite-answers.ts';
import { registerFunctions } from './sqlite-functions.ts';
import type { OpenTransaction, Unit } from './transaction.ts';

const statementsKept = 2_000;
const mebibyte = 2 ** 20;
/** How long opening and reading wait, asleep, for a lock that is held only for moments. Writers wait awake. */
const lockWait = 2_000;

/** What the layers above do with a connection. Every call is synchronous. */
export interface SqliteConnection extends OpenTransaction {
  all(statement: Statement): readonly Record<string, unknown>[];
  /** Number of rows changed. */
  run(statement: Statement): number;
  /** A prepared statement of its own, for what is run all the time. */
  prepare(sql: string): Sqlite.Statement;
  /** Settings and statements that answer nothing. */
  execute(sql: string): void;
  inTransaction(): boolean;
  mark(name: string): void;
  release(name: string): void;
  undo(name: string): void;
  unit<T>(moment: Moment, unit: Unit<T>): T;
  close(): void;
}

/**
 * `writer` waits for no lock, so that it never stops the event loop; `reader` cannot change anything. With `answers` the connection
 * remembers what it has been answered.
 */
export function openConnection(
  file: string,
  role: 'writer' | 'reader',
  answers: Answers | null = null,
): SqliteConnection {
  const connection = new Sqlite(file, { timeout: lockWait });
  try {
    configure(connection, role);
    registerFunctions(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
  const prepared = statementCache(connection);
  const execute = (sql: string): void => void prepared({ sql, parameters: [] }).run();
  const opened: SqliteConnection = {
    dialect: sqliteDialect,
    all(statement) {
      const found = prepared(statement);
      const ask = (): Record<string, unknown>[] =>
        found.all(...statement.parameters) as Record<string, unknown>[];
      if (found.readonly) return answers === null ? ask() : answers.find(statement, ask);
      answers?.write(statement.sql);
      if (found.reader) return ask();
      found.run(...statement.parameters);
      return [];
    },
    run(statement) {
      const found = prepared(statement);
      answers?.write(statement.sql);
      return found.reader
        ? found.all(...statement.parameters).length
        : found.run(...statement.parameters).changes;
    },
    prepare: (sql) => connection.prepare(sql),
    execute: (sql) => void connection.exec(sql),
    inTransaction: () => connection.inTransaction,
    mark: (name) => execute(`savepoint ${name}`),
    release: (name) => execute(`release ${name}`),
    undo(name) {
      if (!connection.inTransaction) return;
      execute(`rollback to ${name}`);
      execute(`release ${name}`);
    },
    assertOpen() {
      // SQLite ends a transaction by itself when the disk is full; what came next would commit at once.
      if (!connection.inTransaction) throw new Error('SQLite has rolled this transaction back.');
    },
    unit: (moment, { work }) => work(unitOf(opened, moment)),
    close: () => void connection.close(),
  };
  return opened;
}

function unitOf(connection: SqliteConnection, moment: Moment): UnitTx {
  const live = (): SqliteConnection => {
    connection.assertOpen();
    return connection;
  };
  let depth = 0;
  const nextIds = new Map<string, number>();
  return {
    dialect: connection.dialect,
    ...moment,
    all: (statement) => live().all(statement),
    run: (statement) => void live().run(statement),
    change: (statement) => live().run(statement),
    nextIds,
    once: (make) => make(),
    step: (work) => work(),
    savepoint(work) {
      const name = `unit_${(depth += 1)}`;
      connection.mark(name);
      try {
        const result = work();
        connection.release(name);
        return result;
      } catch (error) {
        connection.undo(name);
        nextIds.clear();
        throw error;
      } finally {
        depth -= 1;
      }
    },
  };
}

function configure(connection: Sqlite.Database, role: 'writer' | 'reader'): void {
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('temp_store = MEMORY');
  // Each commit empties the other connection's page cache; mapped pages need no copy to come back.
  connection.pragma(`mmap_size = ${1024 * mebibyte}`);
  connection.pragma('cache_size = -32000');
  if (role === 'reader') {
    connection.pragma('query_only = ON');
    return;
  }
  connection.pragma('wal_autocheckpoint = 0');
  connection.pragma(`journal_size_limit = ${64 * mebibyte}`);
  connection.pragma('busy_timeout = 0');
}

/** Two generations: what the younger lacks is moved from the older; a full younger one becomes the older. */
function statementCache(connection: Sqlite.Database): (statement: Statement) => Sqlite.Statement {
  let younger = new Map<string, Sqlite.Statement>();
  let older = new Map<string, Sqlite.Statement>();
  return ({ sql, bigints = false }) => {
    const key = bigints ? `bigints ${sql}` : sql;
    let found = younger.get(key);
    if (found !== undefined) return found;
    found = older.get(key) ?? connection.prepare(sql).safeIntegers(bigints);
    if (younger.size >= statementsKept / 2) [older, younger] = [younger, new Map()];
    younger.set(key, found);
    return found;
  };
}
