// What a copy holds beside what was copied: rows and checksums of every table, on both sides.
import { createHash, type Hash } from 'node:crypto';
import type { RowsOf, RowValues } from '#sql/table-rows.ts';
import type { Table } from '#sql/table.ts';

/** One table as it is in both databases. */
export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
  /** SHA-256 of its rows as lines of JSON, account after account, in the order of their keys. */
  readonly sha256: string;
}

/** Counts what passes by. */
export interface Tally {
  add(side: 'there' | 'here', page: RowsOf & { readonly rows: readonly RowValues[] }): void;
  /** The tables by name. Throws an Error that names the first that differs. */
  compare(tables: Iterable<Table>): readonly CopiedTable[];
  /** Whether the tables hold the same on both sides; like `compare`, it can be asked once. */
  isSame(tables: Iterable<Table>): boolean;
}

interface Sum {
  readonly hash: Hash;
  rows: number;
}

/** Starts at nothing. */
export function createTally(): Tally {
  const sides = { there: new Map<string, Sum>(), here: new Map<string, Sum>() };
  const sumOf = (side: 'there' | 'here', table: string): Sum => {
    let sum = sides[side].get(table);
    if (sum === undefined) sides[side].set(table, (sum = { hash: createHash('sha256'), rows: 0 }));
    return sum;
  };
  const total = (side: 'there' | 'here', table: string): CopiedTable => {
    const { hash, rows } = sumOf(side, table);
    return { table, rows, sha256: hash.digest('hex') };
  };
  return {
    add(side, { table, accountId, rows }) {
      const sum = sumOf(side, table.name);
      sum.rows += rows.length;
      sum.hash.update(rows.map((row) => `${JSON.stringify([accountId, row])}\n`).join(''));
    },
    compare(tables) {
      const names = [...tables].map(({ name }) => name).sort();
      return names.map((name) => same(total('there', name), total('here', name)));
    },
    isSame: (tables) => [...tables].every(({ name }) => isEqual(total('there', name), total('here', name))),
  };
}

function same(there: CopiedTable, here: CopiedTable): CopiedTable {
  if (isEqual(there, here)) return here;
  throw new Error(
    `The copy of ${here.table} differs: ${there.rows} rows with the checksum ${there.sha256} have become ${here.rows} with ${here.sha256}.`,
  );
}

function isEqual(there: CopiedTable, here: CopiedTable): boolean {
  return there.rows === here.rows && there.sha256 === here.sha256;
}
