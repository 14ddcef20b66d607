// Single rows: get, find and insert, with stamps and revisions. No rules, no rights.
import { sql, type RawBuilder } from 'kysely';
import type { Stored } from '#resource/field-type.ts';
import { folded, ownColumn, unfolded } from '#resource/own-fields.ts';
import type { Resource } from '#resource/resource.ts';
import type { Comparison, FindOptions, Row } from '#resource/rule.ts';
import { valuesOf, whereOf } from './comparisons.ts';
import type { AccountUnit, FamilyShape } from './database.ts';
import type { Dialect } from './dialect.ts';
import { expectWork } from './due-work.ts';
import { familyOfQuestions } from './families.ts';
import { mergingInsert } from './merging.ts';
import { changeOf, questionOf } from './row-question.ts';
import { sourceOf } from './source.ts';
import { bind, compile, meaning, statement, type Compiled, type SlotOf } from './statement.ts';

const compiled = new Map<string, Compiled>();
const shapes = new Map<string, FamilyShape | null>();

/** The row by id, all columns; `undefined` when there is none (or none of this resource in a shared table). */
export function getRow({ tx, accountId }: AccountUnit, resource: Resource, id: number): Row | undefined {
  const found = findRows({ tx, accountId }, resource, {
    comparisons: [{ column: 'id', is: '=', value: id }],
  });
  return found[0];
}

/** Rows that meet every comparison, in the order asked for, closed by id. */
export function findRows(
  { tx, accountId }: AccountUnit,
  resource: Resource,
  { comparisons, options }: { comparisons: readonly Comparison[]; options?: FindOptions },
): readonly Row[] {
  const key = `find ${tx.dialect.name} ${resource.name} ${comparisons.map(({ column, is }) => column + is).join()} ${JSON.stringify(options ?? null)}`;
  const select = (value: SlotOf): RawBuilder<unknown> =>
    selectionOf(tx.dialect, { resource, comparisons, options }, value);
  let known = compiled.get(key);
  if (known === undefined) {
    known = compile(tx.dialect, (db, value) => ({ compile: () => select(value).compile(db) }));
    compiled.set(key, known);
  }
  const given = [accountId, options?.limit ?? null, ...valuesOf(tx, comparisons)];
  const one = known;
  const question = meaning(tx, bind(one, given), () => ({
    question: questionOf({ resource, accountId }, comparisons, options),
    family: shapeOf(key, () => familyOfQuestions(tx.dialect, { resource, comparisons, one }, select)),
  }));
  const rows = tx.all(question) as readonly Row[];
  return resource.own.names.length === 0 ? rows : rows.map((row) => unfolded(resource, row));
}

/** The shape that is kept under this key. */
function shapeOf(key: string, make: () => FamilyShape | null): FamilyShape | undefined {
  let shape = shapes.get(key);
  if (shape === undefined) shapes.set(key, (shape = make()));
  return shape ?? undefined;
}

interface Selection {
  readonly resource: Resource;
  readonly comparisons: readonly Comparison[];
  readonly options: FindOptions | undefined;
}

function selectionOf(
  dialect: Dialect,
  { resource, comparisons, options }: Selection,
  value: SlotOf,
): RawBuilder<unknown> {
  const where = whereOf(resource, comparisons, { value, dialect });
  const keys = (options?.orderBy ?? []).map(orderKey);
  // With `+`, an index that ends in the id never looks better than one that finds fewer rows.
  const sorts = keys.length > 0 || comparisons.some(({ column, is }) => is === 'in' && column !== 'id');
  const ends = isOrdered(resource, comparisons, options?.orderBy ?? []);
  const order = ends ? keys : [...keys, sorts ? sql`+id asc` : sql`id asc`];
  const limit = options?.limit === undefined ? sql`` : sql`limit ${value(1)}`;
  const columns = options?.columns === undefined ? sql`*` : sql.join(options.columns.map(sql.ref));
  return sql`select ${columns} from ${sourceOf(resource)} ${where} order by ${sql.join(order)} ${limit}`;
}

/**
 * Whether no two rows can be equal in what they are sorted by: then the id decides nothing, and SQLite need not sort what
 * an index gives in order.
 */
function isOrdered(
  { indexes }: Resource,
  comparisons: readonly Comparison[],
  orderBy: readonly string[],
): boolean {
  const keys = new Set(orderBy.map((key) => key.replace(/^-/, '')));
  const isCompared = (column: string, ...kinds: readonly Comparison['is'][]): boolean =>
    comparisons.some((one) => one.column === column && kinds.includes(one.is));
  // Rows without a value are never compared with success: among those that are left, unique means unique.
  const isFixed = (column: string): boolean =>
    isCompared(column, '=') || (keys.has(column) && isCompared(column, '<', '<=', '>', '>='));
  return (
    keys.size > 0 &&
    indexes.some(
      ({ unique, whereNull, columns }) =>
        unique === true && whereNull === undefined && columns.every(isFixed),
    )
  );
}

