// Whole tables as rows of plain values, page after page: what moves accounts and installations. It knows no resource.
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from './database.ts';
import { statement, type Prepared, type SlotOf } from './statement.ts';
import type { Column, Table } from './table.ts';

/** One value: text, a whole number that JavaScript holds exactly, or nothing. */
export type RowValue = string | number | null;

/** A row without its account, in the order of {@link rowColumns}. */
export type RowValues = readonly RowValue[];

/** The rows that are meant: those of one account, or the whole table where it belongs to the installation. */
export interface RowsOf {
  readonly table: Table;
  /** 0 for a table of the installation. */
  readonly accountId: number;
}

const pageSize = 500;
/** Of so many rows each, the largest first: few statements to keep prepared, and few round trips. */
const insertSizes = [100, 10, 1] as const;

/** The columns of a row: all but the account. */
export function rowColumns(table: Table): readonly Column[] {
  return isOfAccount(table) ? table.columns.filter(({ name }) => name !== 'account_id') : table.columns;
}

/** All rows in the order of their key, page after page. Every engine orders text in a key by its code points. */
export async function* readRows(tx: Tx, { table, accountId }: RowsOf): AsyncGenerator<readonly RowValues[]> {
  const columns = rowColumns(table).map(({ name }) => name);
  const places = keyColumns(table).map(({ name }) => columns.indexOf(name));
  let found = await firstPage(table).all(tx, [accountId]);
  while (found.length > 0) {
    const page = found.map((row) => columns.map((name) => exactValue(row[name], { table, name })));
    yield page;
    if (page.length < pageSize) return;
    const last = page.at(-1) ?? [];
    found = await nextPage(table).all(tx, [accountId, ...places.map((place) => last[place])]);
  }
}

/** What inserting needs beside the rows. */
export interface RowsInto extends RowsOf {
  /** Columns that stay empty until {@link linkRows} fills them. */
  readonly late: readonly string[];
  readonly rows: readonly RowValues[];
}

/** Inserts rows. Throws what the database says to rows that it refuses. */
export async function insertRows(tx: Tx, { table, accountId, late, rows }: RowsInto): Promise<void> {
  const isLate = rowColumns(table).map(({ name }) => late.includes(name));
  const whole = rows.map((row) => [
    ...(isOfAccount(table) ? [accountId] : []),
    ...row.map((value, place) => (isLate[place] === true ? null : value)),
  ]);
  let done = 0;
  for (const size of insertSizes) {
    for (; done + size <= whole.length; done += size)
      await insertion(table, size).run(tx, whole.slice(done, done + size).flat());
  }
}

/** Fills in the late columns of rows that were inserted. */
export async function linkRows(tx: Tx, { table, accountId, late, rows }: RowsInto): Promise<void> {
  const columns = rowColumns(table).map(({ name }) => name);
  const [lateAt, keyAt] = [late, keyColumns(table).map(({ name }) => name)].map((names) =>
    names.map((name) => columns.indexOf(name)),
  ) as [number[], number[]];
  for (const row of rows.filter((one) => lateAt.some((place) => one[place] !== null)))
    await linking(table, late).run(tx, [accountId, ...[...lateAt, ...keyAt].map((place) => row[place])]);
}

/** Empties columns, so that rows can be deleted in any order. Answers how many rows held something. */
export async function unlinkRows(
  tx: Tx,
  { table, accountId, late }: RowsOf & { readonly late: readonly string[] },
): Promise<number> {
  return late.length === 0 ? 0 : unlinking(table, late).run(tx, [accountId]);
}

/** Deletes one page of rows and answers how many those were; 0: there are none left. */
export async function deletePage(tx: Tx, { table, accountId }: RowsOf): Promise<number> {
  const page = await firstPage(table).all(tx, [accountId]);
  const last = page.at(-1);
  if (last === undefined) return 0;
  return pageDeletion(table).run(tx, [accountId, ...keyColumns(table).map(({ name }) => last[name])]);
}

const kept = new Map<string, Prepared>();

/** Tables of an older schema may have the same name: the columns are part of what a statement is kept under. */
function keep(kind: string, table: Table, build: (value: SlotOf) => RawBuilder<unknown>): Prepared {
  const name = `${kind} ${table.name} ${table.columns.map((column) => column.name).join()}`;
  let known = kept.get(name);
  if (known === undefined) {
    known = statement((db, value) => ({ compile: () => build(value).compile(db) }));
    kept.set(name, known);
  }
  return known;
}

