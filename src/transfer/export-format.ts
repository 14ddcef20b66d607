// The file that holds one account: lines of JSON, described in docs/reference/export-format.md. What its first, last and
// heading lines say; every other line is a row. It must not know where rows come from or go to.
import { isUtf8 } from 'node:buffer';
import { createHash, createHmac } from 'node:crypto';
import type { Table } from '#sql/table.ts';
import { rowColumns, type RowValues } from '#sql/table-rows.ts';

/** Counts up when a reader of the older format could not read the newer one. */
export const formatVersion = 1;

/** What the first line begins with: how to tell an export from any other file. */
export const formatName = 'hourbook account';

/** The account as the file names it; moments are epoch seconds. */
export interface TransferredAccount {
  readonly name: string;
  readonly createdAt: number;
  readonly suspendedAt: number | null;
}

/** The first line. */
export interface ExportHeader {
  readonly export: typeof formatName;
  readonly format: number;
  /** Name of the newest migration of the database that it comes from. */
  readonly schema: string;
  readonly account: string;
  readonly created_at: number;
  readonly suspended_at: number | null;
  /** SHA-256 of this line's text without this member. */
  readonly sha256: string;
}

/** The line before the rows of a table. Each row is an array of values in the order of the columns. */
export interface TableHeading {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Of one table: its rows, and the SHA-256 of its lines, the heading among them. */
export interface TableSum {
  readonly rows: number;
  readonly sha256: string;
}

/** The last line: whatever lacks it was cut off. */
export interface ExportEnd {
  readonly end: {
    readonly rows: number;
    readonly tables: Readonly<Record<string, TableSum>>;
    /** SHA-256 of all lines between the first and this one: equal for equal states, whatever the account is called. */
    readonly sha256: string;
    /** HMAC-SHA256 of the first line's and this checksum, when a key was set. */
    readonly seal?: string;
  };
}

/** The first line of an account's file. */
export function headerOf({ name, createdAt, suspendedAt }: TransferredAccount, schema: string): ExportHeader {
  return sealed({
    export: formatName,
    format: formatVersion,
    schema,
    account: name,
    created_at: createdAt,
    suspended_at: suspendedAt,
  });
}

/** Whether a first line is as it was written. */
export function isSealed({ sha256, ...rest }: ExportHeader): boolean {
  return sealed(rest).sha256 === sha256;
}

function sealed(header: Omit<ExportHeader, 'sha256'>): ExportHeader {
  return { ...header, sha256: createHash('sha256').update(JSON.stringify(header)).digest('hex') };
}

/** What only those can make who have the key. */
export function sealOf(key: string, sums: readonly [header: string, rows: string]): string {
  return createHmac('sha256', key).update(sums.join('\n')).digest('hex');
}

/** The line before a table's rows. */
export function headingOf(table: Table): TableHeading {
  return { table: table.name, columns: rowColumns(table).map(({ name }) => name) };
}

/** The row in a line. Throws an Error when the line holds anything but values of the table's columns. */
export function parseRow(line: Buffer, table: Table): RowValues {
  const columns = rowColumns(table);
  const text = line.toString();
  const values: unknown = isUtf8(line) ? JSON.parse(text) : null;
  const fits =
    Array.isArray(values) &&
    values.length === columns.length &&
    columns.every(({ type, notNull }, place) => {
      const value: unknown = values[place];
      if (value === null) return notNull !== true;
      return type === 'text' ? typeof value === 'string' : Number.isSafeInteger(value);
    });
  if (!fits)
    throw new Error(`A row of ${table.name} is not one value for each column: ${text.slice(0, 100).trim()}.`);
  const row = values as RowValues;
  const faulty = row.findIndex((value) => typeof value === 'string' && !isKeptText(value));
  if (faulty >= 0) throw notKept(table, { row, column: columns[faulty]?.name ?? '' });
  return row;
}

/** As requests have it too: PostgreSQL knows no NUL, and UTF-8 no half of a pair. */
function isKeptText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

function notKept(table: Table, { row, column }: { readonly row: RowValues; readonly column: string }): Error {
  const names = rowColumns(table).map(({ name }) => name);
  const valueOf = (name: string): string => JSON.stringify(row[names.indexOf(name)]).slice(0, 100);
  const key = table.primaryKey.filter((name) => names.includes(name));
  const which =
    key.length === 0 ? '' : ` with ${key.map((name) => `${name} ${valueOf(name)}`).join(' and ')}`;
  return new Error(
    `The row of ${table.name}${which} holds ${valueOf(column)} in ${column}: it must be well-formed Unicode text without NUL.`,
  );
}