/** How many rows meet every comparison. */
export function countRows(
  { tx, accountId }: AccountUnit,
  resource: Resource,
  comparisons: readonly Comparison[],
): number {
  const key = `count ${tx.dialect.name} ${resource.name} ${comparisons.map(({ column, is }) => column + is).join()}`;
  let known = compiled.get(key);
  if (known === undefined) {
    known = compile(tx.dialect, (db, value, dialect) => {
      const where = whereOf(resource, comparisons, { value, dialect });
      const text = sql`select count(*) as found from ${sourceOf(resource)} ${where}`;
      return { compile: () => text.compile(db) };
    });
    compiled.set(key, known);
  }
  const [row] = tx.all(bind(known, [accountId, null, ...valuesOf(tx, comparisons)]));
  return Number(row?.['found']);
}

/** Writes a new row, `id` included; every column not named is empty or has its default. Answers what it wrote. */
export function insertRow({ tx, accountId }: AccountUnit, resource: Resource, row: Row): Row {
  const columns = folded(resource, row, row[ownColumn] ?? null);
  const full: Record<string, Stored> = { ...columns, ...resource.fixed, row_revision: 1 };
  if (resource.lastChange !== null) full[resource.lastChange] = tx.stamp;
  if (resource.storage === 'account') full['account_id'] = accountId;
  const names = Object.keys(full);
  const key = `insert ${tx.dialect.name} ${resource.table} ${names.join()}`;
  let known = compiled.get(key);
  if (known === undefined) {
    known = compile(tx.dialect, (db, value) =>
      db
        .insertInto(resource.table)
        .values(Object.fromEntries(names.map((name, index) => [name, value(index)]))),
    );
    compiled.set(key, known);
  }
  const values = names.map((name) => full[name]);
  tx.run(
    meaning(tx, bind(known, values), () => ({
      change: changeOf({ resource, accountId }, { kind: 'insert', row: full }),
      merging: mergingInsert(resource),
    })),
  );
  expectTurn({ tx, accountId }, resource, [full]);
  return unfolded(resource, full);
}

/** What was written of rows that turn by themselves: somebody will look when the first of them does. */
export function expectTurn(
  { tx, accountId }: AccountUnit,
  { turns }: Resource,
  written: readonly Row[],
): void {
  if (turns === null) return;
  const moments = written.map((row) => row[turns.column]).filter((moment) => typeof moment === 'number');
  if (moments.length > 0) expectWork(tx, { kind: 'turn_rows', accountId }, Math.min(...moments));
}

const nextId = statement((db, value) =>
  db
    .selectFrom('row_counters')
    .select('next_id')
    .where('account_id', '=', value(0))
    .where('sequence', '=', value(1)),
);

const nextIds = statement((db, value) =>
  db.selectFrom('row_counters').select(['sequence', 'next_id']).where('account_id', '=', value(0)),
);

// No `returning`: SQLite would then keep a journal of the statement, and trim it by walking over every page that the
// transaction has changed so far.
const moveCounter = statement((db, value) =>
  db
    .updateTable('row_counters')
    .set({ next_id: value(2) })
    .where('account_id', '=', value(0))
    .where('sequence', '=', value(1)),
);

const startCounter = statement((db, value) =>
  db.insertInto('row_counters').values({ account_id: value(0), sequence: value(1), next_id: value(2) }),
);

/** The next id of a sequence: from 1 upwards in each account, never used again. Resources of one table share one. */
export function allocateId(account: AccountUnit, sequence: string): number {
  return allocateIds(account, { sequence, count: 1 });
}

/** As many ids of a sequence in a row; answers the first. Who writes in an account does so alone. */
export function allocateIds(
  { tx, accountId }: AccountUnit,
  { sequence, count }: { sequence: string; count: number },
): number {
  const known = tx.nextIds.get(sequence) ?? storedNextId({ tx, accountId }, sequence);
  const first = known ?? 1;
  tx.nextIds.set(sequence, first + count);
  const values = [accountId, sequence, first + count];
  if (known === undefined) startCounter.run(tx, values);
  else moveCounter.run(tx, values, { kind: 'update', row: sequence, adds: null });
  return first;
}

/** On PostgreSQL those of all sequences come with it: one answer is waited for, however many tables are written. */
function storedNextId({ tx, accountId }: AccountUnit, sequence: string): number | undefined {
  if (tx.dialect.name === 'sqlite')
    return nextId.get(tx, [accountId, sequence])?.['next_id'] as number | undefined;
  if (tx.nextIds.size > 0) return undefined;
  for (const row of nextIds.all(tx, [accountId]))
    tx.nextIds.set(row['sequence'] as string, row['next_id'] as number);
  return tx.nextIds.get(sequence);
}

const raiseCounter = statement((db, value) =>
  db
    .insertInto('row_counters')
    .values({ account_id: value(0), sequence: value(1), next_id: value(2) })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'sequence']).doUpdateSet({ next_id: sql`excluded.next_id` }),
    ),
);

/** Continues a sequence at `next`: after rows with fixed ids were written. */
export function continueSequence(
  { tx, accountId }: AccountUnit,
  { sequence, next }: { sequence: string; next: number },
): void {
  tx.nextIds.clear();
  raiseCounter.run(tx, [accountId, sequence, next]);
}

/** Empty values come before all others; ids are never empty. */
function orderKey(name: string): ReturnType<typeof sql> {
  const [column, order] = name.startsWith('-')
    ? [name.slice(1), sql`desc nulls last`]
    : [name, sql`asc nulls first`];
  return column === 'id'
    ? sql`${sql.ref(column)} ${name.startsWith('-') ? sql`desc` : sql`asc`}`
    : sql`${sql.ref(column)} ${order}`;
}
