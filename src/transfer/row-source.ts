// Where an account's rows come from when it moves in: a file, or a database in which they were brought up to date.
import type { Database } from '#sql/database.ts';
import { schemaAfter, type Migration } from '#sql/migrations/load-migrations.ts';
import { inOrder, type PlacedTable } from '#sql/table-order.ts';
import { readRows, rowColumns, type RowValues } from '#sql/table-rows.ts';
import type { Table } from '#sql/table.ts';
import { parseRow, type TransferredAccount, type TableHeading } from './export-format.ts';
import { transferTables } from './transfer-tables.ts';
import { readExport } from './read-export.ts';

/** Rows of one table, as many as are handled at once. */
export interface Page {
  readonly placed: PlacedTable;
  readonly rows: readonly RowValues[];
}

/** The rows of one account, which can be gone through more than once. */
export interface RowSource {
  readonly account: TransferredAccount;
  /** The migrations that made the schema in which the rows are. */
  readonly migrations: readonly Migration[];
  readonly tables: readonly PlacedTable[];
  /** Goes through the rows of the wanted tables in the order of `tables`, page by page. */
  readonly eachPage: (
    wanted: (placed: PlacedTable) => boolean,
    work: (page: Page) => Promise<void>,
  ) => Promise<void>;
}

/** The rows in a file. Reads it once to the end: throws an Error in one line unless it is whole and can be understood. */
export async function fileSource(
  { file, key }: { readonly file: string; readonly key: string },
  known: readonly Migration[],
): Promise<RowSource> {
  const headings: TableHeading[] = [];
  let found: { readonly account: TransferredAccount; readonly migrations: readonly Migration[] } | null =
    null;
  for await (const piece of readExport(file, key)) {
    if (piece.kind === 'heading') headings.push(piece.heading);
    if (piece.kind !== 'header') continue;
    const { account, schema, created_at: createdAt, suspended_at: suspendedAt } = piece.header;
    const migrations = migrationsUpTo(schema, { known, file });
    found = { account: { name: account, createdAt, suspendedAt }, migrations };
  }
  if (found === null) throw new Error(`${file} has no first line.`);
  const { account, migrations } = found;
  const tables = inOrder(tablesOf(headings, { schema: await schemaAfter(migrations), file }));
  const placedAs = new Map(tables.map((placed) => [placed.table.name, placed]));
  return {
    account,
    migrations,
    tables,
    async eachPage(wanted, work) {
      let placed: PlacedTable | undefined;
      for await (const piece of readExport(file)) {
        if (piece.kind === 'heading') placed = placedAs.get(piece.heading.table);
        if (piece.kind !== 'rows' || placed === undefined || !wanted(placed)) continue;
        const { table } = placed;
        for (const lines of pagesOf(piece.lines))
          await work({ placed, rows: lines.map((line) => parseRow(line, table)) });
      }
    },
  };
}

/** The rows of an account in a database that no other transaction changes meanwhile. */
export async function databaseSource(
  database: Database,
  {
    account,
    migrations,
  }: Pick<RowSource, 'migrations'> & { readonly account: TransferredAccount & { readonly id: number } },
): Promise<RowSource> {
  const tables = inOrder(transferTables(await schemaAfter(migrations)));
  return {
    account,
    migrations,
    tables,
    eachPage: (wanted, work) =>
      database.read(account.id, async (tx) => {
        for (const placed of tables.filter(wanted)) {
          for await (const rows of readRows(tx, { table: placed.table, accountId: account.id }))
            await work({ placed, rows });
        }
      }),
  };
}

/** The known migrations up to the one that a file names. */
function migrationsUpTo(
  schema: string,
  { known, file }: { readonly known: readonly Migration[]; readonly file: string },
): readonly Migration[] {
  const index = known.findIndex(({ name }) => name === schema);
  if (index >= 0) return known.slice(0, index + 1);
  throw new Error(
    `${file} has the schema ${schema}, which this version of Hourbook does not know (its newest is ${known.at(-1)?.name}): import it with the version that wrote it or a newer one.`,
  );
}

/** The tables in the order of the file, which must be those of its schema. */
function tablesOf(
  headings: readonly TableHeading[],
  { schema, file }: { readonly schema: ReadonlyMap<string, Table>; readonly file: string },
): readonly Table[] {
  const names = headings.map(({ table }) => table);
  const missing = transferTables(schema).find(({ name }) => !names.includes(name));
  if (missing !== undefined) throw new Error(`${file} lacks the table ${missing.name} of its schema.`);
  return headings.map(({ table: name, columns }) => {
    const table = schema.get(name);
    const expected = table === undefined ? [] : rowColumns(table).map((column) => column.name);
    if (table?.scope === 'account' && JSON.stringify(columns) === JSON.stringify(expected)) return table;
    throw new Error(`${file} has a table ${name} with columns that its schema does not have.`);
  });
}

const rowsInPage = 1000;

function pagesOf<T>(lines: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(lines.length / rowsInPage);
  return Array.from({ length: count }, (_, index) =>
    lines.slice(index * rowsInPage, (index + 1) * rowsInPage),
  );
}
