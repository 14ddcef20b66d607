// ReadPlan → rows: a page of stored rows, or of keys whose rendered rows may be cached.
import type { LostRows, ReadPlan } from '#plan/read-plan.ts';
import { ownColumn, unfolded } from '#resource/own-fields.ts';
import type { Row } from '#resource/rule.ts';
import { compileRead, openColumn, rowPolicyColumn } from './compile-read.ts';
import type { Tx } from './database.ts';
import type { Deletion } from './deletions.ts';

/** A row with the index of the row policy that shows it. */
export interface ReadRow {
  readonly id: number;
  readonly rowPolicy: number;
  readonly row: Row;
}

/** Names a row's content: in one history no id and no revision comes twice, so equal keys mean equal content. */
export interface RowKey {
  readonly id: number;
  readonly rowPolicy: number;
  readonly revision: number;
  /** The row shows elapsed time: its content changes by itself. */
  readonly open: boolean;
}

/** The page's rows with the columns that their row policies show. */
export async function readRows(tx: Tx, plan: ReadPlan): Promise<readonly ReadRow[]> {
  const found = await tx.all(compileRead(tx, plan, listedColumns(plan)));
  return found.map((row) => ({
    id: row['id'] as number,
    rowPolicy: (row[rowPolicyColumn] as number | undefined) ?? 0,
    row: unfolded(plan.resource, row as Row),
  }));
}

/** The page's keys. */
export async function readKeys(tx: Tx, plan: ReadPlan): Promise<readonly RowKey[]> {
  const found = await tx.all(compileRead(tx, plan, 'keys'));
  return found.map((row) => ({
    id: row['id'] as number,
    rowPolicy: (row[rowPolicyColumn] as number | undefined) ?? 0,
    revision: row['row_revision'] as number,
    open: row[openColumn] === 1,
  }));
}

/** Rows that the caller could read and may read no more, each with when it was last so. */
export async function readLost(tx: Tx, { query, until }: LostRows): Promise<readonly Deletion[]> {
  const found = await tx.all(compileRead(tx, query, query.resource.pair ?? []));
  return found.map((row) => ({
    id: null,
    rowId: row['id'] as number,
    deletedAt: until[(row[rowPolicyColumn] as number | undefined) ?? 0] as number,
    scopeRow: row as Row,
  }));
}

/** The columns that a plan shows or needs. */
export function listedColumns(plan: ReadPlan): readonly string[] {
  const names = plan.rowPolicies.flatMap((rowPolicy) => rowPolicy.fields.map((field) => field.name));
  const needed = [
    ...plan.resolve.map((resolve) => resolve.field.name),
    ...plan.nested.flatMap(({ pendingChild }) =>
      pendingChild === null ? [] : [pendingChild.field, pendingChild.column],
    ),
  ];
  const kept = names.map((name) => (plan.resource.fields.get(name)?.own === true ? ownColumn : name));
  return [...new Set([...kept, ...needed])];
}
