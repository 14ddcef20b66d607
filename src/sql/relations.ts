// Rows by many ids at once: relations shown as objects, children of many parents. One statement each, not one a row.
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import type { AccountTx } from './database.ts';
import { findRows } from './store.ts';

/** Rows by id. */
export async function rowsById(
  { tx, accountId }: AccountTx,
  { resource, ids }: { resource: Resource; ids: readonly number[] },
): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  return tx.unit((unit) =>
    findRows({ tx: unit, accountId }, resource, { comparisons: [{ column: 'id', is: 'in', value: ids }] }),
  );
}

/** What rows are looked for: some of them, if there is a limit, behind an id. */
interface RowsByField {
  readonly resource: Resource;
  readonly field: string;
  readonly ids: readonly number[];
  readonly after?: number;
  readonly limit?: number;
}

/** Rows whose field holds one of these numbers, such as the children of many parents; in id order. */
export async function rowsByField(
  { tx, accountId }: AccountTx,
  { resource, field, ids, after = 0, limit }: RowsByField,
): Promise<readonly Row[]> {
  if (ids.length === 0) return [];
  const among = { column: field, is: 'in', value: ids } as const;
  const behind = { column: 'id', is: '>', value: after } as const;
  const question = {
    comparisons: after === 0 ? [among] : [among, behind],
    ...(limit === undefined ? {} : { options: { limit } }),
  };
  return tx.unit((unit) => findRows({ tx: unit, accountId }, resource, question));
}
