// An account as the text of its file, piece by piece: nothing but one page of rows is ever held. Equal states make equal
// text, so it tells neither when nor where it was written.
import { createHash } from 'node:crypto';
import type { Tx } from '#sql/database.ts';
import { readRows } from '#sql/table-rows.ts';
import type { Table } from '#sql/table.ts';
import {
  headerOf,
  headingOf,
  sealOf,
  type ExportEnd,
  type TransferredAccount,
  type TableSum,
} from './export-format.ts';

/** What is to be written. */
export interface ExportParts {
  readonly account: TransferredAccount & { readonly id: number };
  /** Name of the newest migration of the database. */
  readonly schema: string;
  /** The tables that move, in an order in which they can be filled. */
  readonly tables: readonly Table[];
  /** Empty: no seal. */
  readonly key: string;
}

/** The text, ended by its sums. Everything is read in the transaction, that is from one snapshot. */
export async function* exportText(
  tx: Tx,
  { account, schema, tables, key }: ExportParts,
): AsyncGenerator<string, ExportEnd['end']> {
  const whole = createHash('sha256');
  const sums: Record<string, TableSum> = {};
  const header = headerOf(account, schema);
  yield lineOf(header);
  for (const table of tables) {
    const hash = createHash('sha256');
    let rows = 0;
    const told = (text: string): string => {
      hash.update(text);
      whole.update(text);
      return text;
    };
    yield told(lineOf(headingOf(table)));
    for await (const page of readRows(tx, { table, accountId: account.id })) {
      rows += page.length;
      yield told(page.map(lineOf).join(''));
    }
    sums[table.name] = { rows, sha256: hash.digest('hex') };
  }
  const rows = Object.values(sums).reduce((sum, table) => sum + table.rows, 0);
  const sha256 = whole.digest('hex');
  const seal = key === '' ? {} : { seal: sealOf(key, [header.sha256, sha256]) };
  const end = { rows, tables: sums, sha256, ...seal };
  yield lineOf({ end });
  return end;
}

function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