function firstPage(table: Table): Prepared {
  return keep('first page', table, (value) => selection(table, { value, more: [] }));
}

function nextPage(table: Table): Prepared {
  return keep('next page', table, (value) =>
    selection(table, { value, more: [compareKey(table, '>', value)] }),
  );
}

function selection(
  table: Table,
  { value, more }: { value: SlotOf; more: readonly RawBuilder<unknown>[] },
): RawBuilder<unknown> {
  const columns = sql.join(rowColumns(table).map(({ name }) => sql.ref(name)));
  const conditions = [...ofAccount(table, value), ...more];
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  const order = sql.join(keyColumns(table).map(({ name }) => sql.ref(name)));
  return sql`select ${columns} from ${sql.table(table.name)} ${where} order by ${order} limit ${sql.lit(pageSize)}`;
}

function pageDeletion(table: Table): Prepared {
  return keep('delete page', table, (value) => {
    const conditions = [...ofAccount(table, value), compareKey(table, '<=', value)];
    return sql`delete from ${sql.table(table.name)} where ${sql.join(conditions, sql` and `)}`;
  });
}

function insertion(table: Table, size: number): Prepared {
  return keep(`insert ${size}`, table, (value) => {
    const columns = [
      ...(isOfAccount(table) ? ['account_id'] : []),
      ...rowColumns(table).map(({ name }) => name),
    ];
    const row = (index: number): RawBuilder<unknown> =>
      sql`(${sql.join(columns.map((_, place) => value(index * columns.length + place)))})`;
    const rows = sql.join(Array.from({ length: size }, (_, index) => row(index)));
    return sql`insert into ${sql.table(table.name)} (${sql.join(columns.map((name) => sql.ref(name)))}) values ${rows}`;
  });
}

function linking(table: Table, late: readonly string[]): Prepared {
  return keep(`link ${late.join()}`, table, (value) => {
    const sets = late.map((name, index) => sql`${sql.ref(name)} = ${value(index + 1)}`);
    const keys = keyColumns(table).map(
      ({ name }, index) => sql`${sql.ref(name)} = ${value(late.length + index + 1)}`,
    );
    const where = sql.join([...ofAccount(table, value), ...keys], sql` and `);
    return sql`update ${sql.table(table.name)} set ${sql.join(sets)} where ${where}`;
  });
}

function unlinking(table: Table, late: readonly string[]): Prepared {
  return keep(`unlink ${late.join()}`, table, (value) => {
    const sets = late.map((name) => sql`${sql.ref(name)} = null`);
    const some = sql.join(
      late.map((name) => sql`${sql.ref(name)} is not null`),
      sql` or `,
    );
    const where = sql.join([...ofAccount(table, value), sql`(${some})`], sql` and `);
    return sql`update ${sql.table(table.name)} set ${sql.join(sets)} where ${where}`;
  });
}

/** The rows whose key is on one side of the values in the slots from 1 on. */
function compareKey(table: Table, is: '>' | '<=', value: SlotOf): RawBuilder<unknown> {
  const keys = keyColumns(table).map(({ name }) => sql.ref(name));
  const values = keys.map((_, index) => value(index + 1));
  return sql`(${sql.join(keys)}) ${sql.raw(is)} (${sql.join(values)})`;
}

/** What tells the rows of one account apart; a table that has one row at most for each account needs nothing for it. */
function keyColumns(table: Table): readonly Column[] {
  const columns = rowColumns(table);
  const key = table.primaryKey.flatMap((name) => columns.filter((column) => column.name === name));
  return key.length > 0 ? key : columns;
}

function ofAccount(table: Table, value: SlotOf): readonly RawBuilder<unknown>[] {
  return isOfAccount(table) ? [sql`account_id = ${value(0)}`] : [];
}

function isOfAccount({ scope }: Table): boolean {
  return scope !== 'installation';
}

function exactValue(value: unknown, { table, name }: { table: Table; name: string }): RowValue {
  if (value === null || typeof value === 'string' || Number.isSafeInteger(value)) return value as RowValue;
  throw new Error(`${table.name}.${name} holds ${String(value)}, which is neither text nor a whole number.`);
}
