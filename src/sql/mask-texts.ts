// Words that must not stay in any text of an account: the rows that hold them, and these rows with other text. It must not
// know what the words mean. It moves no stamp of a log: what happened keeps its moment.
import { sql, type RawBuilder } from 'kysely';
import type { AccountTx, Tx } from './database.ts';
import type { Dialect } from './dialect.ts';
import { bind, compile, type SlotOf } from './statement.ts';
import type { Table } from './table.ts';

/** A table, and those of its columns of text that are looked at. */
export interface SearchedTable {
  readonly table: Table;
  readonly columns: readonly string[];
}

/** Key and texts of a row, by column. */
export type TextRow = Readonly<Record<string, string | number | null>>;

/** The columns of text of a table that stand in no key and in no unique index. */
export function searchedColumns({ columns, primaryKey, indexes, foreignKeys }: Table): readonly string[] {
  const keys = new Set([
    ...primaryKey,
    ...indexes.filter(({ unique }) => unique === true).flatMap((index) => index.columns),
    ...foreignKeys.flatMap((key) => key.columns),
  ]);
  return columns.filter(({ name, type }) => type === 'text' && !keys.has(name)).map(({ name }) => name);
}

/** Keys and texts of the rows of an account that hold one of the words, in any letter case. */
export async function rowsWithWords(
  { tx, accountId }: AccountTx,
  { table, columns }: SearchedTable,
  words: readonly string[],
): Promise<readonly TextRow[]> {
  if (columns.length === 0 || words.length === 0) return [];
  const compiled = compile(tx.dialect, (db, value, dialect) => {
    const kept = sql.join([...keysOf(table), ...columns].map((name) => sql.ref(name)));
    const found = sql.join(
      words.map((_, index) => dialect.contains(textOf(columns), value(index + 1))),
      sql` or `,
    );
    const text = sql`select ${kept} from ${sql.table(table.name)} where account_id = ${value(0)} and (${found})`;
    return { compile: () => text.compile(db) };
  });
  return (await tx.all(bind(compiled, [accountId, ...words]))) as readonly TextRow[];
}

/** All texts of a row as one; the character between them is in no word. */
function textOf(columns: readonly string[]): RawBuilder<string> {
  return sql<string>`(${sql.join(
    columns.map((name) => sql`coalesce(${sql.ref(name)}, '')`),
    sql` || ${sql.lit('\n')} || `,
  )})`;
}

/** What a row is to hold. */
export interface NewTexts extends SearchedTable {
  readonly row: TextRow;
  readonly texts: Readonly<Record<string, string | null>>;
  /** The column with the stamp of its last change; `null`: it keeps its moment. */
  readonly stamp: string | null;
}

/** Writes the texts of one row if it still holds what was read; the revision moves with it. Answers whether it did. */
export async function writeTexts(
  { tx, accountId }: AccountTx,
  { table, row, texts, stamp }: NewTexts,
): Promise<boolean> {
  const names = Object.keys(texts);
  const keys = keysOf(table);
  const compiled = compile(tx.dialect, (db, value, dialect) => {
    const text = updateOf({ table, names, keys, stamp }, value, dialect);
    return { compile: () => text.compile(db) };
  });
  const values = [
    accountId,
    tx.stamp,
    ...keys.map((name) => row[name]),
    ...names.map((name) => texts[name]),
    ...names.map((name) => row[name]),
  ];
  return (await runOne(tx, compiled, values)) === 1;
}

interface Update {
  readonly table: Table;
  readonly names: readonly string[];
  readonly keys: readonly string[];
  readonly stamp: string | null;
}

function updateOf(
  { table, names, keys, stamp }: Update,
  value: SlotOf,
  dialect: Dialect,
): RawBuilder<unknown> {
  const first = 2 + keys.length;
  const sets = [
    ...names.map((name, index) => sql`${sql.ref(name)} = ${value(first + index)}`),
    ...(table.columns.some(({ name }) => name === 'row_revision')
      ? [sql`row_revision = row_revision + 1`]
      : []),
    ...(stamp === null ? [] : [sql`${sql.ref(stamp)} = ${value(1)}`]),
  ];
  const same = dialect.name === 'sqlite' ? sql`is` : sql`is not distinct from`;
  const where = [
    ...keys.map((name, index) => sql`${sql.ref(name)} = ${value(2 + index)}`),
    ...names.map((name, index) => sql`${sql.ref(name)} ${same} ${value(first + names.length + index)}`),
  ];
  return sql`update ${sql.table(table.name)} set ${sql.join(sets)} where account_id = ${value(0)} and ${sql.join(where, sql` and `)}`;
}

function runOne(tx: Tx, compiled: ReturnType<typeof compile>, values: readonly unknown[]): Promise<number> {
  return tx.run(bind(compiled, values));
}

function keysOf({ primaryKey }: Table): readonly string[] {
  return primaryKey.filter((name) => name !== 'account_id');
}
