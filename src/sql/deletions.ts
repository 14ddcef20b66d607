// Rows that go, and what is kept of them: who could see them, and when they went.
import { sql } from 'kysely';
import type { Stored } from '#resource/field-type.ts';
import type { Resource } from '#resource/resource.ts';
import type { Row } from '#resource/rule.ts';
import type { AccountTx, AccountUnit, Merging, Statement } from './database.ts';
import { bind, compile, meaning, statement, type Compiled } from './statement.ts';
import { changeOf } from './row-question.ts';
import { allocateIds } from './store.ts';

const compiled = new Map<string, Compiled>();

const recordDeletion = statement((db, value) =>
  db.insertInto('deletions').values({
    account_id: value(0),
    id: value(1),
    resource: value(2),
    row_id: value(3),
    deleted_at: value(4),
    scope_row: value(5),
  }),
);

const recordsMerge: Merging = { kind: 'insert', into: ['deletions'], refersTo: new Set() };

/** Removes a row and records its deletion with the columns that decide who may know of it. */
export function deleteRow(
  { tx, accountId }: AccountUnit,
  resource: Resource,
  { row, scopeColumns }: { row: Row; scopeColumns: readonly string[] },
): void {
  const key = `delete ${tx.dialect.name} ${resource.table}`;
  let known = compiled.get(key);
  if (known === undefined) {
    known = compile(tx.dialect, (db, value) =>
      db.deleteFrom(resource.table).where('account_id', '=', value(0)).where('id', '=', value(1)),
    );
    compiled.set(key, known);
  }
  const ids = [row['id'] as number];
  tx.run(deletion({ tx, accountId }, resource, { text: bind(known, [accountId, ...ids]), ids }));
  recordGone({ tx, accountId }, resource, { row, scopeColumns });
}

/** The same for many rows, by few statements or such as go out together. */
export function deleteRows(
  { tx, accountId }: AccountUnit,
  resource: Resource,
  { rows, scopeColumns }: { rows: readonly Row[]; scopeColumns: readonly string[] },
): void {
  if (rows.length === 0) return;
  const key = `delete all ${tx.dialect.name} ${resource.table}`;
  let known = compiled.get(key);
  if (known === undefined) {
    known = compile(tx.dialect, (db, value, dialect) =>
      db
        .deleteFrom(resource.table)
        .where('account_id', '=', value(0))
        .where(dialect.isOneOf(sql.ref('id'), value(1), 'integer')),
    );
    compiled.set(key, known);
  }
  const ids = rows.map((row) => row['id'] as number);
  const text = bind(known, [accountId, tx.dialect.listParameter(ids)]);
  tx.run(deletion({ tx, accountId }, resource, { text, ids }));
  recordAllGone({ tx, accountId }, resource, { rows, scopeColumns });
}

function deletion(
  { tx, accountId }: AccountUnit,
  resource: Resource,
  { text, ids }: { readonly text: Statement; readonly ids: readonly number[] },
): Statement {
  return meaning(tx, text, () => ({ change: changeOf({ resource, accountId }, { kind: 'delete', ids }) }));
}

/** Records that a row is no longer where it was: deleted, or moved out of what some users may read. */
export function recordGone(
  account: AccountUnit,
  resource: Resource,
  { row, scopeColumns }: { row: Row; scopeColumns: readonly string[] },
): void {
  recordAllGone(account, resource, { rows: [row], scopeColumns });
}

function recordAllGone(
  { tx, accountId }: AccountUnit,
  resource: Resource,
  { rows, scopeColumns }: { rows: readonly Row[]; scopeColumns: readonly string[] },
): void {
  if (resource.lastChange === null) return;
  const kept = [...scopeColumns, ...(resource.pair ?? [])];
  const first = allocateIds({ tx, accountId }, { sequence: 'deletions', count: rows.length });
  for (const [place, row] of rows.entries()) {
    const scopeRow = JSON.stringify(Object.fromEntries(kept.map((name) => [name, row[name] ?? null])));
    const values = [accountId, first + place, resource.name, row['id'], tx.stamp, scopeRow];
    recordDeletion.run(tx, values, recordsMerge);
  }
}

/** A row that is gone, at least for some: what a delta answer may report. */
export interface Deletion {
  /** Of the record; `null`: it is no longer readable because rights have changed, and nothing was recorded. */
  readonly id: number | null;
  readonly rowId: number;
  /** Epoch seconds. */
  readonly deletedAt: number;
  /** The columns that decide who could read it, and those that name it on the wire. */
  readonly scopeRow: Readonly<Record<string, Stored>>;
}

const deletionsBehind = statement((db, value) =>
  db
    .selectFrom('deletions')
    .select(['id', 'row_id', 'deleted_at', 'scope_row'])
    .where('account_id', '=', value(0))
    .where('resource', '=', value(1))
    .where(sql<boolean>`(deleted_at, id) > (${value(2)}, ${value(3)})`)
    .orderBy('deleted_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(value(4)),
);

/** Deletions and departures of a resource at or after a stamp, in order, so many at once. */
export async function* deletionPortions(
  { tx, accountId }: AccountTx,
  { resource, since, atOnce }: { resource: Resource; since: number; atOnce: number },
): AsyncGenerator<readonly Deletion[]> {
  let [stamp, id] = [since, 0];
  for (;;) {
    const found = await deletionsBehind.all(tx, [accountId, resource.name, stamp, id, atOnce]);
    if (found.length > 0) yield found.map(deletionOf);
    if (found.length < atOnce) return;
    [stamp, id] = [found.at(-1)?.['deleted_at'] as number, found.at(-1)?.['id'] as number];
  }
}

function deletionOf(row: Readonly<Record<string, unknown>>): Deletion {
  return {
    id: row['id'] as number,
    rowId: row['row_id'] as number,
    deletedAt: row['deleted_at'] as number,
    scopeRow: JSON.parse(row['scope_row'] as string) as Record<string, Stored>,
  };
}

/** Ids of the rows that went at or after a stamp. */
export async function deletedIds(
  account: AccountTx,
  { resource, since }: { resource: Resource; since: number },
): Promise<ReadonlySet<number>> {
  const ids = new Set<number>();
  for await (const some of deletionPortions(account, { resource, since, atOnce: 1_000 }))
    for (const { rowId } of some) ids.add(rowId);
  return ids;
}

/** Whether any row went at or after a stamp. */
export async function anyDeleted(
  account: AccountTx,
  { resource, since }: { resource: Resource; since: number },
): Promise<boolean> {
  for await (const _ of deletionPortions(account, { resource, since, atOnce: 1 })) return true;
  return false;
}
