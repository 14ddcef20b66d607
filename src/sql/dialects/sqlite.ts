// What SQLite does in its own way. Functions named `hourbook_…` are registered on every connection.
import Sqlite from 'better-sqlite3';
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type Expression,
  type RawBuilder,
} from 'kysely';
import type { AnyDatabase, Dialect } from '../dialect.ts';
import { changeTable, createIndex, createTable } from './sqlite-schema.ts';
import { statisticsOf } from './sqlite-statistics.ts';

/** SQLite 3.44 and later. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  wantsMeaning: false,
  builder: new Kysely<AnyDatabase>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  // Without the sign, SQLite plans the statement anew for each value of the parameter.
  parameter: (value) => sql`+${value}`,
  isOneOf: (column, list) => sql<boolean>`${column} in (select value from json_each(${list}))`,
  isOnPath: (path, list) =>
    sql<boolean>`exists (select 1 from json_each(${list}) as id where instr('/' || ${path} || '/', '/' || id.value || '/') > 0)`,
  listParameter: (values) => JSON.stringify(values),
  rowsParameter: (rows) => JSON.stringify(rows),
  rowsOf: (rows, columns) => {
    const values = columns.map(({ name }, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(name)}`);
    return sql`(select ${sql.join(values)} from json_each(${rows}))`;
  },
  fold,
  contains: (text, part) => sql<boolean>`instr(${fold(text)}, ${fold(part)}) > 0`,
  momentText: (moment, zone) => sql<string>`hourbook_local_text(${moment}, ${zone})`,
  decimalText: (units, scale) => sql<string>`hourbook_decimal(${units}, ${sql.lit(scale)})`,
  jsonArray: (column, orderBy) => sql<string>`json_group_array(${column} order by ${orderBy})`,
  jsonMember: (object, name) => sql`(${object} ->> ${sql.lit(`$.${name}`)})`,
  withoutJsonMember: (object, name) =>
    sql<string>`nullif(json_remove(${object}, ${sql.lit(`$.${name}`)}), '{}')`,
  // By default SQLite keeps a journal of a statement that may fail half-way. At the statement's end it trims the journal by
  // walking over every page that the transaction has changed: 1.5 ms a statement in a batch of 100.
  updateMany: sql`update or fail`,
  createTable,
  createForeignKeys: () => [],
  createIndex,
  changeTable,
  // A transaction that changes the schema has the only write lock.
  lockTable: () => [],
  fenceTable: () => [],
  unfenceTable: () => [],
  describeTables: statisticsOf,
  constraintOf(error) {
    if (!(error instanceof Sqlite.SqliteError) || !error.code.startsWith('SQLITE_CONSTRAINT')) return null;
    const kind = constraintKinds[error.code] ?? 'check';
    return { kind, detail: /failed: (.*)$/s.exec(error.message)?.[1] ?? '' };
  },
  isStorageFull,
  isUnavailable: (error) =>
    isStorageFull(error) || (error instanceof Sqlite.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code)),
};

/** The log's index is a file too, and the first that finds no room where a disk is full to the last block. */
function isStorageFull(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(FULL|IOERR_SHMSIZE)$/.test(error.code);
}

const constraintKinds: Readonly<Record<string, 'unique' | 'reference'>> = {
  SQLITE_CONSTRAINT_UNIQUE: 'unique',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'unique',
  SQLITE_CONSTRAINT_ROWID: 'unique',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'reference',
};

/** SQLite's own `lower` knows ASCII only, but is three times as fast as a call into JavaScript. */
function fold(text: Expression<unknown>): RawBuilder<string> {
  return sql<string>`case when octet_length(${text}) = length(${text}) then lower(${text}) else hourbook_fold(${text}) end`;
}
